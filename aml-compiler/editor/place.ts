import type { Token } from '../syntax/token.ts';
import type { DocumentNode, EnumNode, FieldNode, ModelNode } from '../syntax/tree.ts';
import { readStatement, type Level } from './levels.ts';

/** Where in a text the cursor stands, and what word is being written there. */
export interface Place {
  /** Where the word begins, with its `@` or `@@`; the cursor's own offset when there is none. */
  readonly from: number;
  readonly what: What;
}

type What =
  /** Outside of any block, where one may begin. */
  | { readonly kind: 'top' }
  /** Where a line of a model begins. `field` is the one above, which a line with a single `@` goes on with. */
  | {
      readonly kind: 'member';
      readonly model: ModelNode;
      readonly field: FieldNode | null;
      readonly mark: Mark;
    }
  /** Behind the name of a field. */
  | { readonly kind: 'type' }
  /** Behind the type of a field. */
  | { readonly kind: 'attribute'; readonly field: FieldNode }
  | {
      readonly kind: 'argument';
      readonly model: ModelNode;
      readonly mark: Mark;
      readonly attribute: string;
      /** Behind which the attribute stands; null for block attributes. */
      readonly field: FieldNode | null;
      /** Brackets from the attribute's own `(` inwards. */
      readonly levels: readonly Level[];
    };

type Mark = '' | '@' | '@@';

/**
 * Reads the tokens before the cursor, for what is being written is seldom whole; which block and field they belong
 * to is in the syntax tree. Null where nothing can be completed, such as in comments and texts.
 */
export function placeAt(document: DocumentNode, offset: number): Place | null {
  const { source } = document;
  const touched = document.tokens.find((token) => token.start < offset && offset <= token.end);
  if (touched !== undefined && !isOpenTo(source, touched, offset)) return null;
  const word = touched?.kind === 'name' ? touched : null;
  let from = word?.start ?? offset;
  const tokens = document.tokens.filter(({ kind }) => kind !== 'comment' && kind !== 'doc');
  const last = tokens.findLast((token) => token.end <= from && token.kind !== 'end');
  const text = (token: Token | undefined): string =>
    token === undefined ? '' : source.slice(token.start, token.end);
  if (text(last) === '.') return null;
  let mark: Mark = '';
  if (last?.end === from && last.kind === 'punctuation' && (text(last) === '@' || text(last) === '@@')) {
    mark = text(last) === '@' ? '@' : '@@';
    from = last.start;
  }
  const what = whatAt(document, tokens, from, mark);
  return what === null ? null : { from, what };
}

/** Whether a word may be written at the offset, right behind or within this token. */
function isOpenTo(source: string, token: Token, offset: number): boolean {
  if (token.kind === 'name' || token.kind === 'punctuation') return true;
  const isClosed = token.kind === 'string' || source.startsWith('/*', token.start);
  return isClosed && offset === token.end;
}

function whatAt(document: DocumentNode, tokens: readonly Token[], from: number, mark: Mark): What | null {
  if (document.configs.some(({ start, end }) => start < from && from < end)) return null;
  const block = blockAt(document, from);
  if (block === null) {
    const last = tokens.findLast((token) => token.end <= from && token.kind !== 'end');
    const isFresh =
      last === undefined ||
      hasLineEnd(document.source, last.end, from) ||
      document.source[last.start] === '}';
    return isFresh && mark === '' ? { kind: 'top' } : null;
  }
  if (block.kind === 'enum') return null;
  const { statement, levels } = readStatement(document.source, tokens, block, from, mark === '@');
  const first = statement[0];
  const field = block.fields.findLast((one) => one.start <= (first?.start ?? from)) ?? null;
  if (levels.length > 0) return argumentAt(document.source, block, field, statement, levels, mark);
  // A single `@` may be the first of two.
  const beginsLine = mark === '@' && tokens.some((token) => token.start === from && token.first);
  if (mark === '@@' || beginsLine || first === undefined)
    return { kind: 'member', model: block, field, mark };
  if (first.kind !== 'name' || field?.start !== first.start) return null;
  if (statement.length === 1) return mark === '' ? { kind: 'type' } : null;
  return { kind: 'attribute', field };
}

function argumentAt(
  source: string,
  model: ModelNode,
  field: FieldNode | null,
  statement: readonly Token[],
  levels: readonly Level[],
  mark: Mark,
): What | null {
  const open = levels[0]?.index ?? 0;
  const [at, name] = [statement[open - 2], statement[open - 1]];
  if (mark !== '' || at === undefined || name?.kind !== 'name') return null;
  const ownMark = source.slice(at.start, at.end);
  if (ownMark !== '@' && ownMark !== '@@') return null;
  return {
    kind: 'argument',
    model,
    mark: ownMark,
    attribute: source.slice(name.start, name.end),
    field: ownMark === '@' ? field : null,
    levels,
  };
}

/** The block in whose braces the offset lies. */
function blockAt(document: DocumentNode, offset: number): ModelNode | EnumNode | null {
  const block = [...document.models, ...document.enums]
    .filter(({ start }) => start < offset)
    .reduce<ModelNode | EnumNode | null>(
      (latest, one) => (latest === null || one.start > latest.start ? one : latest),
      null,
    );
  if (block === null || block.body === null) return null;
  const { start, end, closed } = block.body;
  return offset > start && (offset < end || !closed) ? block : null;
}

function hasLineEnd(source: string, from: number, to: number): boolean {
  return /[\r\n]/.test(source.slice(from, to));
}
