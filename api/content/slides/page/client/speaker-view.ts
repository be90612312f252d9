import { splitNotes } from '../speaker-notes.ts';
import type { Actions } from './actions.ts';
import type { Deck } from './deck.ts';
import { make } from './make.ts';
import { sheetOf } from './sheets.ts';

const SECOND_MS = 1_000;

/**
 * What the speaker sees: this slide and the next, the notes, how long it has taken, and the time. It is made in the
 * document of whichever window shows it, and works from the deck itself, so that it is in step by construction.
 * @returns the element, and what ends its work
 */
export function makeSpeakerView(
  deck: Deck,
  { next, previous }: Pick<Actions, 'next' | 'previous'>,
  owner: Document,
): { readonly element: HTMLElement; readonly end: () => void } {
  const { words, slides } = deck;
  const el = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    className: string,
    ...children: readonly (Node | string)[]
  ): HTMLElementTagNameMap[Name] => make(name, className === '' ? {} : { class: className }, children, owner);
  const button = (label: string, run: () => void): HTMLButtonElement => {
    const element = make('button', { type: 'button', class: 'framed' }, [label], owner);
    element.addEventListener('click', run);
    return element;
  };

  const place = el('p', 'place');
  const now = el('div', '');
  const after = el('div', '');
  const notes = make('div', { class: 'notes', dir: 'auto', 'aria-live': 'polite' }, [], owner);
  const watch = startWatch();
  const [elapsed, clock] = [el('dd', ''), el('dd', '')];
  const hold = button(words.say('pause'), () => {
    hold.textContent = words.say(watch.toggle() ? 'pause' : 'goOn');
    tick();
  });
  const restart = button(words.say('restart'), () => {
    watch.restart();
    hold.textContent = words.say('pause');
    tick();
  });
  const time = new Intl.DateTimeFormat(words.language, { timeStyle: 'short' });

  function tick(): void {
    elapsed.textContent = watch.text();
    clock.textContent = time.format(new Date());
  }

  const element = el(
    'div',
    'speaker',
    el(
      'div',
      'main',
      el('section', '', el('h2', '', words.say('now')), now),
      el('div', 'row', button(words.say('previous'), previous), button(words.say('next'), next), place),
    ),
    el(
      'div',
      'side',
      el(
        'dl',
        'times',
        el('div', '', el('dt', '', words.say('elapsed')), elapsed),
        el('div', '', el('dt', '', words.say('clock')), clock),
      ),
      el('div', 'row', hold, restart),
      el('section', '', el('h2', '', words.say('upNext')), after),
      el('section', '', el('h2', '', words.say('notes')), notes),
    ),
  );

  const unfollow = deck.follow((at) => {
    const [slide, following] = [slides[at], slides[at + 1]];
    place.textContent = words.say('slideOf', { n: at + 1, count: slides.length });
    now.replaceChildren(...(slide ? [sheetOf(slide, owner)] : []));
    after.replaceChildren(following ? sheetOf(following, owner) : el('p', 'none', words.say('noNext')));
    const said = splitNotes(deck.document.slides[at]?.body).notes;
    notes.replaceChildren(said === '' ? el('p', 'none', words.say('noNotes')) : said);
  });
  tick();
  // The timer of the window that is looked at: those of a covered one are slowed down.
  const view = owner.defaultView ?? window;
  const timer = view.setInterval(tick, SECOND_MS);
  return {
    element,
    end() {
      unfollow();
      view.clearInterval(timer);
    },
  };
}

interface Watch {
  /** @returns whether it runs now */
  toggle(): boolean;
  restart(): void;
  /** `12:05`, or `1:02:05`. */
  text(): string;
}

function startWatch(): Watch {
  let since: number | null = performance.now();
  let before = 0;
  const total = (): number => before + (since === null ? 0 : performance.now() - since);
  return {
    toggle() {
      before = total();
      since = since === null ? performance.now() : null;
      return since !== null;
    },
    restart() {
      before = 0;
      since = performance.now();
    },
    text() {
      const seconds = Math.floor(total() / SECOND_MS);
      const two = (value: number): string => String(value).padStart(2, '0');
      const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
      return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
    },
  };
}
