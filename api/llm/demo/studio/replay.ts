import type { KindId } from '../../../content/kinds.ts';
import { isObject } from '../../../content/operation.ts';
import type { Step as Made } from '../transcript.ts';
import { opened, readState, type Opened } from './opened.ts';
import { readOutcome } from './outcome.ts';
import { forecast, type Forecast } from './simulate.ts';
import { isStep, type Step, type Wish } from './wish.ts';

/** How far a request has come. */
export type Progress =
  | { readonly next: 'look'; readonly because: string | null }
  | { readonly next: 'step'; readonly step: Step }
  | { readonly next: 'stop'; readonly why: string; readonly done: readonly string[] }
  | { readonly next: 'end'; readonly done: readonly string[]; readonly mistakes: readonly string[] };

const CHANGES: readonly string[] = ['studio_set_document', 'studio_apply_edit', 'studio_invoke'];

const TOO_LONG = 'It is longer than I can read at once, so I change nothing in it.';
/** Reading the state again cannot help against these. */
const FINAL: readonly string[] = [
  'too_large',
  'unsupported',
  'unknown_op',
  'unknown_method',
  'internal',
  'repeated_call',
];

/**
 * Goes through what was done for a request so far, wish by wish. The demo keeps nothing between requests: the document
 * is what was read last, with our own changes since then worked out in the same way as the Studio makes them.
 */
export function replay(
  kind: KindId,
  wishes: readonly Wish[],
  steps: readonly Made[],
  touched: Opened['touched'],
): Progress {
  const left = [...wishes];
  const done: string[] = [];
  let now: Opened | null = null;
  let spoken = touched;
  let cut = false;
  let refusals = 0;
  let because: string | null = null;
  /** What the text should be, where a change got no answer. */
  let hoped: { readonly text: string; readonly step: Step } | null = null;
  let mistakes: readonly string[] = [];

  const next = (at: Opened): Step | null => {
    for (let wish = left[0]; wish; wish = left[0]) {
      const outcome = wish(at);
      if (isStep(outcome)) {
        const whole = outcome.call.tool === 'studio_set_document';
        const ahead: Forecast = cut && !whole ? { why: TOO_LONG } : forecast(at, outcome.call);
        if ('text' in ahead) return outcome;
        done.push(ahead.why);
      } else done.push(outcome.why);
      left.shift();
    }
    return null;
  };
  const finish = (step: Step, text: string): void => {
    if (step.done !== '') done.push(step.done);
    spoken = step.touched === undefined ? spoken : step.touched;
    // How a host writes a document down is its own affair: only a look tells the text that further edits need.
    now = step.call.tool === 'studio_set_document' ? null : opened(kind, text, spoken);
    refusals = 0;
    if (!step.more) left.shift();
  };

  for (const made of steps) {
    if (made.tool === 'studio_get_state') {
      const state = readState(made.result?.value);
      if (state === null) return { next: 'stop', why: made.result?.problem ?? 'no answer came', done };
      mistakes = readOutcome(made.result).mistakes;
      now = opened(kind, state.document, spoken);
      cut = state.cut === true;
      if (hoped && hoped.text === state.document) finish(hoped.step, state.document);
      hoped = null;
      because = null;
      continue;
    }
    if (!CHANGES.includes(made.tool) || now === null || because !== null) continue;
    const step = next(now);
    if (!step) break;
    const ahead = forecast(now, step.call);
    const text = 'text' in ahead ? ahead.text : now.text;
    const outcome = readOutcome(made.result);
    if (outcome.taken === true) {
      mistakes = outcome.mistakes;
      finish(step, text);
      continue;
    }
    refusals += 1;
    if (refusals > 1 || FINAL.includes(outcome.code ?? '')) return { next: 'stop', why: outcome.why, done };
    because = outcome.why || 'No answer came to the change.';
    if (outcome.taken === null) hoped = { text, step };
  }

  if (left.length > 0 && (now === null || because !== null)) return { next: 'look', because };
  const step = now === null ? null : next(now);
  return step ? { next: 'step', step } : { next: 'end', done, mistakes };
}

/** What was changed last, before this request: what "it" means at its beginning. */
export function touchedBefore(kind: KindId, earlier: readonly Made[]): Opened['touched'] {
  const last = earlier.findLast(
    ({ tool, result }) => tool === 'studio_invoke' && readOutcome(result).taken === true,
  );
  const params = last?.args['params'];
  if (!isObject(params)) return null;
  const { key, field, index, to } = params;
  if (kind === 'form') {
    const own = isObject(field) ? field['key'] : key;
    return typeof own === 'string' ? own : null;
  }
  const told = last?.result?.value;
  const place = to ?? index ?? (isObject(told) ? told['index'] : undefined);
  return last?.args['op'] === 'remove' || typeof place !== 'number' ? null : place;
}
