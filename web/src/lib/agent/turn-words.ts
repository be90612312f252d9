import { FAILURES_IN_A_ROW } from './guards.ts';

const KEPT =
  'What was saved is kept. Say what to do differently, or go back to an earlier version in History.';

/** Why a turn ended, in sentences for the person. */
export const TURN_WORDS = {
  failures: `Stopped after ${FAILURES_IN_A_ROW} failed attempts in a row, so that no more is spent on the same fault. ${KEPT}`,
  broken: `Stopped: ${FAILURES_IN_A_ROW} versions in a row had errors in the preview, so that no more is spent on the same fault. ${KEPT}`,
  circles: `Stopped: the same change was made and undone again and again. ${KEPT}`,
  steps: (steps: number) => `This turn used all its ${steps} steps. You can continue.`,
  remains: (faults: number) =>
    `The agent says that it is finished, but the app still has ${faults === 1 ? 'an error' : `${faults} errors`}; see below.`,
  refused: 'The model refused to answer this. What was done so far is kept.',
  tooLong: 'The answer reached the length that the model may give at once. You can continue.',
  empty: 'The model answered nothing. You can continue, or choose another model.',
  notSaved: (why: string) => `The end of this turn is not saved: ${why}`,
  noVision: 'This model is not known to see pictures, so it was told only that there is one.',
  summarised: 'Older messages were summarised for the model; they are all still here.',
} as const;
