import type { Report } from '../report.ts';
import type { Cursor } from './cursor.ts';

/** A `{` where no block can begin: one mistake, however much is in it. */
export function skipInnerBlock(cursor: Cursor, report: Report): void {
  report.add(
    'unexpected_text',
    cursor.peek().start,
    'A block cannot stand inside of another.',
    'Make it a model of its own with a relation, or a Json field.',
  );
  skipBraces(cursor);
}

/** Steps over `{ … }` with what is nested in it, up to the end or the header of another block. */
export function skipBraces(cursor: Cursor): void {
  let depth = 0;
  while (cursor.peek().kind !== 'end' && !(depth > 0 && cursor.atHeader())) {
    const token = cursor.next();
    const text = cursor.source[token.start];
    if (token.kind !== 'punctuation') continue;
    if (text === '{') depth++;
    else if (text === '}' && --depth <= 0) return;
  }
}
