import { replacing } from '../fix.ts';
import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';
import { parseAttribute } from './parse-attribute.ts';
import { commentHint } from './comment-hint.ts';
import { skipBraces, skipInnerBlock } from './inner-block.ts';
import { parseField, parseName } from './parse-field.ts';
import { shorten } from './parse-value.ts';
import type { Token } from './token.ts';
import type {
  AttributeNode,
  BodyNode,
  EnumNode,
  EnumValueNode,
  FieldNode,
  ModelNode,
  NameNode,
} from './tree.ts';

/** A `model` block, the cursor on the keyword. */
export function parseModel(cursor: Cursor, report: Report): ModelNode {
  const doc = cursor.docsAbove();
  const start = cursor.peek().start;
  const { name, open, close } = parseHeader(cursor, report, 'model');
  const fields: FieldNode[] = [];
  const attributes: AttributeNode[] = [];
  const { whole, closed } = parseBody(cursor, report, start, close, attributes, () => {
    if (cursor.peek().kind !== 'name') return false;
    fields.push(parseField(cursor, report));
    return true;
  });
  return {
    kind: 'model',
    name,
    fields,
    attributes,
    doc: joinDoc(doc),
    body: bodyNode(open, cursor, closed),
    damaged: !whole,
    start,
    end: cursor.lastEnd(),
  };
}

/** An `enum` block, the cursor on the keyword. */
export function parseEnum(cursor: Cursor, report: Report): EnumNode {
  const doc = cursor.docsAbove();
  const start = cursor.peek().start;
  const { name, open, close } = parseHeader(cursor, report, 'enum');
  const values: EnumValueNode[] = [];
  const attributes: AttributeNode[] = [];
  const { whole, closed } = parseBody(cursor, report, start, close, attributes, () => {
    if (cursor.peek().kind !== 'name') return false;
    values.push(parseEnumValue(cursor, report));
    return true;
  });
  return {
    kind: 'enum',
    name,
    values,
    attributes,
    doc: joinDoc(doc),
    body: bodyNode(open, cursor, closed),
    damaged: !whole,
    start,
    end: cursor.lastEnd(),
  };
}

function bodyNode(open: Token | null, cursor: Cursor, closed: boolean): BodyNode | null {
  return open === null ? null : { start: open.start, end: cursor.lastEnd(), closed };
}

function joinDoc(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.join('\n');
}

function parseEnumValue(cursor: Cursor, report: Report): EnumValueNode {
  const from = cursor.index;
  const above = cursor.docsAbove();
  const name = parseName(cursor);
  const attributes: AttributeNode[] = [];
  while (cursor.is('@')) {
    const attribute = parseAttribute(cursor, report);
    if (attribute === null) break;
    attributes.push(attribute);
  }
  while (cursor.is(',') || cursor.is(';')) {
    const token = cursor.next();
    report.add(
      'unneeded_punctuation',
      token.start,
      `No \`${cursor.text(token)}\` is needed between the values of an enum.`,
      { text: 'Remove it; each value stands on its own line.', fix: replacing(token, '') },
    );
  }
  if (cursor.is('=')) {
    report.add(
      'unexpected_text',
      cursor.peek().start,
      'A value of an enum is its own name; it is set to nothing.',
      `Write \`${name.text}\` alone.`,
    );
    cursor.skipLine();
  }
  return { name, attributes, doc: cursor.docsSince(from, above), start: name.start, end: cursor.lastEnd() };
}

interface Header {
  readonly name: NameNode | null;
  /** The `{`. */
  readonly open: Token | null;
  /** What ends the body: `}`, or the partner of a wrong bracket. */
  readonly close: string;
}

/** Reads `model Name {`; a missing name or brace is reported and the body is still read. */
function parseHeader(cursor: Cursor, report: Report, keyword: 'model' | 'enum'): Header {
  const word = cursor.next();
  let name: NameNode | null = null;
  if (cursor.peek().kind === 'name' && cursor.sameLine()) name = parseName(cursor);
  else {
    report.add(
      'missing_name',
      word.start,
      `This ${keyword} has no name.`,
      `Write \`${keyword} Something {\`, the name without quotes.`,
    );
    if (cursor.sameLine() && !cursor.is('{')) cursor.next();
  }
  if (cursor.sameLine() && !cursor.is('{') && cursor.opensOnLine()) {
    const stray = cursor.peek();
    report.add(
      'unexpected_text',
      stray.start,
      `\`${shorten(cursor.text(stray))}\` is not expected between the name and the \`{\`.`,
      `Write \`${keyword} ${shorten(name?.text ?? 'Something')} {\`; models do not inherit, write all fields out.`,
    );
    while (!cursor.is('{')) cursor.next();
  }
  if (cursor.sameLine() && (cursor.is('(') || cursor.is('['))) {
    report.add(
      'missing_brace',
      cursor.peek().start,
      `A ${keyword} stands in \`{ }\`.`,
      `Write \`${keyword} ${shorten(name?.text ?? 'Something')} {\`, and \`}\` at its end.`,
    );
    const bracket = cursor.next();
    return { name, open: bracket, close: cursor.text(bracket) === '(' ? ')' : ']' };
  }
  const open = cursor.accept('{');
  if (open === null) {
    report.add(
      'missing_brace',
      word.start,
      `The \`{\` of this ${keyword} is missing.`,
      `Write \`${keyword} ${shorten(name?.text ?? 'Something')} {\`.`,
    );
    cursor.skipLine();
  }
  return { name, open, close: '}' };
}

const column = (source: string, at: number): number => at - (source.lastIndexOf('\n', at - 1) + 1);

/**
 * Members up to the closing brace. A line that opens another block ends the body too, and says so.
 * `whole` is whether all of it could be read.
 */
function parseBody(
  cursor: Cursor,
  report: Report,
  start: number,
  close: string,
  attributes: AttributeNode[],
  member: () => boolean,
): { readonly whole: boolean; readonly closed: boolean } {
  let whole = true;
  for (;;) {
    if (cursor.accept(close) !== null || cursor.accept('}') !== null) return { whole, closed: true };
    if (cursor.atHeader() && column(cursor.source, cursor.peek().start) > column(cursor.source, start)) {
      // Further in than the block around it: somebody put it inside, the `}` is not forgotten.
      report.add(
        'unexpected_text',
        cursor.peek().start,
        'A block cannot stand inside of another.',
        'Move it below the end of this one.',
      );
      cursor.next();
      skipBraces(cursor);
      whole = false;
      continue;
    }
    if (cursor.peek().kind === 'end' || cursor.atHeader()) {
      report.add('unclosed_block', start, 'This block is never closed.', 'Add the missing `}`.');
      return { whole: false, closed: false };
    }
    if (cursor.is('@@')) {
      const attribute = parseAttribute(cursor, report);
      if (attribute !== null) {
        attributes.push(attribute);
        continue;
      }
      cursor.skipLine();
    } else if (cursor.is('{')) skipInnerBlock(cursor, report);
    else if (member()) continue;
    else {
      const token = cursor.peek();
      report.add(
        'unexpected_text',
        token.start,
        `\`${shorten(cursor.text(token))}\` is not expected here.`,
        commentHint(
          cursor.text(token),
          cursor.is('@')
            ? 'An attribute stands behind its field: `slug String @unique`.'
            : 'A line in a block begins with a name or with `@@`.',
        ),
      );
      cursor.next();
      cursor.skipLine();
    }
    whole = false;
  }
}
