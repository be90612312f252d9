import { toolCallOf, type AgentPart } from '#lib/agent/message.ts';

/** A stretch of a message that is drawn as one thing. */
export type Block =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'calls'; readonly parts: readonly AgentPart[] };

/** The parts of a message in order; calls that follow each other stand in one list. Pictures stand apart. */
export function blocksOf(parts: readonly AgentPart[]): readonly Block[] {
  const blocks: (Block | { kind: 'calls'; parts: AgentPart[] })[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (part.type === 'text' || part.type === 'reasoning') {
      if (part.text.trim() !== '') blocks.push({ kind: part.type, text: part.text });
    } else if (part.type === 'data-summary') {
      blocks.push({ kind: 'summary', text: part.data.text });
    } else if (toolCallOf(part) !== null) {
      if (last?.kind === 'calls') (last.parts as AgentPart[]).push(part);
      else blocks.push({ kind: 'calls', parts: [part] });
    }
  }
  return blocks;
}

/** A text with its `@` mentions told apart, so that they can be set as names of files. */
export function withMentions(
  text: string,
  files: ReadonlySet<string>,
): readonly { readonly text: string; readonly mention: boolean }[] {
  const pieces: { text: string; mention: boolean }[] = [];
  let at = 0;
  for (const { 0: whole, index } of text.matchAll(/@[^\s@]+/gu)) {
    const path = longestPath(whole.slice(1), files);
    if (path === null || (index > 0 && /\w/.test(text[index - 1] ?? ''))) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), mention: false });
    pieces.push({ text: `@${path}`, mention: true });
    at = index + path.length + 1;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), mention: false });
  return pieces;
}

/** Punctuation of the sentence may follow the name. */
function longestPath(text: string, files: ReadonlySet<string>): string | null {
  for (let end = text.length; end > 0; end -= 1) {
    const path = text.slice(0, end);
    if (files.has(path)) return path;
    if (!/[.,;:!?)\]"'`]/.test(text[end - 1] ?? '')) return null;
  }
  return null;
}
