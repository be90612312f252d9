import { replacing } from '../fix.ts';
import { nearest } from '../nearest.ts';
import type { Report } from '../report.ts';
import { BLOCK_WORDS } from './block-words.ts';
import { commentHint } from './comment-hint.ts';
import { Cursor } from './cursor.ts';
import { foreignText } from './foreign-text.ts';
import { skipBraces } from './inner-block.ts';
import { parseEnum, parseModel } from './parse-block.ts';
import { shorten } from './parse-value.ts';
import { tokenize } from './tokenize.ts';
import type { DocumentNode, EnumNode, ModelNode, Span } from './tree.ts';

const HOW_TO = 'Write `model Task {`, one field to a line such as `title String`, and `}`.';

/**
 * The concrete tree of a source. Never throws: each mistake is reported once and reading goes on behind it.
 * Null when the text is in another language altogether, which is one sentence.
 */
export function parse(source: string, report: Report): DocumentNode | null {
  const tokens = tokenize(source);
  const cursor = new Cursor(source, tokens);
  const foreign = foreignText(source, cursor);
  if (foreign !== null) {
    report.add('not_aml', cursor.peek().start, `${foreign}, not AML.`, HOW_TO);
    return null;
  }
  const models: ModelNode[] = [];
  const enums: EnumNode[] = [];
  const configs: Span[] = [];
  while (cursor.peek().kind !== 'end') {
    if (cursor.is('model')) models.push(parseModel(cursor, report));
    else if (cursor.is('enum')) enums.push(parseEnum(cursor, report));
    else if ((cursor.is('datasource') || cursor.is('generator')) && cursor.is('{', 2))
      configs.push(skipConfig(cursor, report));
    else if (cursor.peek().kind === 'name' && cursor.peek(1).kind === 'name' && cursor.is('{', 2))
      parseUnknownBlock(cursor, report, models, enums);
    else skipJunk(cursor, report);
  }
  const unclosed = tokens.findLast((token) => token.kind === 'comment');
  if (unclosed !== undefined && isUnclosed(source, unclosed))
    report.add('unclosed_comment', unclosed.start, 'This comment is never closed.', 'Add the missing `*/`.');
  return { source, tokens, models, enums, configs };
}

function isUnclosed(source: string, comment: { readonly start: number; readonly end: number }): boolean {
  const text = source.slice(comment.start, comment.end);
  return text.startsWith('/*') && (text.length < 4 || !text.endsWith('*/'));
}

function skipConfig(cursor: Cursor, report: Report): Span {
  const word = cursor.next();
  cursor.next();
  report.add(
    'config_ignored',
    word.start,
    `The \`${cursor.text(word)}\` block has no effect: the platform chooses the database and the client.`,
    'Remove the block.',
  );
  skipBraces(cursor);
  return { start: word.start, end: cursor.lastEnd() };
}

/** A block by another word: what its word was meant to be is read on, so that it hides no mistake and its name is known. */
function parseUnknownBlock(cursor: Cursor, report: Report, models: ModelNode[], enums: EnumNode[]): void {
  const word = cursor.peek();
  const text = cursor.text(word);
  const near = /^(table|entity|collection|class|struct|interface|record|message)$/i.test(text)
    ? 'model'
    : nearest(text, BLOCK_WORDS);
  const hint =
    text === 'type' || text === 'view'
      ? `AML has no \`${text}\` blocks: make it a \`model\` with a relation, or a Json field.`
      : 'A block is a `model` or an `enum`.';
  report.add(
    'unknown_block',
    word.start,
    `There is no block \`${shorten(text)}\`.`,
    near === null ? hint : { text: `Did you mean \`${near}\`?`, fix: replacing(word, near) },
  );
  if (near === 'model') models.push(parseModel(cursor, report));
  else if (near === 'enum') enums.push(parseEnum(cursor, report));
  else {
    cursor.next();
    cursor.next();
    skipBraces(cursor);
  }
}

/** Text outside of any block: one mistake, however long it is. */
function skipJunk(cursor: Cursor, report: Report): void {
  const token = cursor.next();
  report.add(
    'unexpected_text',
    token.start,
    cursor.source.startsWith('```', token.start)
      ? 'A Markdown fence is no part of the model.'
      : `\`${shorten(cursor.text(token))}\` stands outside of any block.`,
    commentHint(cursor.text(token), 'Only `model` and `enum` blocks and comments (`// …`) stand here.'),
  );
  while (cursor.peek().kind !== 'end' && !cursor.atHeader() && !atBlockWord(cursor)) cursor.next();
}

function atBlockWord(cursor: Cursor): boolean {
  return (
    cursor.peek().first &&
    (cursor.is('model') || cursor.is('enum')) &&
    (cursor.is('{', 1) || cursor.is('{', 2))
  );
}
