import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from './support/databases.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const APP = join(ROOT, 'aml-compiler/emit/fixtures/shop.aml');

type Row = Readonly<Record<string, unknown>>;
interface Delegate {
  create(args: object): Promise<Row>;
  findMany(args: object): Promise<readonly Row[]>;
}
interface Client {
  readonly person: Delegate;
  readonly task: Delegate;
  $disconnect(): Promise<void>;
}

function run(script: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: 'utf8',
    // Nothing is downloaded: generating needs no engine.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  });
  if (status !== 0) throw new Error(`${script} failed: ${stdout}${stderr}`);
}

/** What a developer does who goes on without the platform: emit, make the tables, generate a client. */
describeEachDatabase('an ejected app', (db) => {
  let folder: string;
  let client: Client;
  beforeAll(async () => {
    // Beneath the project, so that the generated client finds Prisma's packages.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache/ejected-'));
    run(join(ROOT, 'aml-compiler/cli.ts'), ['emit', '--out', folder, APP], ROOT);
    writeFileSync(join(folder, 'prisma.config.ts'), `export default { schema: './schema.prisma' };\n`);
    run(join(ROOT, 'node_modules/prisma/build/index.js'), ['generate'], folder);
    await db().pool.query(readFileSync(join(folder, 'schema.sql'), 'utf8'));
    const { PrismaClient } = (await import(join(folder, 'generated/client.ts'))) as {
      PrismaClient: new (options: object) => Client;
    };
    client = new PrismaClient({ adapter: db().adapter });
  }, 60_000);
  afterAll(async () => {
    await client.$disconnect();
    rmSync(folder, { recursive: true });
  });

  it('takes and gives rows without naming the scope', async () => {
    const ada = await client.person.create({
      data: { name: 'Ada', email: 'ada@example.org', tasks: { create: [{ title: 'x', states: ['DONE'] }] } },
    });
    expect(ada).toMatchObject({ name: 'Ada', projectId: 'shop' });
    const tasks = await client.task.findMany({ include: { person: true } });
    expect(tasks).toMatchObject([
      { title: 'x', state: 'OPEN', size: 0n, states: ['DONE'], person: { name: 'Ada' } },
    ]);
  });

  it('keeps the wall around the rows', async () => {
    const data = { name: 'Eve', email: 'eve@example.org', projectId: 'other' };
    await expect(client.person.create({ data })).rejects.toThrow();
  });
});
