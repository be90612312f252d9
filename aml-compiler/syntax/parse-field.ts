import { replacing } from '../fix.ts';
import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { skipInnerBlock } from './inner-block.ts';
import { refuseForeignType } from './foreign-type.ts';
import { parseAttribute } from './parse-attribute.ts';
import { commentHint } from './comment-hint.ts';
import { shorten } from './parse-value.ts';
import type { AttributeNode, FieldNode, NameNode, TypeNode } from './tree.ts';

const SQL_WORDS =
  /^(not|null|primary|key|unique|references|default|auto_increment|autoincrement|check|collate)$/i;
const PRESENCE_WORDS = /^(required|optional|nullable|mandatory)$/i;

/** One field, the cursor on its name. Never fails: what cannot be read is reported and left out. */
export function parseField(cursor: Cursor, report: Report): FieldNode {
  const from = cursor.index;
  const above = cursor.docsAbove();
  const name = parseName(cursor);
  if (cursor.is('?') && cursor.sameLine()) {
    report.add(
      'unexpected_text',
      cursor.next().start,
      'The `?` of an optional field stands behind its type.',
      `Write \`${name.text} String?\`.`,
    );
    cursor.accept(':');
  } else if (cursor.is(':') && cursor.sameLine()) {
    report.add(
      'unexpected_text',
      cursor.next().start,
      `No colon stands between a field and its type.`,
      `Write \`${name.text} String\`.`,
    );
  }
  const type = parseType(cursor, report, name);
  const attributes: AttributeNode[] = [];
  // A line that begins with a single `@` goes on with the field above it.
  let decorated = false;
  while (cursor.is('@')) {
    decorated ||= cursor.peek().first;
    const attribute = parseAttribute(cursor, report);
    if (attribute === null) {
      cursor.skipLine();
      break;
    }
    attributes.push(attribute);
  }
  endOfField(cursor, report, decorated);
  return {
    name,
    type,
    attributes,
    doc: cursor.docsSince(from, above),
    start: name.start,
    end: cursor.lastEnd(),
  };
}

export function parseName(cursor: Cursor): NameNode {
  const token = cursor.next();
  return { text: cursor.text(token), start: token.start, end: token.end };
}

function parseType(cursor: Cursor, report: Report, field: NameNode): TypeNode | null {
  if (refuseForeignType(cursor, report, field.text, null)) return null;
  if (cursor.is('{') && cursor.sameLine()) {
    skipInnerBlock(cursor, report);
    return null;
  }
  if (cursor.peek().kind !== 'name' || !cursor.sameLine()) {
    report.add(
      'missing_type',
      field.start,
      `The field \`${shorten(field.text)}\` has no type.`,
      `Write for example \`${shorten(field.text)} String\`.`,
    );
    if (!cursor.is('@')) cursor.skipLine();
    return null;
  }
  const name = parseName(cursor);
  const broken = refuseForeignType(cursor, report, field.text, name);
  let optional = false;
  let list = false;
  while (cursor.sameLine()) {
    const again = cursor.is('?') ? optional : list && cursor.is('[') && cursor.is(']', 1);
    if (again)
      report.add(
        'unexpected_text',
        cursor.peek().start,
        cursor.is('?') ? 'One `?` is enough.' : 'There are no lists of lists.',
        cursor.is('?')
          ? 'Remove this one.'
          : `Make it a model of its own, or write \`${shorten(field.text)} Json\`.`,
      );
    if (cursor.is('?')) optional = true;
    else if (cursor.is('[') && cursor.is(']', 1)) {
      list = true;
      cursor.next();
    } else if (cursor.is('!')) {
      report.add(
        'unexpected_text',
        cursor.peek().start,
        'A field is required unless its type ends in `?`.',
        'Remove the `!`.',
      );
    } else break;
    cursor.next();
  }
  if (broken) return null;
  return { name, optional, list, start: name.start, end: cursor.lastEnd() };
}

/** Behind a field: the end of its line, or the next field when the block stands on one line. */
function endOfField(cursor: Cursor, report: Report, decorated: boolean): void {
  while (cursor.sameLine() && (cursor.is(',') || cursor.is(';'))) {
    const token = cursor.next();
    report.add(
      'unneeded_punctuation',
      token.start,
      `No \`${cursor.text(token)}\` is needed between fields.`,
      { text: 'Remove it; each field stands on its own line.', fix: replacing(token, '') },
    );
  }
  if (!cursor.sameLine() || cursor.is('}') || cursor.is('@@')) return;
  if (cursor.is('{')) {
    skipInnerBlock(cursor, report);
    return;
  }
  const token = cursor.peek();
  const word = cursor.text(token);
  const startsField = token.kind === 'name' && cursor.peek(1).kind === 'name' && cursor.sameLine(1);
  if (startsField && decorated) {
    // `@unique` on a line above would silently have marked the field before it.
    report.add(
      'unexpected_text',
      token.start,
      `An attribute stands behind its field; this line's goes on with the field above, not with \`${shorten(word)}\`.`,
      `Write \`${shorten(word)} ${shorten(cursor.text(cursor.peek(1)))}\` first, then the attribute.`,
    );
    return;
  }
  if (startsField && !SQL_WORDS.test(word)) return;
  report.add(
    'unexpected_text',
    token.start,
    `\`${shorten(word)}\` is not expected behind a field.`,
    SQL_WORDS.test(word)
      ? 'AML has no SQL: `?` makes a field optional; `@id`, `@unique`, `@default(…)`, `@relation(…)` say the rest.'
      : PRESENCE_WORDS.test(word)
        ? 'A field is required unless its type ends in `?`.'
        : word === '='
          ? 'A default is an attribute: `@default(…)`.'
          : commentHint(word, 'Behind the type come only attributes, each with an `@`.'),
  );
  cursor.skipLine();
}
