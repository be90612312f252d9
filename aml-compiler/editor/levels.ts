import { matchBrackets } from '../syntax/match-brackets.ts';
import type { Token } from '../syntax/token.ts';
import type { ModelNode } from '../syntax/tree.ts';

/** One bracket that is open at the cursor. */
export interface Level {
  readonly bracket: '(' | '[';
  /** Place of the bracket in the statement. */
  readonly index: number;
  /** The name before a `(`. */
  readonly callee: string | null;
  /** How many commas stand in it before the cursor. */
  readonly position: number;
  /** `fields` in `fields: …`, of the item that the cursor is in. */
  readonly argument: string | null;
  /** Whether nothing of the item's value stands before the cursor. */
  readonly isEmpty: boolean;
  /** Names that stand in it already, as items or names of arguments. */
  readonly names: readonly string[];
}

interface Statement {
  /** Tokens of the member that the offset is in, before it; none at the beginning of a line. */
  readonly statement: readonly Token[];
  /** Brackets open there, outermost first. */
  readonly levels: readonly Level[];
}

/**
 * The member of a model that the offset belongs to. A line begins a new one unless a bracket that is closed behind it
 * is open over it, or it begins with a single `@`; in a block on one line the syntax tree says where members begin.
 * @param tokens those that carry meaning, in order
 * @param goesOn whether a single `@` stands at the offset
 */
export function readStatement(
  source: string,
  tokens: readonly Token[],
  block: ModelNode,
  offset: number,
  goesOn: boolean,
): Statement {
  const starts = new Set([...block.fields, ...block.attributes].map(({ start }) => start));
  const closes = matchBrackets(source, tokens);
  let first = tokens.findIndex((token) => token.start > (block.body?.start ?? 0));
  if (first === -1) first = tokens.length;
  /** Places of open brackets in `tokens`. */
  let open: number[] = [];
  let at = first;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.start >= offset) break;
    const char = source[token.start] ?? '';
    const isMark = char === '@' && token.end === token.start + 1;
    if (token.first) open = open.filter((bracket) => closes[bracket] !== -1);
    if (open.length === 0 && ((token.first && !isMark) || starts.has(token.start))) first = at;
    if (token.kind !== 'punctuation') continue;
    if (char === '(' || char === '[') open.push(at);
    else if (char === ')' || char === ']') open.pop();
  }
  const statement = tokens.slice(first, at);
  const last = statement.at(-1);
  if (last !== undefined && /[\r\n]/.test(source.slice(last.end, offset))) {
    open = open.filter((bracket) => closes[bracket] !== -1);
    if (open.length === 0 && !goesOn) return { statement: [], levels: [] };
  }
  const places = open.map((bracket) => bracket - first);
  return {
    statement,
    levels: places.map((index, depth) => level(source, statement, index, places[depth + 1])),
  };
}

function level(source: string, statement: readonly Token[], index: number, inner: number | undefined): Level {
  const text = (at: number): string => {
    const token = statement[at];
    return token === undefined ? '' : source.slice(token.start, token.end);
  };
  const names: string[] = [];
  let item: number[] = [];
  let position = 0;
  let depth = 0;
  for (let at = index + 1; at < (inner ?? statement.length); at++) {
    const word = text(at);
    if (depth === 0 && word === ',') {
      position++;
      item = [];
      continue;
    }
    if (depth === 0 && item.length === 0 && statement[at]?.kind === 'name') names.push(word);
    if (word === '(' || word === '[') depth++;
    else if (word === ')' || word === ']') depth--;
    item.push(at);
  }
  const isNamed = item[1] !== undefined && text(item[1]) === ':';
  const callee = statement[index - 1];
  return {
    bracket: text(index) === '(' ? '(' : '[',
    index,
    callee: callee?.kind === 'name' ? text(index - 1) : null,
    position,
    argument: isNamed && item[0] !== undefined ? text(item[0]) : null,
    isEmpty: item.length === (isNamed ? 2 : 0),
    names,
  };
}
