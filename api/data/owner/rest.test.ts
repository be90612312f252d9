import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { describeEachInstallation, type Installation } from '../../../test/support/installation.ts';

const AML =
  'model Entry {\n  id Int @id @default(autoincrement())\n  text String @length(1, 50)\n  @@allow(read, owner)\n}\n';
const files = { 'index.html': '<!doctype html><title>x</title>' };

async function publish(to: Installation, token: string, aml = AML): Promise<string> {
  const { json } = await to.call({
    method: 'POST',
    path: '/api/market',
    token,
    body: { name: 'Own', files, aml },
  });
  return json.app.id;
}

describeEachInstallation('files of an owner’s rows', (get) => {
  it('are for the owner alone, of apps and of drafts', async () => {
    const [ada, bob] = [await get().join(), await get().join('Bob')];
    const app = await publish(get(), ada.token);
    const draft = (
      await get().graphql(
        'mutation { createDraft(input: { name: "d" }) { draft { draftId } } }',
        {},
        ada.token,
      )
    ).json.data.createDraft.draft.draftId;
    const statuses = async (path: string, method = 'GET') => {
      const at = (token?: string) => get().call({ path, method, ...(token ? { token } : {}) });
      return [(await at()).status, (await at(bob.token)).status, (await at(ada.token)).status];
    };
    expect(await statuses(`/api/apps/${app}/data/Entry.csv`)).toEqual([401, 403, 200]);
    expect(await statuses(`/api/apps/${app}/data/Entry/import`, 'POST')).toEqual([401, 403, 415]);
    expect(await statuses(`/api/apps/nothing/data/Entry.csv`)).toEqual([401, 404, 404]);
    expect(await statuses(`/api/apps/${app}/data/Nope.csv`)).toEqual([401, 403, 404]);
    expect(await statuses(`/api/apps/${app}/data/Entry.xml`)).toEqual([401, 403, 404]);
    // A draft is as absent for others as one that is not there; this one has no model yet.
    expect(await statuses(`/api/drafts/${draft}/data/Entry.csv`)).toEqual([401, 404, 404]);
    await get().graphql(
      'mutation ($aml: String!, $id: String!) { saveDraft(input: { draftId: $id, baseRevision: 1, changes: [], aml: $aml }) { revision { number } } }',
      { id: draft, aml: AML },
      ada.token,
    );
    expect(await statuses(`/api/drafts/${draft}/data/Entry.csv`)).toEqual([401, 404, 200]);
    expect(
      (await get().call({ path: `/api/apps/${app}/data/Entry.csv`, method: 'PUT', token: ada.token })).status,
    ).toBe(405);
    await get().call({ method: 'DELETE', path: `/api/market/${app}`, token: ada.token });
    expect(await statuses(`/api/apps/${app}/data/Entry.csv`)).toEqual([401, 404, 404]);
  });

  it('go in and come out, filtered, sorted, with a mark, and with each mistake named', async () => {
    const { token } = await get().join();
    const path = `/api/apps/${await publish(get(), token)}/data/Entry`;
    const send = (body: string, query: string, type = 'text/csv') =>
      get().call({
        method: 'POST',
        path: `${path}/import${query}`,
        token,
        body,
        headers: { 'content-type': type },
      });
    const file = 'text\r\n=1+1\r\n"with ""quotes"", and comma"\r\nplain\r\n';
    const dry = await send(file, '?dryRun=1');
    expect([dry.status, dry.json.report]).toEqual([
      200,
      { dryRun: true, rows: 3, created: 3, updated: 0, skipped: 0, errorCount: 0, errors: [], ignored: [] },
    ]);
    expect((await get().call({ path: `${path}.json`, token })).json).toEqual([]);
    expect((await send(file, '')).json.report).toMatchObject({ created: 3 });
    const csv = await get().call({ path: `${path}.csv?bom=1&orderBy=-id`, token });
    expect(csv.text).toBe('\uFEFFid,text\r\n3,plain\r\n2,"with ""quotes"", and comma"\r\n1,\'=1+1\r\n');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="Entry.csv"');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const where = encodeURIComponent(JSON.stringify({ text: { contains: 'quotes' } }));
    expect((await get().call({ path: `${path}.json?where=${where}`, token })).json).toEqual([
      { id: 2, text: 'with "quotes", and comma' },
    ]);
    expect((await get().call({ path: `${path}.json?where=%7B`, token })).json.error.code).toBe(
      'invalid_request',
    );
    expect((await get().call({ path: `${path}.json?orderBy=txet`, token })).json.error.message).toMatch(
      /"text"/,
    );
    const bad = await send('id,text\r\n1,again\r\n9,\r\n', '');
    expect([bad.status, bad.json.error.code, bad.json.diagnostics]).toEqual([
      422,
      'invalid_record',
      [
        { code: 'conflict', message: 'Row 2: Entry has a row with the same id already.', path: '/2/id' },
        {
          code: 'too_short',
          message: 'Row 3: text must have at least 1 character, has 0.',
          path: '/3/text',
        },
      ],
    ]);
    expect((await send('id,text\r\n1,new\r\n', '?mode=update')).json.report).toMatchObject({ updated: 1 });
    expect((await send('[{"id":1,"text":"x"}]', '?mode=skip', 'application/json')).json.report).toMatchObject(
      { skipped: 1 },
    );
    for (const query of ['?dryrun=1', '?dry=1', '?mode=skip&limit=2']) {
      const odd = await send(file, query);
      expect([odd.status, odd.json.error.message]).toEqual([400, expect.stringContaining('no parameter of')]);
    }
    expect((await get().call({ path: `${path}.csv?limit=2`, token })).status).toBe(400);
    expect((await get().call({ path: `${path}.json`, token })).json).toHaveLength(3);
    expect((await send('text\n"a;=1+1"\n', '')).status).toBe(200);
    expect((await get().call({ path: `${path}.csv`, token })).text).toContain(',"a;=1+1"\r\n');
    expect((await send(file, '?mode=perhaps')).json.error.code).toBe('invalid_request');
    expect((await send(file, '', 'text/plain')).status).toBe(415);
    expect((await send(`text\r\n${'x'.repeat(17 * 1024 * 1024)}`, '')).status).toBe(413);
  });

  it(
    'streams fifty thousand rows in bounded memory, the first byte early',
    { timeout: 180_000 },
    async () => {
      const { token } = await get().join();
      const path = `/api/apps/${await publish(get(), token)}/data/Entry`;
      const rows = 50_000;
      const body = `text\n${Array.from({ length: rows }, (_, i) => `row ${i} ${'x'.repeat(30)}`).join('\n')}`;
      const imported = await get().call({
        method: 'POST',
        path: `${path}/import`,
        token,
        body,
        headers: { 'content-type': 'text/csv' },
      });
      expect(imported.json.report).toMatchObject({ created: rows, errorCount: 0 });
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      collect();
      const before = process.memoryUsage();
      const started = performance.now();
      const seen = { bytes: 0, lines: 0, first: 0, heap: 0, pieces: 0 };
      await new Promise<void>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` };
        request({ host: '127.0.0.1', port: get().server.port, path: `${path}.csv`, headers }, (answer) => {
          answer.on('data', (chunk: Buffer) => {
            seen.first ||= performance.now() - started;
            seen.bytes += chunk.length;
            seen.lines += chunk.toString('latin1').split('\n').length - 1;
            seen.pieces += 1;
            // What is merely not collected yet is not held.
            if (seen.pieces % 10 > 0) return;
            collect();
            seen.heap = Math.max(seen.heap, process.memoryUsage().heapUsed - before.heapUsed);
          });
          answer.on('end', resolve);
          answer.on('error', reject);
        })
          .on('error', reject)
          .end();
      });
      const total = performance.now() - started;
      expect(seen.lines).toBe(rows + 1);
      expect(seen.pieces).toBeGreaterThan(20);
      expect(seen.first).toBeLessThan(total / 4);
      // All rows at once, as objects, would be some 60 MB.
      expect(seen.heap).toBeLessThan(24 * 1024 * 1024);
    },
  );
});
