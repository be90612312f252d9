import { LIMITS } from '../limits.ts';
import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { decodeString } from './decode-string.ts';
import { skipBraces } from './inner-block.ts';
import type { ArgumentNode, NameNode, ValueNode } from './tree.ts';

/** Arguments of an attribute or a call, the cursor on its `(`. */
export function parseArguments(
  cursor: Cursor,
  report: Report,
  depth: number,
): { readonly args: ArgumentNode[]; readonly broken: boolean } {
  const args: ArgumentNode[] = [];
  const broken = parseList(cursor, report, depth, () => {
    const start = cursor.peek().start;
    let name: NameNode | null = null;
    if (cursor.peek().kind === 'name' && cursor.is(':', 1)) {
      const token = cursor.next();
      name = { text: cursor.text(token), start: token.start, end: token.end };
      cursor.next();
    }
    const value = parseValue(cursor, report, depth);
    args.push({ name, value, start, end: cursor.lastEnd() });
    return value.kind !== 'broken';
  });
  return { args, broken };
}

/** Reads a bracketed list; returns whether something in it was broken (and is reported). */
function parseList(cursor: Cursor, report: Report, depth: number, item: () => boolean): boolean {
  const open = cursor.index;
  const close = cursor.closeOf(open);
  const bracket = cursor.next();
  if (depth > LIMITS.argumentDepth) {
    report.add(
      'too_deep',
      bracket.start,
      `Brackets are nested more than ${LIMITS.argumentDepth} deep.`,
      'Write the value flat; a nested Json default goes into one string.',
    );
    leave(cursor, close);
    return true;
  }
  const inside = (): boolean => (close === -1 ? cursor.sameLine() && !cursor.is('}') : cursor.index < close);
  while (inside()) {
    if (!item()) {
      leave(cursor, close);
      return true;
    }
    if (!inside()) break;
    if (cursor.accept(',') !== null) continue;
    const stray = cursor.peek();
    report.add(
      'unexpected_text',
      stray.start,
      `\`${shorten(cursor.text(stray))}\` is not expected here.`,
      cursor.is('=') || (cursor.is('[') && cursor.closeOf(cursor.index) !== -1)
        ? 'A colon stands behind the name of an argument: `fields: [authorId]`.'
        : 'Arguments are separated by commas.',
    );
    leave(cursor, close);
    return true;
  }
  if (close === -1) {
    const text = cursor.text(bracket);
    report.add(
      'unclosed_bracket',
      bracket.start,
      `This \`${text}\` is never closed.`,
      `Add the missing \`${text === '(' ? ')' : ']'}\`.`,
    );
    return true;
  }
  cursor.moveTo(close + 1);
  return false;
}

/** Steps behind a list that is given up: to its closing bracket, or to the end of the line. */
function leave(cursor: Cursor, close: number): void {
  if (close === -1) cursor.skipLine();
  else cursor.moveTo(Math.max(close + 1, cursor.index));
}

export function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}

function parseValue(cursor: Cursor, report: Report, depth: number): ValueNode {
  const token = cursor.peek();
  const span = { start: token.start, end: token.end };
  if (token.kind === 'string') {
    cursor.next();
    const value = decodeString(cursor.source, token, report);
    return value === null ? { kind: 'broken', ...span } : { kind: 'string', value, ...span };
  }
  if (token.kind === 'number') {
    cursor.next();
    return { kind: 'number', text: cursor.text(token), ...span };
  }
  if (token.kind === 'name') {
    cursor.next();
    const name = { text: cursor.text(token), ...span };
    if (cursor.is('(')) {
      const { args, broken } = parseArguments(cursor, report, depth + 1);
      const whole = { start: token.start, end: cursor.lastEnd() };
      return broken ? { kind: 'broken', ...whole } : { kind: 'call', name, args, ...whole };
    }
    return { kind: 'name', ...name };
  }
  if (cursor.is('[')) {
    const items: ValueNode[] = [];
    const broken = parseList(cursor, report, depth + 1, () => {
      const item = parseValue(cursor, report, depth + 1);
      items.push(item);
      return item.kind !== 'broken';
    });
    const whole = { start: token.start, end: cursor.lastEnd() };
    return broken ? { kind: 'broken', ...whole } : { kind: 'array', items, ...whole };
  }
  if (cursor.is('{')) {
    report.add(
      'unexpected_text',
      token.start,
      'An object is no value here.',
      'A Json default is JSON in a text: `@default("{}")`, with `\\"` for the quotes in it.',
    );
    skipBraces(cursor);
    return { kind: 'broken', ...span };
  }
  report.add(
    'unexpected_text',
    token.start,
    cursor.is(',')
      ? 'A value is missing before this `,`.'
      : `\`${shorten(cursor.text(token))}\` is not a value.`,
    'A value is a "text", a number, true or false, a name, or a [list] of these.',
  );
  return { kind: 'broken', ...span };
}
