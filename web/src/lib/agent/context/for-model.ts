import { checkWords } from '../finish-check.ts';
import { toolCallOf, type AgentMessage, type AgentPart, type SummaryData } from '../message.ts';
import { asNotRun, NOT_RUN } from '../transcript.ts';
import { withImages } from './images.ts';
import { withScreenshots } from './screenshots.ts';
import { shortened, SHORTENINGS } from './shorten.ts';

export interface ModelView {
  /** The model sees pictures. */
  readonly vision: boolean;
  /** Index into `SHORTENINGS`. */
  readonly shortening: number;
}

/**
 * Messages as a model may see them again: behind the newest summary, with older calls shortened, pictures where they can
 * be seen, and in a form that every provider takes.
 */
export function forModel(
  messages: readonly AgentMessage[],
  { vision, shortening }: ModelView = { vision: true, shortening: 0 },
): AgentMessage[] {
  const level = SHORTENINGS[Math.min(shortening, SHORTENINGS.length - 1)];
  const seen = withScreenshots(withImages(sinceSummary(messages), vision), vision);
  return (level === undefined ? seen : shortened(seen, level))
    .map((message) => ({
      ...message,
      parts: [...message.parts.filter(says).map(withObjectInput), ...ending(message)],
    }))
    .flatMap(splitWhereWeSpeak)
    .filter((message) => message.parts.some(({ type }) => type !== 'step-start' && type !== 'data-summary'));
}

/**
 * A picture may come without a word, and providers refuse texts without any. What only a provider's package understands
 * says nothing to others, and alone it would make an answer without content.
 */
function says(part: AgentPart): boolean {
  if (part.type === 'custom') return false;
  return part.type !== 'text' || part.text.trim() !== '';
}

/** The newest summary in a transcript; null when there is none. */
export function newestSummary(messages: readonly AgentMessage[]): SummaryData | null {
  const parts = messages.flatMap(({ parts }) => parts);
  const newest = parts.findLast((part) => part.type === 'data-summary');
  return newest?.type === 'data-summary' ? newest.data : null;
}

/** What the newest summary covers is replaced by it. Without its last message it covers nothing. */
function sinceSummary(messages: readonly AgentMessage[]): readonly AgentMessage[] {
  const summary = newestSummary(messages);
  const last = messages.findIndex(({ id }) => id === summary?.through);
  if (summary === null || last === -1) return messages;
  const text = `[Summary of the conversation so far, in place of its older messages]\n${summary.text}`;
  return [
    { id: `summary-${summary.through}`, role: 'user', parts: [{ type: 'text', text }] },
    ...messages.slice(last + 1),
  ];
}

/** A turn that ended early says so at its end: the model should know, and what follows must not stand behind a tool. */
function ending({ metadata }: AgentMessage): readonly AgentPart[] {
  if (metadata === undefined || metadata.outcome === 'running' || metadata.outcome === 'completed') return [];
  const text = `[This turn ended early. ${metadata.reason ?? ''}]`;
  return [{ type: 'step-start' }, { type: 'text', text }];
}

/**
 * What a check found is said to the model between its own words, as nobody's answer but ours; so are pictures that a tool
 * took, behind all results of their step: not every provider takes a picture within a result.
 */
function splitWhereWeSpeak(message: AgentMessage): readonly AgentMessage[] {
  if (message.role !== 'assistant') return [message];
  const pieces: AgentMessage[] = [];
  let parts: AgentPart[] = [];
  let pictures: AgentPart[] = [];
  const speak = (said: AgentPart[]): void => {
    pieces.push({ ...message, parts });
    pieces.push({ id: `${message.id}-${pieces.length}`, role: 'user', parts: said });
    parts = [];
    pictures = [];
  };
  for (const part of message.parts) {
    if (pictures.length > 0 && (part.type === 'step-start' || part.type === 'data-check')) {
      speak([PICTURE_WORDS, ...pictures]);
    }
    if (part.type === 'file') pictures.push(part);
    else if (part.type === 'data-check') speak([{ type: 'text', text: checkWords(part.data.problems) }]);
    else parts.push(part);
  }
  if (pictures.length > 0) speak([PICTURE_WORDS, ...pictures]);
  return [...pieces, { ...message, parts }];
}

const PICTURE_WORDS: AgentPart = { type: 'text', text: '[The picture of the preview that you took]' };

/**
 * Providers want an object as a call's input, so a call whose arguments were no JSON goes back as an empty one whose
 * error says what came.
 */
function withObjectInput(part: AgentPart): AgentPart {
  const call = toolCallOf(part);
  if (call === null || call.state !== 'output-error') return part;
  if (typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input)) return part;
  return asNotRun(part, call.errorText ?? NOT_RUN);
}
