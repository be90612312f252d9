import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { skipBraces } from './inner-block.ts';
import { parseArguments } from './parse-value.ts';
import type { ArgumentNode, AttributeNode } from './tree.ts';

/** One attribute, the cursor on its `@` or `@@`; null when no name follows (reported). */
export function parseAttribute(cursor: Cursor, report: Report): AttributeNode | null {
  const at = cursor.next();
  if (cursor.peek().kind !== 'name' || !cursor.sameLine()) {
    report.add(
      'unexpected_text',
      at.start,
      `An attribute's name is missing after \`${cursor.text(at)}\`.`,
      'Write for example `@id` or `@default(0)`.',
    );
    return null;
  }
  const first = cursor.next();
  while (cursor.is('.') && cursor.peek(1).kind === 'name') {
    cursor.next();
    cursor.next();
  }
  const nameEnd = cursor.lastEnd();
  let args: ArgumentNode[] | null = null;
  let broken = false;
  if (cursor.is('(')) {
    const parsed = parseArguments(cursor, report, 1);
    args = parsed.args;
    broken = parsed.broken;
  } else if (cursor.sameLine() && (cursor.is('[') || cursor.is('{'))) {
    report.add(
      'unexpected_text',
      cursor.peek().start,
      'The arguments of an attribute stand in parentheses.',
      'Write `(` and `)`, such as `@length(1, 80)`.',
    );
    broken = true;
    const close = cursor.closeOf(cursor.index);
    if (cursor.is('{')) skipBraces(cursor);
    else if (close === -1) cursor.skipLine();
    else cursor.moveTo(close + 1);
  }
  return {
    name: { text: cursor.source.slice(first.start, nameEnd), start: first.start, end: nameEnd },
    args,
    broken,
    start: at.start,
    end: cursor.lastEnd(),
  };
}
