/**
 * What a live app costs in memory: opened, after its first query, after its first GraphQL request.
 * Run: node --expose-gc test/bench/live-apps.ts [apps]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { caller } from '../../api/data/testing/call.ts';
import { createDataPlane } from '../../api/data/plane.ts';
import { openDatabase } from '../../api/db/open.ts';

const APPS = Number(process.argv[2] ?? 100);
const dataDir = mkdtempSync(join(tmpdir(), 'live-apps-'));
const db = await openDatabase({ databaseUrl: null, dataDir, log: pino({ level: 'silent' }) });
const plane = createDataPlane({ db });

/** Some models with seven fields each, every one but the first related to the first. */
function aml(models: number): string {
  const rest = Array.from({ length: models - 1 }, (_, i) => i + 2);
  const fields =
    '  id String @id @default(cuid())\n  a String\n  b Int?\n  c Boolean @default(false)\n  d DateTime @default(now())\n';
  const backs = rest.map((n) => `  m${n}s M${n}[]\n`).join('');
  const others = rest.map(
    (n) =>
      `model M${n} {\n${fields}  oneId String?\n  one M1? @relation(fields: [oneId], references: [id])\n}\n`,
  );
  return `model M1 {\n${fields}${backs}}\n${others.join('')}`;
}

async function settled(): Promise<{ heap: number; external: number; rss: number }> {
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed, external, rss };
}

for (const models of [1, 3, 10, 30]) {
  const text = aml(models);
  const apps = models > 5 ? Math.ceil(APPS / 5) : APPS;
  const calls = Array.from({ length: apps }, (_, i) =>
    caller(plane, { id: `bench-${models}-${i}`, aml: text }),
  );
  const warm = caller(plane, { id: `warm-${models}`, aml: text });
  await warm.query({});
  await warm.send('_graphql', 'POST', '', { query: '{ __typename }' });
  const before = await settled();
  const show = async (what: string): Promise<void> => {
    const now = await settled();
    const kb = (n: number): number => Math.round(n / apps / 1024);
    process.stdout.write(
      `${models} models, ${what}: ${kb(now.heap - before.heap)} KB heap, ${kb(now.external - before.external)} KB external, ${kb(now.rss - before.rss)} KB rss an app\n`,
    );
  };
  for (const call of calls) await call.query({ entity: 'Nope' });
  await show('opened      ');
  for (const call of calls) await call.query({});
  await show('queried     ');
  for (const call of calls)
    await call.query({ where: { b: { gt: 1 }, a: { contains: 'x' } }, select: ['a'] });
  await show('more queries');
  for (const call of calls) await call.send('_graphql', 'POST', '', { query: '{ m1S { totalCount } }' });
  await show('GraphQL     ');
  for (let i = 0; i < apps; i += 1) await plane.forget(`bench-${models}-${i}`);
  await show('forgotten   ');
}
await plane.close();
await db.close();
rmSync(dataDir, { recursive: true, force: true });
