import fc from 'fast-check';
import { readCorpus } from './read-corpus.ts';

const sources = [...readCorpus('prisma'), ...readCorpus('aml')].map(({ source }) => source);

/** Pieces that the grammar cares about, so that edits reach its corners. */
export const piece: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '@',
      '@@',
      '?',
      ',',
      ':',
      '"',
      "'",
      '\\',
      '//',
      '/*',
      '*/',
      '///',
      '.',
      '-',
      '\n',
    ],
    ...[
      'model ',
      'enum ',
      'model A {',
      '@id ',
      '@unique ',
      '@default(',
      '@relation(',
      'String ',
      'Int[] ',
      'projectId ',
    ],
    ...[
      'Json ',
      '@regex("(a+)+")',
      '@length(1, 2) ',
      '@@id([',
      '@@index([',
      '@was("x") ',
      '@@allow(read, ',
      '\u0000',
      '\ud800',
    ],
  ),
  fc.string({ maxLength: 8 }),
);

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 12 }),
  insert: fc.oneof(fc.constant(''), piece),
});

/** Sources of the corpus with a few random edits. */
export const edited: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([source, edits]) =>
    edits.reduce((text, { at, remove, insert }) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + insert + text.slice(start + remove);
    }, source),
  );
