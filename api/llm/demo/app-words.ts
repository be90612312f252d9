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

const LATER: readonly (readonly [string, RegExp])[] = [
  ['survey form', /\b(survey|questionnaire|contact form|feedback form|forms?)\b/iu],
  ['slide deck', /\b(slides?|slide[\s-]?deck|decks?|presentation)\b/iu],
];

/** The app of the demo that a text names; null when it names none. */
export function wantedApp(text: string): AppKey | null {
  return first(WORDS, text);
}

/** What a text names that the demo cannot build yet; null when it names nothing of that kind. */
export function notYet(text: string): string | null {
  return first(LATER, text);
}

/** The earliest word counts: "a guestbook with a poll" is a guestbook first. */
function first<T>(table: readonly (readonly [T, RegExp])[], text: string): T | null {
  const found = table
    .map(([value, pattern]) => ({ value, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.value ?? null;
}
