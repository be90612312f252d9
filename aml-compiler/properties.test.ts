import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import type { Compilation } from './compile.ts';
import { Acceptors } from './corpus/acceptors.ts';
import { edited, piece } from './corpus/edits.ts';
import { randomModels } from './corpus/random-models.ts';
import { RUNS, timeFor } from './corpus/runs.ts';

const runs = RUNS;
/** Most of these are accepted, and Prisma and GraphQL then take some milliseconds each. */
const fewer = Math.ceil(RUNS / 5);
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

/** Shared by all properties: what was accepted once is not asked about again. */
const acceptors = new Acceptors();

/** Time that a compilation may take, generous to a busy machine and far below anything quadratic. */
const allowedMs = (source: string): number => 15 + source.length * 0.002;

function compiled(source: string): Compilation {
  const timed = (): readonly [Compilation, number] => {
    // Processor time of this thread: what else runs on the machine does not count.
    const start = process.threadCpuUsage();
    const result = compile(source);
    const { user, system } = process.threadCpuUsage(start);
    return [result, (user + system) / 1_000];
  };
  let [result, took] = timed();
  // A collection of garbage may fall into it: only what is slow each time is slow.
  for (let again = 0; again < 3 && took > allowedMs(source); again++) [result, took] = timed();
  expect(took, `${source.length} characters`).toBeLessThan(allowedMs(source));
  return result;
}

/** No throw, no hang, positions inside the text, and no emitter's reader refuses what is accepted. */
function check(source: string): boolean {
  const { ok, diagnostics, ir } = compiled(source);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (ok !== (ir !== null) || ok !== (errors.length === 0))
    throw new Error('`ok`, `ir` and the errors disagree.');
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const { line, col, message } of diagnostics) {
    const length = lines[line - 1]?.length;
    if (length === undefined || col < 1 || col > length + 1 || message === '')
      throw new Error(`${line}:${col} lies outside of the text, or says nothing.`);
  }
  if (ir !== null) acceptors.accept(ir);
  return ok;
}

/** Runs a property and answers with the share of accepted sources, in percent. */
function acceptedShare(name: string, sources: fc.Arbitrary<string>, numRuns = runs): number {
  let accepted = 0;
  let all = 0;
  fc.assert(
    fc.property(sources, (source) => {
      all++;
      if (check(source)) accepted++;
    }),
    { numRuns },
  );
  const share = (accepted / all) * 100;
  console.warn(`${name}: ${all} sources, ${share.toFixed(1)} % accepted`);
  return share;
}

describe('compile, whatever the text', { timeout: timeFor(runs) }, () => {
  it('never throws on edits of valid sources; what it accepts, every reader accepts', () => {
    expect(acceptedShare('edits', edited)).toBeGreaterThan(5);
  });

  it('accepts most random models, and no reader refuses one of them', () => {
    expect(acceptedShare('random models', randomModels, fewer)).toBeGreaterThan(60);
  });

  it('accepts no combination of fields, keys and relations that a reader refuses', () => {
    expect(acceptedShare('random keys', schema, fewer)).toBeGreaterThan(5);
  });

  it('never throws on random text', () => {
    acceptedShare('random text', fc.string({ unit: 'binary', maxLength: 300 }));
  });

  it('never throws on random bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    acceptedShare(
      'bytes as Latin-1',
      bytes.map((array) => new TextDecoder('latin1').decode(array)),
    );
    acceptedShare(
      'bytes as UTF-8',
      bytes.map((array) => new TextDecoder().decode(array)),
    );
  });

  it('never throws on random pieces of the language', () => {
    const soup = fc.array(piece, { maxLength: 60 }).map((parts) => `model A {\n${parts.join('')}`);
    acceptedShare('pieces', soup);
  });
});
