import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { shorten } from './parse-value.ts';
import type { NameNode } from './tree.ts';

/**
 * Ways of other languages to write a type: `[]X`, `[X]`, `List<X>`, `'a' | 'b'`, `varchar(80)`, `enum(…)`. Each is one
 * mistake; the cursor then stands behind it. `name` is null before the type's name has been read.
 */
export function refuseForeignType(
  cursor: Cursor,
  report: Report,
  field: string,
  name: NameNode | null,
): boolean {
  if (!cursor.sameLine()) return false;
  const at = cursor.peek();
  const short = shorten(field);
  if (name === null && cursor.is('[')) {
    const inner = [1, 2].find((ahead) => cursor.peek(ahead).kind === 'name' && cursor.sameLine(ahead));
    if (inner === undefined || (inner === 2 && !cursor.is(']', 1))) return false;
    const element = shorten(cursor.text(cursor.peek(inner)));
    report.add(
      'list_syntax',
      at.start,
      'The brackets of a list stand behind its type.',
      `Write \`${short} ${element}[]\`.`,
    );
    skipBrackets(cursor);
    if (inner === 2) cursor.next();
  } else if (name === null && at.kind === 'string') {
    report.add(
      'unexpected_text',
      at.start,
      'A text is no type.',
      `For a fixed set of values write \`${short} Kind\` and a block \`enum Kind { … }\`, else \`${short} String\`.`,
    );
    cursor.skipLine();
  } else if (name === null && at.kind === 'bad') {
    const code = (cursor.source.codePointAt(at.start) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    report.add(
      'unexpected_text',
      at.start,
      `The character U+${code}, which may be invisible, stands between a field and its type.`,
      'Remove it, or put a space there.',
    );
    cursor.skipLine();
  } else if (name !== null && cursor.is('<')) {
    const inside = cursor.peek(1).kind === 'name' ? shorten(cursor.text(cursor.peek(1))) : 'String';
    const wanted = /^(optional|nullable|maybe|option)$/i.test(name.text)
      ? `${inside}?`
      : /map|record|dict|object|json/i.test(name.text)
        ? 'Json'
        : `${inside}[]`;
    report.add(
      'unexpected_text',
      at.start,
      'A type takes no `<…>`.',
      `Write \`${short} ${wanted}\`: \`?\` behind a type makes it optional, \`[]\` a list.`,
    );
    for (let depth = 0; cursor.sameLine() && !cursor.is('}');) {
      if (cursor.is('<')) depth++;
      else if (cursor.is('>')) depth--;
      cursor.next();
      if (depth === 0) break;
    }
  } else if (name !== null && cursor.is('(')) {
    report.add(
      'unexpected_text',
      at.start,
      'A type takes no arguments.',
      argumentsHint(cursor, short, name.text),
    );
    skipBrackets(cursor);
  } else return false;
  while (cursor.sameLine() && (cursor.is('!') || cursor.is('?'))) cursor.next();
  return true;
}

function argumentsHint(cursor: Cursor, field: string, type: string): string {
  if (/^enum$/i.test(type))
    return `Write \`${field} Kind\` and a block of its own, such as \`enum Kind { OPEN DONE }\`.`;
  if (/^(decimal|numeric|money)$/i.test(type)) return `Write \`${field} Decimal\`.`;
  if (/^unsupported$/i.test(type)) return `Write \`${field} String\` or \`${field} Json\`.`;
  if (/int/i.test(type)) return `Write \`${field} Int\`.`;
  if (/^(float|double|real)/i.test(type)) return `Write \`${field} Float\`.`;
  if (/^(date|time)/i.test(type)) return `Write \`${field} DateTime\`.`;
  const first = cursor.peek(1);
  const most = first.kind === 'number' ? cursor.text(first) : '255';
  return `Write \`${field} String @length(${most})\` for a text of at most ${most} characters.`;
}

function skipBrackets(cursor: Cursor): void {
  const close = cursor.closeOf(cursor.index);
  if (close === -1) cursor.skipLine();
  else cursor.moveTo(close + 1);
}
