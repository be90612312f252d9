import { replacing } from '../fix.ts';
import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { skipInnerBlock } from './inner-block.ts';
import { parseAttribute } from './parse-attribute.ts';
import { commentHint } from './comment-hint.ts';
import { shorten } from './parse-value.ts';
import type { AttributeNode, FieldNode, NameNode, TypeNode } from './tree.ts';

const SQL_WORDS = /^(not|null|primary|key|unique|references|default|auto_increment|check|collate)$/i;

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
  while (cursor.is('@')) {
    const attribute = parseAttribute(cursor, report);
    if (attribute === null) {
      cursor.skipLine();
      break;
    }
    attributes.push(attribute);
  }
  endOfField(cursor, report);
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
  if (cursor.is('[') && cursor.sameLine() && cursor.peek(1).kind === 'name') {
    const element = cursor.text(cursor.peek(1));
    report.add(
      'list_syntax',
      cursor.peek().start,
      'The brackets of a list stand behind its type.',
      `Write \`${field.text} ${element}[]\`.`,
    );
    const close = cursor.closeOf(cursor.index);
    if (close === -1) cursor.skipLine();
    else cursor.moveTo(close + 1);
    while (cursor.sameLine() && (cursor.is('!') || cursor.is('?'))) cursor.next();
    return null;
  }
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
  let broken = false;
  if (cursor.is('(') && cursor.sameLine()) {
    report.add(
      'unexpected_text',
      cursor.peek().start,
      `A type takes no arguments.`,
      `Write \`${field.text} String @length(255)\` for a text of at most 255 characters.`,
    );
    const close = cursor.closeOf(cursor.index);
    if (close === -1) cursor.skipLine();
    else cursor.moveTo(close + 1);
    broken = true;
  }
  let optional = false;
  let list = false;
  while (cursor.sameLine()) {
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
function endOfField(cursor: Cursor, report: Report): void {
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
  if (startsField && !SQL_WORDS.test(word)) return;
  report.add(
    'unexpected_text',
    token.start,
    `\`${shorten(word)}\` is not expected behind a field.`,
    SQL_WORDS.test(word)
      ? 'AML has no SQL: `?` makes a field optional; `@id`, `@unique`, `@default(…)`, `@relation(…)` say the rest.'
      : word === '='
        ? 'A default is an attribute: `@default(…)`.'
        : commentHint(word, 'Behind the type come only attributes, each with an `@`.'),
  );
  cursor.skipLine();
}
