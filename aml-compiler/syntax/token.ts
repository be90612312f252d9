/**
 * `string` may be unclosed or in the wrong quotes, `number` may be malformed: the parser says so where it uses
 * them, so that stray text is one mistake and not many.
 */
export type TokenKind = 'name' | 'number' | 'string' | 'punctuation' | 'comment' | 'doc' | 'bad' | 'end';

/** A piece of the source between two offsets. White space between tokens is not kept. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Nothing but white space and comments stands before it on its line. */
  readonly first: boolean;
}

export const OPENING_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
]);
