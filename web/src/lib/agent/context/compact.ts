import { streamText, type LanguageModel, type LanguageModelUsage } from 'ai';
import { toolCallOf, type AgentMessage, type AgentPart, type SummaryData } from '../message.ts';
import { SUMMARISE } from '../prompts/summary.ts';
import { estimateTokens } from './estimate.ts';
import { newestSummary } from './for-model.ts';

/** Characters of one message that a summary is made from. Of tool calls only the name and the result count. */
const PERSON_CHARACTERS = 2_000;
const AGENT_CHARACTERS = 4_000;
/** Characters of a summary that is kept. */
const SUMMARY_CHARACTERS = 12_000;

/** What a summary is to replace. */
export interface Compaction {
  /** Id of the newest message that it covers. */
  readonly through: string;
  /** How many it covers, with those that an earlier summary covers already. */
  readonly messages: number;
  readonly before: SummaryData | null;
  readonly open: readonly AgentMessage[];
}

/**
 * What can be summarised so that the rest takes no more than `keepTokens`: whole turns, oldest first, never the newest
 * turn. Null when there is nothing older. The same messages give the same answer.
 */
export function planCompaction(history: readonly AgentMessage[], keepTokens: number): Compaction | null {
  const before = newestSummary(history);
  const begin = history.findIndex(({ id }) => id === before?.through) + 1;
  const open = history.slice(begin);
  let end = open.length;
  while (end > 0) {
    const start = turnStart(open, end);
    if (estimateTokens(open.slice(start)) > keepTokens) break;
    end = start;
  }
  const last = open[end - 1];
  if (last === undefined) return null;
  return { through: last.id, messages: begin + end, before, open: open.slice(0, end) };
}

/**
 * The text that a summary is made from, at most `room` characters of it. When there is too much, the agent's messages
 * are cut first, all to the same length: what the person wants is said in theirs.
 */
export function sourceOf({ before, open }: Compaction, room: number): string {
  const write = (agentCharacters: number): string =>
    [
      ...(before === null ? [] : [`Summary of what was before:\n${before.text}`]),
      ...open.map((message) =>
        rendered(message, message.role === 'user' ? PERSON_CHARACTERS : agentCharacters),
      ),
    ].join('\n\n');
  const whole = write(AGENT_CHARACTERS);
  if (whole.length <= room) return whole;
  const agents = open.filter(({ role }) => role !== 'user').length;
  const rest = Math.floor((room - write(0).length) / Math.max(1, agents));
  return write(Math.max(0, rest)).slice(0, room);
}

/** Where the turn that ends before `end` begins: at its person's message. */
function turnStart(messages: readonly AgentMessage[], end: number): number {
  const at = messages.slice(0, end - 1).findLastIndex(({ role }) => role === 'user');
  return messages[end - 1]?.role === 'user' ? end - 1 : Math.max(0, at);
}

function rendered({ role, parts }: AgentMessage, characters: number): string {
  const text = parts.map(renderedPart).filter(Boolean).join('\n');
  const cut = text.length > characters ? `${text.slice(0, characters)} […]` : text;
  return `${role === 'user' ? 'Person' : 'Agent'}: ${cut}`;
}

function renderedPart(part: AgentPart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'file') return '[a picture]';
  const call = toolCallOf(part);
  if (call === null) return '';
  const path =
    typeof call.input === 'object' && call.input !== null && 'path' in call.input ? call.input.path : '';
  return `[${call.name} ${String(path)}: ${call.state === 'output-available' ? 'done' : 'failed'}]`;
}

/**
 * Has the model write the summary.
 * @param room characters of the source that fit into one call
 * @throws whatever the call throws
 */
export async function summarise(
  plan: Compaction,
  model: LanguageModel,
  room: number,
  signal: AbortSignal,
): Promise<{ readonly summary: SummaryData; readonly usage: LanguageModelUsage | null }> {
  const source = sourceOf(plan, room);
  let failure: unknown = null;
  const result = streamText({
    model,
    instructions: SUMMARISE,
    messages: [{ role: 'user', content: source }],
    maxRetries: 0,
    abortSignal: signal,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  signal.throwIfAborted();
  if (failure !== null) throw failure;
  const said = text.trim() === '' ? source : text.trim();
  return {
    summary: { through: plan.through, messages: plan.messages, text: said.slice(0, SUMMARY_CHARACTERS) },
    usage: await result.usage,
  };
}
