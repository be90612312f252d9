import type { KindId } from '../../../content/kinds.ts';

/** How the demo speaks of each kind. */
export const SPOKEN = {
  form: {
    one: 'form',
    entry: 'question',
    page: 'Forms',
    canBuild: 'a survey, a registration, a feedback form, an order form, a contact form or a quiz',
    tryBuild: '"make a survey about lunch"',
    canChange:
      'add, reword, move and remove questions, change their types and options, make them required, and change the title and the description',
    tryChange: '"add a question about allergies" or "make the e-mail required"',
  },
  slides: {
    one: 'deck',
    entry: 'slide',
    page: 'Slides',
    canBuild: 'a deck for a talk, a pitch, a report or a lesson',
    tryBuild: '"a deck about our garden"',
    canChange:
      'add, reword, move and remove slides and bullets, and change the title, the subtitle and the theme',
    tryChange: '"add a slide about costs" or "dark theme"',
  },
} as const satisfies Record<KindId, unknown>;

/** What can be built here. */
export function offerToBuild(kind: KindId): string {
  const { canBuild, tryBuild } = SPOKEN[kind];
  return `I can build ${canBuild}: try ${tryBuild}.`;
}

/** What can be changed here. */
export function offerToChange(kind: KindId): string {
  const { canChange, tryChange } = SPOKEN[kind];
  return `I can ${canChange}. For example ${tryChange}.`;
}
