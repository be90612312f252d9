import type { SlidesDocument } from '../../document.ts';
import type { Words } from '../words.ts';

/** The deck that the script is at work on. Places count from 0. */
export interface Deck {
  readonly root: HTMLElement;
  readonly document: SlidesDocument;
  readonly slides: readonly HTMLElement[];
  readonly words: Words;
  /** What names this deck to the browser's storage; null where nothing can be kept. */
  readonly id: string | null;
  current(): number;
  /** Shows a slide as a step of the person's own: the address follows, back leads back. Out of range is the nearest. */
  go(place: number): void;
  /** Calls back at once and after each change of the slide that is shown. */
  follow(listener: (place: number) => void): () => void;
}

/** Shows one slide of many, as the address says (`#3` is the third). */
export function openDeck(parts: Pick<Deck, 'root' | 'document' | 'slides' | 'words' | 'id'>): Deck {
  const { root, slides, words } = parts;
  const listeners = new Set<(place: number) => void>();
  const isFramed = window.parent !== window;
  let shown = -1;
  const inRange = (place: number): number => Math.min(Math.max(place, 0), slides.length - 1);

  function show(place: number): void {
    if (place === shown) return;
    const isForward = place > shown;
    root.style.setProperty('--from', isForward === (words.direction === 'ltr') ? '1.5rem' : '-1.5rem');
    root.classList.toggle('turns', shown >= 0);
    shown = place;
    slides.forEach((slide, index) => slide.toggleAttribute('hidden', index !== place));
    slides[place]?.scrollTo(0, 0);
    for (const listener of listeners) listener(place);
  }

  /** The slide is read from its start, except while somebody works the bar: its buttons keep the focus. */
  function focus(): void {
    if (document.activeElement?.closest('.bar, dialog')) return;
    slides[shown]?.focus({ preventScroll: true });
  }

  window.addEventListener('hashchange', () => {
    const place = inRange(placeInAddress() ?? shown);
    const isOther = place !== shown;
    show(place);
    if (isOther) focus();
    mendAddress(shown);
  });
  show(inRange(placeInAddress() ?? 0));
  mendAddress(shown);

  return {
    ...parts,
    current: () => shown,
    go(place) {
      const next = inRange(place);
      if (next === shown) return;
      show(next);
      focus();
      const hash = `#${next + 1}`;
      // In a frame, back belongs to the page around it.
      if (isFramed) location.replace(hash);
      else location.hash = hash;
    },
    follow(listener) {
      listeners.add(listener);
      listener(shown);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether the deck goes from right to left, by its first slide: its keys and swipes do so too. */
export function isMirrored({ slides }: Pick<Deck, 'slides'>): boolean {
  return slides[0]?.matches(':dir(rtl)') ?? false;
}

/** The place that the address names, which there may not be; null where it names none. */
function placeInAddress(): number | null {
  const digits = /^#(-?\d+)$/.exec(location.hash)?.[1];
  return digits === undefined ? null : Number(digits) - 1;
}

/** An address that asks for what there is not is put right, so that what is copied from it is what is shown. */
function mendAddress(place: number): void {
  const hash = `#${place + 1}`;
  if (location.hash !== '' && location.hash !== hash) history.replaceState(history.state, '', hash);
}
