import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { addressSubject, clientAddress } from '../api/http/client-address.ts';
import { createSharedRates } from '../api/http/shared-rates.ts';
import { describeEachDatabase } from './support/databases.ts';
import { startInstallation } from './support/installation.ts';
import { SESSION_SECRET, startServerProcess } from './support/server-process.ts';

const AML =
  'model Entry {\n  text String\n  parts Part[]\n}\nmodel Part {\n  entry Entry @relation(fields: [entryId], references: [id])\n  entryId String\n}\n';

it('refuses a visitor past the limit in words a page can read, and no other visitor', async () => {
  const installation = await startInstallation('PostgreSQL', { env: { SESSION_SECRET } });
  const ada = await installation.join();
  const dataDir = mkdtempSync(join(tmpdir(), 'rates-'));
  // One window for the whole test.
  const server = await startServerProcess({
    dataDir,
    databaseUrl: installation.server.services.config.databaseUrl,
    env: {
      TRUST_PROXY: '1',
      PUBLISH_ISOLATION: 'sandbox',
      LIMIT_BRIDGE_INSERT_WINDOW_MS: '600000',
      LIMIT_BRIDGE_INSERTS_PER_ADDRESS: '3',
      LIMIT_BRIDGE_INSERTS_PER_APP: '5',
      LIMIT_BRIDGE_QUERY_WINDOW_MS: '600000',
      LIMIT_BRIDGE_QUERIES_PER_ADDRESS: '2',
    },
  });
  for (const id of ['one', 'two', 'three']) {
    const body = { id, name: id, aml: AML, files: { 'index.html': 'x' } };
    await installation.call({ method: 'POST', path: '/api/market', token: ada.token, body });
  }
  const insert = (id: string, address: string): Promise<Response> =>
    fetch(`${server.publishOrigin}/a/${id}/_data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${address}` },
      body: '{"text":"a"}',
    });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await insert('one', '9.9.9.1')).status);
  const refused = await insert('one', '9.9.9.1');
  expect([...statuses, refused.status]).toEqual([201, 201, 201, 429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after');
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('rate_limited');
  expect(error.message).toMatch(/takes 3 new records in 600 seconds from one address/);

  // The same person at another app; another person here, until the app as a whole has had enough.
  expect((await insert('two', '9.9.9.1')).status).toBe(201);
  expect((await insert('one', '9.9.9.2')).status).toBe(201);
  expect((await insert('one', '9.9.9.3')).status).toBe(201);
  const full = await insert('one', '9.9.9.4');
  expect(full.status).toBe(429);
  expect(await full.text()).toMatch(/5 new records in 600 seconds from all visitors together/);
  const query = (): Promise<Response> =>
    fetch(`${server.publishOrigin}/a/one/_data`, { headers: { 'x-forwarded-for': '9.9.9.1' } });
  expect([(await query()).status, (await query()).status, (await query()).status]).toEqual([200, 200, 429]);
  // The rows of one GraphQL document are new records like any other, one by one.
  const creates = Array.from({ length: 4 }, (_, i) => `m${i}: createEntry(data: { text: "g" }) { id }`);
  const response = await fetch(`${server.publishOrigin}/a/two/_graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '9.9.9.7' },
    body: JSON.stringify({ query: `mutation { ${creates.join(' ')} }` }),
  });
  const answer = (await response.json()) as { errors?: { path: string[]; extensions: { code: string } }[] };
  expect(answer.errors?.map((one) => [one.path[0], one.extensions.code])).toEqual([['m3', 'rate_limited']]);
  // Nested rows count as well: two documents of two rows each are more than three.
  const nested = async (): Promise<string> => {
    const reply = await fetch(`${server.publishOrigin}/a/three/_graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '9.9.8.1' },
      body: JSON.stringify({
        query: 'mutation { createEntry(data: { text: "n", parts: { create: [{}] } }) { id } }',
      }),
    });
    const told = (await reply.json()) as { errors?: { extensions: { code: string } }[] };
    return told.errors?.[0]?.extensions.code ?? 'stored';
  };
  expect([await nested(), await nested()]).toEqual(['stored', 'stored']);
  const third = await fetch(`${server.publishOrigin}/a/three/_data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '9.9.8.1' },
    body: '{"text":"late"}',
  });
  expect(third.status).toBe(429);
  // Past the queries' rate GraphQL refuses in its own shape.
  expect(await nested()).toBe('rate_limited');
  await server.stop();
  await installation.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('takes the client from the peer, or from the last proxy where that is trusted', () => {
  expect(clientAddress('1.1.1.1, 2.2.2.2', '10.0.0.1', true)).toBe('2.2.2.2');
  expect(clientAddress('1.1.1.1, 2.2.2.2', '10.0.0.1', false)).toBe('10.0.0.1');
  expect(clientAddress(undefined, '10.0.0.1', true)).toBe('10.0.0.1');
  expect(addressSubject('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(addressSubject('2001:DB8:0:7:1:2:3:4')).toBe('2001:db8:0:7');
  expect(addressSubject('2001:db8:0000:7::99')).toBe('2001:db8:0:7');
  expect(addressSubject('::1')).toBe('0:0:0:0');
});

describeEachDatabase('rates shared by processes', (db) => {
  it('are counted together within seconds, and cost no write below a quarter', async ({ skip }) => {
    if (db().mode === 'embedded') skip('the embedded database has one process');
    const log = pino({ level: 'silent' });
    const [here, there] = [createSharedRates(db(), log), createSharedRates(db(), log)];
    const rule = { name: 'test', limit: 100, windowMs: 3_600_000 };
    const counted = async (): Promise<unknown> =>
      (await db().pool.query(`SELECT "count" FROM "RateCounter" WHERE "key" LIKE 'shared:test:%'`)).rows;
    for (let i = 0; i < 25; i += 1) expect(here.use(rule, 'few')).toBe(0);
    for (let i = 0; i < 60; i += 1) expect(here.use(rule, 'many')).toBe(0);
    await expect.poll(counted, { timeout: 10_000 }).toEqual([{ count: 60 }]);
    for (let i = 0; i < 30; i += 1) expect(there.use(rule, 'many')).toBe(0);
    await expect.poll(counted, { timeout: 10_000 }).toEqual([{ count: 90 }]);
    await expect
      .poll(
        () => Array.from({ length: 20 }, () => here.use(rule, 'many')).filter((wait) => wait === 0).length,
        {
          timeout: 10_000,
        },
      )
      .toBeLessThanOrEqual(10);
    expect(here.use(rule, 'many')).toBeGreaterThan(0);
    await expect.poll(() => there.use(rule, 'many'), { timeout: 10_000, interval: 1_500 }).toBeGreaterThan(0);
    here.close();
    there.close();
  });
});
