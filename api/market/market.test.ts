import { expect, it } from 'vitest';
import { describeEachInstallation, type Answer, type Person } from '../../test/support/installation.ts';

const AML = `model Entry {
  id        String   @id @default(cuid())
  text      String
  createdAt DateTime @default(now())
}`;

describeEachInstallation('the market', (get) => {
  const publish = (person: Person | null, body: unknown): Promise<Answer> =>
    get().call({ method: 'POST', path: '/api/market', body, ...(person ? { token: person.token } : {}) });
  const read = (path: string): Promise<Answer> => get().call({ path: `/api/market${path}` });
  const files = { 'index.html': '<h1>Hello</h1>', 'app.js': 'export {}' };

  it('publishes, shows, updates with what is left out kept, and pins the owner', async () => {
    const ada = await get().join('Ada');
    const body = {
      name: 'Notes',
      description: 'For thoughts',
      aml: AML,
      files,
      tags: ['a', 'b'],
      ownerId: 'eve',
      createdAt: '1999-01-01',
    };
    const created = await publish(ada, body);
    expect(created.status).toBe(201);
    const { app } = created.json;
    expect(app).toMatchObject({
      name: 'Notes',
      author: 'Ada',
      ownerId: ada.id,
      forkedFrom: null,
      preview: null,
      files,
      aml: AML,
      tags: ['a', 'b'],
      version: 1,
    });
    expect(Date.parse(app.createdAt)).toBeGreaterThan(Date.now() - 60_000);

    const updated = await publish(ada, { id: app.id, files: { 'index.html': 'v2' } });
    expect(updated.status).toBe(200);
    expect(updated.json.app).toMatchObject({
      name: 'Notes',
      description: 'For thoughts',
      aml: AML,
      tags: ['a', 'b'],
      version: 2,
      files: { 'index.html': 'v2' },
      createdAt: app.createdAt,
    });
    expect((await read(`/${app.id}`)).json.app.files).toEqual({ 'index.html': 'v2' });
  });

  it('honours an id for a new app and takes the legacy single file, which wins', async () => {
    const ada = await get().join();
    const created = await publish(ada, {
      id: 'My_App-1',
      name: 'One',
      indexHtml: 'legacy',
      files: { 'index.html': 'other' },
    });
    expect([created.status, created.json.app.id, created.json.app.files]).toEqual([
      201,
      'My_App-1',
      { 'index.html': 'legacy' },
    ]);
    expect((await publish(ada, { id: 'only-legacy', indexHtml: 'x' })).status).toBe(201);
  });

  it('refuses what is not right and stores nothing of it', async () => {
    const ada = await get().join();
    const refused: [unknown, number, string][] = [
      [{ id: 'bad1', name: 'x', files: { 'app.js': '' } }, 400, 'invalid_request'],
      [{ id: 'bad1', name: 'x' }, 400, 'invalid_request'],
      [{ id: 'bad id', files }, 400, 'invalid_request'],
      [{ id: 'bad1', files: { ...files, '../x': '' } }, 400, 'invalid_request'],
      [{ id: 'bad1', files: { ...files, 'APP.js': '' } }, 400, 'invalid_request'],
      [{ id: 'bad1', files: { ...files, '_data/x': '' } }, 400, 'invalid_request'],
      [{ id: 'bad1', files: { 'index.html': 7 } }, 400, 'invalid_request'],
      [{ id: 'bad1', files: { 'index.html': 'a\0b' } }, 400, 'invalid_request'],
      [{ id: 'bad1', files, name: 'x'.repeat(201) }, 400, 'invalid_request'],
      [{ id: 'bad1', files, preview: 'javascript:alert(1)' }, 400, 'invalid_request'],
      [{ id: 'bad1', files, aml: 'model Entry { text Strng }' }, 422, 'invalid_aml'],
      [{ id: 'bad1', files: { 'index.html': 'x'.repeat(10 * 1024 * 1024 + 1) } }, 413, 'too_large'],
      ['{"files":', 400, 'invalid_request'],
      [[], 400, 'invalid_request'],
    ];
    for (const [body, status, code] of refused) {
      const answer = await publish(ada, body);
      expect([JSON.stringify(body).slice(0, 80), answer.status, answer.json.error.code]).toEqual([
        JSON.stringify(body).slice(0, 80),
        status,
        code,
      ]);
    }
    const broken = await publish(ada, { id: 'bad1', files, aml: 'model Entry {\n  text Strng\n}' });
    expect(broken.json.diagnostics[0]).toMatchObject({ line: 2, severity: 'error' });
    expect((await read('/bad1')).status).toBe(404);
  });

  it('keeps large files, many files and odd names, and gives them back whole every time', async () => {
    const ada = await get().join();
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`part/${i}.js`, `${i}`.repeat(2_000)]),
    );
    const body = { id: 'large', files: { ...many, 'index.html': `<p>${'x'.repeat(3_000_000)}</p>` } };
    const odd = JSON.stringify(body).replace('"index.html"', '"__proto__":"odd","index.html"');
    expect((await publish(ada, odd)).status).toBe(201);
    for (let round = 0; round < 4; round += 1) {
      const [entry, page, list] = await Promise.all([
        read('/large'),
        get().visit({ path: '/a/large/' }),
        read('?limit=5'),
      ]);
      expect([entry.status, page.status, list.status]).toEqual([200, 200, 200]);
      expect(Object.keys(entry.json.app.files)).toHaveLength(302);
      expect(Object.getOwnPropertyDescriptor(entry.json.app.files, '__proto__')?.value).toBe('odd');
      expect(entry.json.app.files['part/299.js']).toBe('299'.repeat(2_000));
      expect(page.text).toContain('x'.repeat(3_000_000));
    }
    expect((await get().visit({ path: '/a/large/__proto__' })).text).toBe('odd');
    for (const path of ['/%00', '?q=%00']) expect((await read(path)).status).toBeLessThan(500);
  });

  it('lets only the owner write, delete and come back to an id', async () => {
    const [ada, eve] = [await get().join('Ada'), await get().join('Eve')];
    const { id } = (await publish(ada, { name: 'Mine', files })).json.app;
    const remove = (person: Person | null) =>
      get().call({ method: 'DELETE', path: `/api/market/${id}`, ...(person ? { token: person.token } : {}) });
    expect((await publish(null, { id, files })).status).toBe(401);
    expect((await publish(eve, { id, files })).status).toBe(403);
    expect((await remove(null)).status).toBe(401);
    expect((await remove(eve)).status).toBe(403);
    expect((await remove(ada)).json).toEqual({ ok: true });
    expect((await remove(ada)).status).toBe(200);
    expect((await read(`/${id}`)).status).toBe(404);
    expect((await publish(eve, { id, files })).status).toBe(403);
    const absent = await get().call({ method: 'DELETE', path: '/api/market/never-there', token: eve.token });
    expect(absent.status).toBe(200);
    const restored = await get().graphql(
      'mutation ($id: String!) { restoreApp(input: { id: $id }) { app { name } } }',
      { id },
      ada.token,
    );
    expect(restored.json.data.restoreApp.app.name).toBe('Mine');
  });

  it('wipes what was deleted 30 days ago, rows included, and keeps the id for its owner', async () => {
    const [ada, eve] = [await get().join('Ada'), await get().join('Eve')];
    const { id } = (await publish(ada, { name: 'Short-lived', aml: AML, files })).json.app;
    await get().visit({ method: 'POST', path: `/a/${id}/_data`, body: { text: 'a row' } });
    await get().call({ method: 'DELETE', path: `/api/market/${id}`, token: ada.token });
    const { db, market } = get().server.services;
    expect(await market.purgeDeleted()).toBe(0);
    await db.prisma.app.update({
      where: { id },
      data: { deletedAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    expect(await market.purgeDeleted()).toBe(1);
    expect(await market.purgeDeleted()).toBe(0);
    expect((await get().visit({ path: `/a/${id}/` })).status).toBe(410);
    const restore = 'mutation ($id: String!) { restoreApp(input: { id: $id }) { app { name } } }';
    expect((await get().graphql(restore, { id }, ada.token)).status).toBe(404);
    expect((await publish(eve, { id, files })).status).toBe(403);
    expect((await publish(ada, { id, name: 'Again', aml: AML, files })).status).toBe(201);
    expect((await get().visit({ path: `/a/${id}/_data` })).json.records).toEqual([]);
  });

  it('forks verbatim into an own app with a lineage', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const source = (
      await publish(ada, {
        name: 'Source',
        description: 'd',
        aml: AML,
        files,
        tags: ['t'],
        preview: 'data:image/png;base64,AA==',
      })
    ).json.app;
    const fork = await get().call({
      method: 'POST',
      path: `/api/market/${source.id}/fork`,
      token: bob.token,
    });
    expect(fork.status).toBe(201);
    const { app } = fork.json;
    expect(app).toMatchObject({
      name: 'Source',
      description: 'd',
      aml: AML,
      files,
      tags: ['t'],
      preview: source.preview,
      ownerId: bob.id,
      author: 'Bob',
      forkedFrom: source.id,
      version: 1,
    });
    expect(app.id).not.toBe(source.id);
    expect((await get().call({ method: 'POST', path: `/api/market/${source.id}/fork` })).status).toBe(401);
    expect(
      (await get().call({ method: 'POST', path: '/api/market/none/fork', token: bob.token })).status,
    ).toBe(404);
    const shown = await get().graphql(
      'query ($id: String!) { app(id: $id) { forkedFrom { appId author } forkCount isMine } }',
      { id: app.id },
      bob.token,
    );
    expect(shown.json.data.app).toEqual({
      forkedFrom: { appId: source.id, author: 'Ada' },
      forkCount: 0,
      isMine: true,
    });
  });

  it('lists newest first, searches literally without case, and pages', async () => {
    const ada = await get().join();
    const names = ['Zebra 100%', 'zebra_two', 'ZEBRA three'];
    for (const name of names) await publish(ada, { name, files, tags: ['Striped'] });
    const search = async (q: string): Promise<string[]> =>
      (await read(`?q=${encodeURIComponent(q)}`)).json.apps.map((app: { name: string }) => app.name);
    expect(await search('zEbRa')).toEqual(names.toReversed());
    expect(await search('100%')).toEqual(['Zebra 100%']);
    expect(await search('a_t')).toEqual(['zebra_two']);
    expect(await search('striped')).toHaveLength(3);
    expect(await search('0%')).toEqual(['Zebra 100%']);
    expect(await search('_T')).toEqual(['zebra_two']);
    expect(await search('%')).toEqual(['Zebra 100%']);
    expect(await search('%_')).toEqual([]);
    const first = (await read('?q=zebra&limit=2')).json;
    const second = (await read(`?q=zebra&limit=2&cursor=${first.nextCursor}`)).json;
    expect([...first.apps, ...second.apps].map((app: { name: string }) => app.name)).toEqual(
      names.toReversed(),
    );
    expect(second.nextCursor).toBeUndefined();
    for (const bad of ['limit=0', 'limit=201', 'limit=x', 'cursor=%00'])
      expect((await read(`?${bad}`)).status).toBe(400);
    const connection = await get().graphql(
      '{ apps(q: "zebra", first: 2) { totalCount pageInfo { hasNextPage endCursor } edges { node { name files { path } } } } }',
    );
    expect(connection.json.data.apps).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const next = await get().graphql(
      'query ($after: String) { apps(q: "zebra", first: 2, after: $after) { edges { node { name } } } }',
      { after: connection.json.data.apps.pageInfo.endCursor },
    );
    expect(next.json.data.apps.edges).toEqual([{ node: { name: 'Zebra 100%' } }]);
  });

  it('answers unknown routes, methods and types in the envelope', async () => {
    const cases: [string, string, number, string][] = [
      ['GET', '/api/nowhere', 404, 'not_found'],
      ['PATCH', '/api/market', 405, 'method_not_allowed'],
      ['DELETE', '/api/market', 405, 'method_not_allowed'],
      ['GET', '/api/market/none', 404, 'not_found'],
    ];
    for (const [method, path, status, code] of cases) {
      const answer = await get().call({ method, path });
      expect([path, answer.status, answer.json.ok, answer.json.error.code]).toEqual([
        path,
        status,
        false,
        code,
      ]);
    }
    expect((await get().call({ method: 'PATCH', path: '/api/market' })).headers.allow).toBe(
      'GET, POST, HEAD, OPTIONS',
    );
    expect((await get().call({ method: 'OPTIONS', path: '/api/market' })).status).toBe(204);
    expect((await get().call({ method: 'HEAD', path: '/api/market' })).status).toBe(200);
    const ada = await get().join();
    const plain = await get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect([plain.status, plain.json.error.code]).toEqual([415, 'unsupported_media_type']);
    const packed = await get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([packed.status, packed.json.error.code]).toEqual([415, 'unsupported_media_type']);
  });
});
