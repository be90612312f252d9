import type { TextName } from '../words.ts';
import type { Actions } from './actions.ts';
import type { Deck } from './deck.ts';
import { icon, make } from './make.ts';

const PATHS = {
  previous: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  overview: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  presenter: 'M3 5h18v11H3zM12 16v4M8 20h8',
  fullScreen: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-.9.5-1.5 1.1-1.5 2.2M12 17.4v.1',
} as const;
const AWAKE_MS = 2_500;

export interface Bar {
  readonly element: HTMLElement;
  /** Digits that wait for Enter; '' for none. */
  showTyped(digits: string): void;
}

/** The bar below the slide: what the keys do, for hands that have none. */
export function makeBar(deck: Deck, actions: Actions): Bar {
  const { words, slides } = deck;
  const count = slides.length;
  const button = (name: keyof typeof PATHS & TextName, className = ''): HTMLButtonElement => {
    const label = words.say(name);
    const turns = name === 'previous' || name === 'next';
    const element = make(
      'button',
      { type: 'button', class: `icon ${className}`, 'aria-label': label, title: label },
      [icon(PATHS[name], turns)],
    );
    element.addEventListener('click', () => {
      if (element.getAttribute('aria-disabled') !== 'true') actions[name]();
    });
    return element;
  };
  const [previous, next] = [button('previous'), button('next')];
  const place = make('span', { class: 'place' });
  const typed = make('span', { class: 'typed', role: 'status' });
  const live = make('span', { class: 'apart', 'aria-live': 'polite' });
  const progress = make('progress', { max: String(count), 'aria-hidden': 'true' });
  const element = make('nav', { class: 'bar', 'aria-label': words.say('controls') }, [
    progress,
    previous,
    next,
    place,
    typed,
    make('span', { class: 'space' }),
    button('overview'),
    button('presenter'),
    ...(document.fullscreenEnabled ? [button('fullScreen')] : []),
    button('help', 'wide'),
    live,
  ]);

  let isFirst = true;
  deck.follow((at) => {
    place.textContent = words.say('place', { n: at + 1, count });
    progress.value = at + 1;
    previous.setAttribute('aria-disabled', String(at === 0));
    next.setAttribute('aria-disabled', String(at === count - 1));
    // The slide says itself who it is when it takes the focus; else this does.
    if (!isFirst && element.contains(document.activeElement)) {
      const heading = slides[at]?.querySelector(':is(h1, h2)')?.textContent ?? '';
      live.textContent = `${words.say('slideOf', { n: at + 1, count })} ${heading}`.trim();
    }
    isFirst = false;
  });
  wakeOnMove(element);
  return {
    element,
    showTyped: (digits) => {
      typed.textContent = digits === '' ? '' : words.say('goingTo', { n: Number(digits) });
    },
  };
}

/** On the full screen the bar steps back until somebody moves the pointer. */
function wakeOnMove(element: HTMLElement): void {
  let timer: number | undefined;
  window.addEventListener('pointermove', () => {
    element.classList.add('awake');
    clearTimeout(timer);
    timer = window.setTimeout(() => element.classList.remove('awake'), AWAKE_MS);
  });
}
