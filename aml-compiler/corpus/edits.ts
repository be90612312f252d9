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

/** One letter, one word or sign, one line, one block. */
const UNITS: readonly RegExp[] = [
  /[^]/gu,
  /\w+|"(?:[^"\\\n]|\\.)*"|[^\w\s]|\s+/g,
  /[^\n]*\n?/g,
  /(?:^|\n)(?:model|enum)\b[^}]*\}?|\n/g,
];
const KINDS = ['delete', 'duplicate', 'swap', 'move', 'insert', 'borrow'] as const;

interface Edit {
  readonly unit: number;
  readonly kind: (typeof KINDS)[number];
  /** Which of the units, and the other one that it is swapped with. */
  readonly at: number;
  readonly to: number;
  readonly insert: string;
  readonly lender: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  unit: fc.nat(UNITS.length - 1),
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(100_000),
  to: fc.nat(100_000),
  insert: piece,
  lender: fc.constantFrom(...sources),
});

const unitsOf = (text: string, unit: number): string[] => text.match(UNITS[unit] ?? /[^]/gu) ?? [];

/** Parts that no unit covers (text between blocks) are kept with the unit before them. */
function apply(text: string, { unit, kind, at, to, insert, lender }: Edit): string {
  const parts = covering(text, unit);
  if (parts.length === 0) return insert;
  const from = at % parts.length;
  const other = to % parts.length;
  const part = parts[from] ?? '';
  if (kind === 'delete') parts.splice(from, 1);
  if (kind === 'duplicate') parts.splice(other, 0, part);
  if (kind === 'swap') [parts[from], parts[other]] = [parts[other] ?? '', part];
  if (kind === 'move') parts.splice(other, 0, ...parts.splice(from, 1));
  if (kind === 'insert') parts.splice(from, 0, insert);
  if (kind === 'borrow') {
    const lent = unitsOf(lender, unit);
    parts[from] = lent[to % Math.max(lent.length, 1)] ?? '';
  }
  return parts.join('');
}

function covering(text: string, unit: number): string[] {
  const starts = [...text.matchAll(UNITS[unit] ?? /[^]/gu)].map(({ index }) => index);
  return starts.map((start, at) => text.slice(at === 0 ? 0 : start, starts[at + 1] ?? text.length));
}

/** Sources of the corpus with a few random edits, of letters, words, lines and blocks. */
export const edited: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([source, edits]) => edits.reduce(apply, source));
