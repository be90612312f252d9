import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { edited, piece } from './corpus/edits.ts';
import { readPrisma } from './corpus/prisma-parser.ts';
import { emitJsonSchemas } from './emit/json-schema.ts';
import { emitPrisma } from './emit/prisma.ts';

/** `AML_RUNS=100000` for a long run; fast-check prints the seed of a failure. */
const runs = Number(process.env['AML_RUNS'] ?? 1000);
/** Names that meet when joined, cut or folded. */
const NAMES = [
  'a',
  'b',
  'c',
  'a_b',
  'b_c',
  'a_b_c',
  'projectId',
  'projectId_',
  `${'x'.repeat(46)}y`,
  `${'x'.repeat(46)}z`,
];
const TYPES = [
  [
    'Int',
    'Int',
    'Int',
    'Int',
    'Int?',
    'Int @unique',
    'Int @unique',
    'Int @default(3)',
    'Int @default(autoincrement())',
  ],
  [
    'String @default(uuid())',
    'E @default(X)',
    'E[]',
    'Json?',
    'DateTime @updatedAt',
    'Decimal @unique',
    'BigInt @gt(3)',
  ],
].flat();

/** Two models with keys and a relation, most of them right: what edits of the corpus hardly reach. */
const schema = fc.gen().map((g) => {
  const pick = (values: readonly string[]): string => values[g(fc.nat, values.length - 1)] ?? '';
  const some = (values: readonly string[], most: number): string[] =>
    g(fc.shuffledSubarray<string>, [...values], { minLength: 1, maxLength: Math.min(most, values.length) });
  const fieldsOf = (own: readonly string[]): string[] => own.map((name) => `${name} ${pick(TYPES)}`);
  const keysOf = (own: readonly string[]): string[] =>
    Array.from(
      { length: g(fc.integer, { min: 0, max: 3 }) },
      () => `@@${pick(['unique', 'unique', 'index'])}([${some(own, 3).join(', ')}])`,
    );

  const target = some(NAMES, 5);
  const owner = some(NAMES, 6);
  const key = some(target, 2);
  const foreign = some(owner, 2).slice(0, key.length);
  const mark = pick(['', '', '?']);
  const label = pick(['', '"R", ']);
  const back = pick(['[]', '[]', '?']);
  const targetKey = pick([`@@id([${key.join(', ')}])`, `@@unique([${key.join(', ')}])`]);
  const relation = `r A${mark} @relation(${label}fields: [${foreign.join(', ')}], references: [${key.join(', ')}])`;
  const a = [
    ...fieldsOf(target),
    targetKey,
    ...keysOf(target),
    `rs B${back}${label === '' ? '' : ' @relation("R")'}`,
  ];
  const b = [...fieldsOf(owner), ...keysOf(owner), pick(['', relation, relation])];
  const models = b.includes(relation) ? [a, b] : [a.slice(0, -1), b];
  return `model A {\n${models[0]?.join('\n') ?? ''}\n}\nmodel B {\n${models[1]?.join('\n') ?? ''}\n}\nmodel A_a { b Int @unique }\nenum E { X Y }\n`;
});

function check(source: string): void {
  const { ok, diagnostics, ir } = compile(source);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  expect(ok).toBe(ir !== null);
  expect(ok).toBe(errors.length === 0);
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const { line, col, message } of diagnostics) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(col).toBeGreaterThanOrEqual(1);
    expect(col).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    expect(message).not.toBe('');
  }
  if (ir === null) return;
  emitJsonSchemas(ir);
  if (ir.models.length > 0) readPrisma(emitPrisma(ir));
}

describe('compile, whatever the text', () => {
  it('never throws on edits of valid sources; what it accepts, Prisma accepts', () => {
    fc.assert(fc.property(edited, check), { numRuns: runs });
  });

  it('accepts no combination of fields, keys and relations that Prisma refuses', () => {
    let accepted = 0;
    fc.assert(
      fc.property(schema, (source) => {
        check(source);
        if (compile(source).ok) accepted++;
      }),
      { numRuns: runs },
    );
    // Else the property would say nothing.
    expect(accepted).toBeGreaterThan(runs / 20);
  });

  it('never throws on random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), check), { numRuns: runs });
  });

  it('never throws on random bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => new TextDecoder('latin1').decode(array));
    fc.assert(fc.property(bytes, check), { numRuns: runs });
  });

  it('never throws on random pieces of the language', () => {
    const soup = fc.array(piece, { maxLength: 60 }).map((parts) => `model A {\n${parts.join('')}`);
    fc.assert(fc.property(soup, check), { numRuns: runs });
  });
});
