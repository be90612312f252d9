import type { AppKey } from './apps.ts';

const WORDS: readonly (readonly [AppKey, RegExp])[] = [
  ['guestbook', /\b(guest[\s-]?book|visitors?['’]? book|g(ä|ae)stebuch|livre d['’]or)s?\b/iu],
  ['todo', /\b(to[\s-]?dos?|task[\s-]?(list|manager|board)|check[\s-]?list|aufgabenliste)\b/iu],
  ['poll', /\b(polls?|vote|voting|umfrage)\b/iu],
  [
    'landing',
    /\b(landing[\s-]?page|home[\s-]?page|sign[\s-]?up page|waiting[\s-]?list|wait[\s-]?list|newsletter)s?\b/iu,
  ],
];

/** What has a place of its own, apart from apps. */
interface Elsewhere {
  readonly thing: string;
  /** The page's name, as the top bar has it. */
  readonly page: string;
}

const ELSEWHERE: readonly (readonly [Elsewhere, RegExp])[] = [
  [
    { thing: 'form', page: 'Forms' },
    /\b(surveys?|questionnaires?|quiz(zes)?|registration|contact form|feedback form|forms?)\b/iu,
  ],
  [{ thing: 'slide deck', page: 'Slides' }, /\b(slides?|slide[\s-]?deck|decks?|presentations?)\b/iu],
];

/** The app of the demo that a text names; null when it names none. */
export function wantedApp(text: string): AppKey | null {
  return first(WORDS, text);
}

/** What a text names that is not made in an app, and where it is made; null when it names nothing of that kind. */
export function madeElsewhere(text: string): Elsewhere | null {
  return first(ELSEWHERE, text);
}

/** The earliest word counts: "a guestbook with a poll" is a guestbook first. */
function first<T>(table: readonly (readonly [T, RegExp])[], text: string): T | null {
  const found = table
    .map(([value, pattern]) => ({ value, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.value ?? null;
}
