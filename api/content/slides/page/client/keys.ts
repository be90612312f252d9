import { SHORTCUTS, type Actions } from './actions.ts';
import { isMirrored, type Deck } from './deck.ts';

const FORGET_MS = 4_000;
/** A page of a slide that scrolls is a little less than what is seen. */
const PAGE = 0.85;

export interface Keys {
  /** Listens in a window: this one, or the speaker's. */
  listen(target: Window): void;
  /** Whether single letters, digits and signs do anything (WCAG 2.2, 2.1.4). */
  setLetters(on: boolean): void;
}

/** @param typed is told the digits that wait for Enter, '' when there are none */
export function createKeys(deck: Deck, actions: Actions, typed: (digits: string) => void): Keys {
  let letters = true;
  let digits = '';
  let timer: number | undefined;

  function keep(text: string): void {
    digits = text;
    clearTimeout(timer);
    if (text !== '') timer = window.setTimeout(() => keep(''), FORGET_MS);
    typed(text);
  }

  function isDone(event: KeyboardEvent): boolean {
    const { key } = event;
    if (letters && /^\d$/.test(key)) {
      keep((digits + key).slice(0, 6));
      return true;
    }
    if (digits !== '' && (key === 'Enter' || key === 'Escape')) {
      const wanted = digits;
      keep('');
      if (key === 'Enter') deck.go(Number(wanted) - 1);
      return true;
    }
    const name = key === ' ' && event.shiftKey ? 'Shift+ ' : key.length === 1 ? key.toLowerCase() : key;
    const found = SHORTCUTS.find(({ keys }) => keys.includes(mirrored(name, deck)));
    if (!found || (!letters && key.length === 1 && key !== ' ')) return false;
    if (!scrolls(deck, found.action, name)) actions[found.action]();
    return true;
  }

  return {
    listen(target) {
      target.addEventListener('keydown', (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented)
          return;
        const at = event.target as Element | null;
        // A dialog has keys of its own, and so has a button in focus. One just closed keeps the focus for a frame.
        if (at?.closest?.('dialog[open], input')) return;
        if ((event.key === ' ' || event.key === 'Enter') && digits === '' && at?.closest?.('button, a'))
          return;
        if (isDone(event)) event.preventDefault();
      });
    },
    setLetters(on) {
      letters = on;
      keep('');
    },
  };
}

/** Where a deck runs from right to left, its arrows do too. */
function mirrored(key: string, deck: Deck): string {
  if (!isMirrored(deck)) return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}

/** A slide with more text than fits is gone through first. @returns whether it moved */
function scrolls({ slides, current }: Deck, action: keyof Actions, key: string): boolean {
  const slide = slides[current()];
  if (!slide || (action !== 'next' && action !== 'previous')) return false;
  if (key === 'ArrowLeft' || key === 'ArrowRight' || key === 'n' || key === 'Backspace') return false;
  const left = slide.scrollHeight - slide.clientHeight;
  const isAtEnd = action === 'next' ? slide.scrollTop >= left - 1 : slide.scrollTop <= 0;
  if (left <= 0 || isAtEnd) return false;
  const step = key.startsWith('Arrow') ? 0.25 : PAGE;
  slide.scrollBy({ top: slide.clientHeight * step * (action === 'next' ? 1 : -1) });
  return true;
}
