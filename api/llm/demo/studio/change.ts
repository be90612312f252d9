import type { KindId } from '../../../content/kinds.ts';
import { say, type Move } from '../move.ts';
import { IDENTITY } from '../phrases.ts';
import type { Transcript } from '../transcript.ts';
import { mistakesIn } from './outcome.ts';
import { replay, touchedBefore } from './replay.ts';
import { quote, type Wish } from './wish.ts';
import { isObject } from '../../../content/operation.ts';
import { offerToChange, SPOKEN } from './words.ts';

/** What a request asks for, and the clauses of it that were not understood. */
export interface Request {
  readonly wishes: readonly Wish[];
  readonly unread: readonly string[];
  /** Said after all is done. */
  readonly ending: string;
}

const MOST_SHOWN = 5;

/** The next move on the way to what was asked for: look, one small step after the other, a check when there are mistakes, a summary. */
export function changeMove(
  kind: KindId,
  { wishes, unread, ending }: Request,
  { steps, earlier }: Transcript,
  tools: ReadonlySet<string>,
): Move {
  const { one } = SPOKEN[kind];
  if (!tools.has('studio_get_state')) {
    return say(`${IDENTITY} I could do that, but this request does not let me look at the ${one}.`);
  }
  const progress = replay(kind, wishes, steps, touchedBefore(kind, earlier));
  if (progress.next === 'look') {
    const text =
      progress.because === null
        ? `I look at the ${one} as it is now.`
        : `That was not taken: ${sentence(progress.because)} I look at the ${one} again and try once more.`;
    return { text, calls: [{ tool: 'studio_get_state', args: {} }] };
  }
  if (progress.next === 'step') {
    const { call, doing } = progress.step;
    if (tools.has(call.tool)) return { text: doing, calls: [call] };
    return say(`${IDENTITY} I could do that, but this request does not let me make such a change.`);
  }
  if (progress.next === 'stop') {
    const before = progress.done.length > 0 ? ` Done before that: ${progress.done.join(' ')}` : '';
    return say(
      `I could not do it: ${sentence(progress.why)}${before}\n\nI am a script and know no other way, so I stop here. Ask me again in a moment, or change it by hand beside this chat.`,
    );
  }
  const checked = steps.findLast(({ tool }) => tool === 'studio_validate');
  if (progress.mistakes.length > 0 && !checked && tools.has('studio_validate')) {
    return {
      text: `The ${one} has mistakes now. I ask which.`,
      calls: [{ tool: 'studio_validate', args: {} }],
    };
  }
  const found = checked?.result ? mistakesIn(diagnosticsOf(checked.result.value)) : progress.mistakes;
  const done = progress.done.filter(Boolean).join(' ');
  return say([done, mistakes(one, found), notUnderstood(kind, unread), ending].filter(Boolean).join('\n\n'));
}

function mistakes(one: string, found: readonly string[]): string {
  if (found.length === 0) return '';
  const lines = found.slice(0, MOST_SHOWN).map((line) => `- ${line}`);
  const more = found.length > MOST_SHOWN ? `\n- and ${found.length - MOST_SHOWN} more` : '';
  return `The ${one} is kept, but it has ${found.length === 1 ? 'a mistake' : 'mistakes'}, so its page shows how it was before:\n\n${lines.join('\n')}${more}`;
}

function notUnderstood(kind: KindId, unread: readonly string[]): string {
  if (unread.length === 0) return '';
  return `I did not understand ${unread.map(quote).join(', ')}, and left that out. ${offerToChange(kind)}`;
}

function diagnosticsOf(value: unknown): unknown {
  return isObject(value) ? value['diagnostics'] : [];
}

function sentence(text: string): string {
  return /[.!?:]$/u.test(text) ? text : `${text}.`;
}
