import type { KindId } from '../../../content/kinds.ts';
import { isObject } from '../../../content/operation.ts';
import { say, type Move } from '../move.ts';
import { IDENTITY, REAL_MODEL } from '../phrases.ts';
import type { Transcript } from '../transcript.ts';
import { migrated, readDiff } from './migrate.ts';
import { opened, readState } from './opened.ts';
import { readOutcome } from './outcome.ts';
import { SPOKEN } from './words.ts';

const UPGRADE =
  /\b(?:bring|get|make|keep)\b.{0,40}\bup[\s-]to[\s-]date\b|\b(?:upgrade|migrate)\b|\bupdate\b.{0,40}\b(?:schema|version|format)\b|\b(?:to|for)\s+the\s+(?:newest|latest|current|new)\s+(?:schema|version|format)\b/iu;

/** Whether a text asks to bring the document to the current version of its schema. */
export function asksForUpgrade(text: string): boolean {
  return UPGRADE.test(text);
}

/** The next move of an upgrade (spec 9.4): the state, what changed since, the document again, and a look whether that did it. */
export function upgradeMove(kind: KindId, { steps }: Transcript, tools: ReadonlySet<string>): Move {
  const { one } = SPOKEN[kind];
  const needed = ['studio_get_state', 'studio_schema_diff', 'studio_set_document'];
  if (needed.some((tool) => !tools.has(tool))) {
    return say(
      `${IDENTITY} I could look into that, but this request does not let me read and write the ${one}.`,
    );
  }
  const look = (text: string): Move => ({ text, calls: [{ tool: 'studio_get_state', args: {} }] });
  const looks = steps.flatMap((step, at) => (step.tool === 'studio_get_state' ? [{ step, at }] : []));
  const last = looks.at(-1);
  if (!last) return look(`I look which version of the schema the ${one} was made for.`);
  const state = readState(last.step.result?.value);
  if (!state) return say(`I could not read the ${one}: ${last.step.result?.problem ?? 'no answer came'}`);
  const writes = steps.flatMap((step, at) =>
    step.tool === 'studio_set_document' ? [{ at, ...readOutcome(step.result) }] : [],
  );
  const written = writes.at(-1);
  if (written && written.at > last.at) {
    if (written.taken === true && written.mistakes.length > 0) return say(notValid(one, written.mistakes));
    if (written.taken === true) return look('It is taken. I look whether that was all.');
    if (writes.length > 1) return say(`I could not bring the ${one} up to date: ${written.why}`);
    return look(`That was not taken: ${written.why} I look again and try once more.`);
  }
  const { currentSchemaVersion: current, docSchemaVersion: made } = state;
  if (made >= current)
    return say(upToDate(one, state.rendererSchemaVersion < current, current, writes.length > 0));
  const diff = readDiff(steps.findLast(({ tool }) => tool === 'studio_schema_diff')?.result?.value);
  if (!diff) {
    if (steps.some(({ tool }) => tool === 'studio_schema_diff'))
      return say('I could not read what changed since.');
    return {
      text: `The ${one} was made for version ${made} of the schema; the current one is ${current}. I ask what changed between them.`,
      calls: [{ tool: 'studio_schema_diff', args: { fromVersion: made } }],
    };
  }
  const document = migrated(opened(kind, state.document, null).document, diff);
  if (!isObject(document)) {
    const changes = diff.filter(({ breaking }) => breaking).map(({ summary }) => `- ${summary}`);
    return say(
      `${IDENTITY} I cannot bring this ${one} up to date: these changes need somebody who understands it.\n\n${changes.join('\n')}\n\nI left everything as it is. ${REAL_MODEL}`,
    );
  }
  return {
    text: 'I know how to do that. Nothing of what is written in it is lost.',
    calls: [{ tool: 'studio_set_document', args: { document } }],
  };
}

function upToDate(one: string, page: boolean, current: number, done: boolean): string {
  const begin = `The ${one} is ${done ? 'up to date now' : 'up to date already'}: it fits version ${current} of its schema.`;
  return page
    ? `${begin} The page that shows it was made for an earlier version. I am a script and write no pages; ${REAL_MODEL.charAt(0).toLowerCase()}${REAL_MODEL.slice(1)}`
    : begin;
}

function notValid(one: string, mistakes: readonly string[]): string {
  const lines = mistakes.slice(0, 5).map((line) => `- ${line}`);
  return `The ${one} was written for the current version, but it does not fit it yet:\n\n${lines.join('\n')}\n\nI am a script and cannot mend that; you can, beside this chat.`;
}
