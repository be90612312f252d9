import { toolCallOf, type AgentMessage, type AgentPart } from '../message.ts';

/** How much of older calls a model is shown. */
export interface Shortening {
  /** The newest calls stay whole. */
  readonly keep: number;
  /** Characters that a text within an older call may have. */
  readonly characters: number;
}

/** From one level to the next, when the last was not enough. Level 0 shortens nothing. */
export const SHORTENINGS: readonly Shortening[] = [
  { keep: Infinity, characters: Infinity },
  { keep: 8, characters: 1_000 },
  { keep: 2, characters: 200 },
];

/**
 * Messages whose older tool calls hold only the beginning of long texts. For the model only: what is stored and shown
 * stays whole, and the model can read the files again.
 */
export function shortened(
  messages: readonly AgentMessage[],
  { keep, characters }: Shortening,
): readonly AgentMessage[] {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => toolCallOf(part) !== null);
  let left = calls.length - keep;
  if (left <= 0) return messages;
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      if (toolCallOf(part) === null) return part;
      left -= 1;
      return left >= 0 ? shortPart(part, characters) : part;
    }),
  }));
}

function shortPart(part: AgentPart, characters: number): AgentPart {
  if (!('toolCallId' in part)) return part;
  const input = shortValue(part.input, characters);
  if (part.state === 'output-available') {
    return { ...part, input, output: shortValue(part.output, characters) } as AgentPart;
  }
  return { ...part, input } as AgentPart;
}

function shortValue(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return shortText(value, characters);
  if (Array.isArray(value)) return value.map((item) => shortValue(item, characters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortValue(item, characters)]));
}

function shortText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const rest = text.length - characters;
  return `${text.slice(0, characters)}\n[${rest} more characters are left out here to save room; read the file again if you need them.]`;
}
