import type { Token } from '../syntax/token.ts';

/** Text of a member or header, with the offsets in it at which given tokens begin. */
export interface InlineText {
  readonly text: string;
  /** Offset of the first token at or behind each of the asked places; null when there is none. */
  readonly marks: readonly (number | null)[];
}

const CONTINUED = '    ';
const NO_GAP_AFTER: ReadonlySet<string> = new Set(['@', '@@', '(', '[', '.']);
const NO_GAP_BEFORE: ReadonlySet<string> = new Set([')', ']', ',', ':', '?', '.', '(', ';']);

/** Line ends and trailing blanks do not count; `*` at the beginning of lines is aligned. */
export function commentText(source: string, token: Token, indent: string): string {
  const lines = source
    .slice(token.start, token.end)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd());
  const [head = '', ...rest] = lines;
  const starred = token.first && rest.every((line) => /^\s*\*/.test(line));
  return [head, ...rest.map((line) => (starred ? `${indent} ${line.trimStart()}` : line))].join('\n');
}

export const isComment = (token: Token): boolean => token.kind === 'comment' || token.kind === 'doc';

/**
 * Tokens on one line, except that comments stay where they are: what ended a line still ends it, since a `///` there
 * documents what stands before it.
 */
export function inline(source: string, tokens: readonly Token[], places: readonly number[] = []): InlineText {
  const marks: (number | null)[] = places.map(() => null);
  const kept = withoutNeedless(source, tokens);
  let text = '';
  let before = '';
  let lineOver = false;
  for (const token of kept) {
    const own = isComment(token)
      ? commentText(source, token, CONTINUED)
      : source.slice(token.start, token.end);
    if (lineOver || (isComment(token) && token.first)) text += `\n${CONTINUED}`;
    else if (before !== '' && !joined(before, own, token)) text += ' ';
    for (const [index, place] of places.entries())
      if (marks[index] === null && token.start >= place) marks[index] = text.length;
    text += own;
    lineOver = isComment(token) && (token.first || own.startsWith('//'));
    before = own;
  }
  return { text, marks };
}

function joined(before: string, own: string, token: Token): boolean {
  if (NO_GAP_AFTER.has(before)) return true;
  if (token.kind !== 'punctuation') return false;
  return NO_GAP_BEFORE.has(own) || (own === '[' && /\w$/.test(before));
}

/** Drops commas and semicolons at the end of a member and before a closing bracket, unless a comment is next to them. */
function withoutNeedless(source: string, tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter((token, index) => {
    if (token.kind !== 'punctuation') return true;
    const char = source[token.start];
    if (char === '(' || char === '[') depth++;
    if (char === ')' || char === ']') depth--;
    if (char !== ',' && char !== ';') return true;
    const before = tokens[index - 1];
    if (before !== undefined && isComment(before)) return true;
    if (depth === 0) return false;
    const next = tokens[index + 1];
    const closes = next?.kind === 'punctuation' && ')]'.includes(source[next.start] ?? '');
    return !closes;
  });
}
