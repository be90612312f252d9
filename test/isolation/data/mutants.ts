/**
 * Breaks the data plane on purpose, one mutant after the other, and asks a part of the matrix each time: every mutant
 * has to be caught, and the plane as it is has to pass. `node test/isolation/data/mutants.ts [NAME…]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createDataPlane } from '../../../api/data/plane.ts';
import type { Database } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { appModels } from './app-models.ts';
import type { Answer } from './case.ts';
import { askAlone, askShared, makeCases, type AskedCase, type Finding } from './matrix.ts';
import { loadMutants } from './mutant-hooks.ts';
import { MUTANTS, type Mutant } from './mutant-list.ts';
import { checkStreams } from './stream-cases.ts';
import { openAlone, openShared, type World } from './world.ts';

const SEED = 20_261_121;
const MODELS = 2;
const ROUNDS = 3;
const AS_IT_IS: Mutant = { name: 'as-it-is', edits: [] };

interface Slice {
  readonly alone: World;
  readonly shared: World;
  readonly cases: readonly { readonly asked: AskedCase; readonly alone: Answer | null }[];
}

const wanted = process.argv.slice(2);
const mutants = [AS_IT_IS, ...MUTANTS].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
loadMutants([AS_IT_IS, ...MUTANTS]);

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'mutants-')));
const log = pino({ level: 'silent' });
const [one, two] = await Promise.all(
  folders.map((dataDir) => openDatabase({ databaseUrl: null, dataDir, log })),
);
try {
  if (!one || !two) throw new Error('Two databases are needed.');
  const survivors = await runAll(one, two);
  if (survivors.length > 0) {
    process.stderr.write(`Not as it should be: ${survivors.join(', ')}\n`);
    process.exitCode = 1;
  }
} finally {
  await Promise.all([one?.close(), two?.close()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

async function runAll(first: Database, second: Database): Promise<readonly string[]> {
  const planes = [createDataPlane({ db: first }), createDataPlane({ db: second })] as const;
  const slices: Slice[] = [];
  for (const [i, aml] of appModels(SEED, MODELS).entries()) {
    const options = { name: `app${i}`, aml, seed: SEED + i };
    const alone = await openAlone({ ...options, db: first, plane: planes[0] });
    const shared = await openShared({ ...options, db: second, plane: planes[1] });
    const cases = [];
    for (const asked of await makeCases(alone, SEED + i, ROUNDS))
      cases.push({ asked, alone: await askAlone(alone, asked) });
    slices.push({ alone, shared, cases });
  }
  const survivors: string[] = [];
  for (const mutant of mutants) {
    const began = performance.now();
    const { finding, asked } = await tryMutant(mutant, second, slices);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const told = finding ? `${finding.asked.operation} by ${finding.asked.side}` : 'nothing';
    process.stdout.write(`${mutant.name}: ${told} told of it, after ${asked} cases and ${seconds} s\n`);
    if ((finding === null) !== (mutant === AS_IT_IS)) survivors.push(mutant.name);
    if (finding && mutant === AS_IT_IS)
      process.stdout.write(`${finding.what}\n${JSON.stringify(finding.asked.ask)}\n`);
  }
  for (const plane of planes) await plane.close();
  return survivors;
}

/** Asks until something is found. */
async function tryMutant(
  { name }: Mutant,
  db: Database,
  slices: readonly Slice[],
): Promise<{ readonly finding: Finding | null; readonly asked: number }> {
  const loaded = (await import(`../../../api/data/plane.ts?mutant=${name}`)) as {
    readonly createDataPlane: typeof createDataPlane;
  };
  const plane = loaded.createDataPlane({ db });
  let asked = 0;
  try {
    for (const { alone, shared, cases } of slices) {
      const world: World = { ...shared, plane };
      await world.copies.restore();
      // Streams first: they cost the least.
      const [streamed] = await checkStreams(alone, world, SEED);
      if (streamed) return { finding: streamed, asked };
      for (const { asked: one, alone: expected } of cases) {
        asked += 1;
        const finding = await askShared(world, one, expected);
        if (finding) return { finding, asked };
      }
    }
    return { finding: null, asked };
  } finally {
    await plane.close();
    for (const { shared } of slices) await shared.copies.restore();
  }
}
