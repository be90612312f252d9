import type { Actions } from './actions.ts';
import { isMirrored, type Deck } from './deck.ts';

const SWIPE_PX = 45;
const TAP_PX = 10;
/** Of the width, at each side. */
const TAP_ZONE = 0.25;

/** A swipe turns the slide, and so does a tap at a side; a tap in the middle is nothing. */
export function listenToTouch(deck: Deck, { next, previous }: Pick<Actions, 'next' | 'previous'>): void {
  const { root } = deck;
  let start: { readonly x: number; readonly y: number } | null = null;
  const isBackward = isMirrored(deck);
  const turn = (toRight: boolean): void => (toRight === isBackward ? previous() : next());

  root.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [touch] = touches;
      start = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    { passive: true },
  );
  root.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    const from = start;
    start = null;
    const isSelecting = document.getSelection()?.isCollapsed === false;
    // Somebody who looks closer moves the page, not the deck.
    if (!from || !touch || isSelecting || (window.visualViewport?.scale ?? 1) > 1.05) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 1.5 * Math.abs(y)) return turn(x < 0);
    if (Math.hypot(x, y) > TAP_PX) return;
    const { left, width } = root.getBoundingClientRect();
    const part = (touch.clientX - left) / width;
    if (part < TAP_ZONE) turn(false);
    else if (part > 1 - TAP_ZONE) turn(true);
  });
}
