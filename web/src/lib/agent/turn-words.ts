import { FAILURES_IN_A_ROW } from './guards.ts';

/** @param wayBack what the person can do besides, as "go back to an earlier version in History" */
const kept = (wayBack: string): string =>
  `What was saved is kept. Say what to do differently, or ${wayBack}.`;

/** Why a turn ended, in sentences for the person. */
export const TURN_WORDS = {
  failures: (wayBack: string) =>
    `Stopped after ${FAILURES_IN_A_ROW} failed attempts in a row, so that no more is spent on the same fault. ${kept(wayBack)}`,
  broken: (wayBack: string) =>
    `Stopped: ${FAILURES_IN_A_ROW} versions in a row had errors in the preview, so that no more is spent on the same fault. ${kept(wayBack)}`,
  circles: (wayBack: string) =>
    `Stopped: the same change was made and undone again and again. ${kept(wayBack)}`,
  steps: (steps: number) => `This turn used all its ${steps} steps. You can continue.`,
  remains: (faults: number, noun: string) =>
    `The agent says that it is finished, but the ${noun} still has ${faults === 1 ? 'an error' : `${faults} errors`}; see below.`,
  refused: 'The model refused to answer this. What was done so far is kept.',
  tooLong: 'The answer reached the length that the model may give at once. You can continue.',
  empty: 'The model answered nothing. You can continue, or choose another model.',
  notSaved: (why: string) => `The end of this turn is not saved: ${why}`,
  noVision: 'This model is not known to see pictures, so it was told only that there is one.',
  summarised: 'Older messages were summarised for the model; they are all still here.',
} as const;
