import { expect, it } from 'vitest';
import { describeEachInstallation, type Answer, type Person } from '../../test/support/installation.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const files = (text: string, more: Record<string, string> = {}) => ({ 'index.html': text, ...more });

describeEachInstallation('the life of an app in the market', (get) => {
  const api = (person: Person | null, method: string, path: string, body?: unknown): Promise<Answer> =>
    get().call({
      method,
      path: `/api/market${path}`,
      ...(body === undefined ? {} : { body }),
      ...(person ? { token: person.token } : {}),
    });
  const publish = async (person: Person, body: object) =>
    (await api(person, 'POST', '', { name: 'App', files: files('<p>one</p>'), ...body })).json.app;
  const ask = async (query: string, variables: object = {}, person?: Person) =>
    (await get().graphql(query, variables, person?.token)).json;
  const forkCount = async (id: string): Promise<number> =>
    (await ask('query ($id: String!) { app(id: $id) { forkCount } }', { id })).data.app.forkCount;
  const page = (id: string): Promise<Answer> =>
    get().visit({ path: `/a/${id}/`, headers: { 'sec-fetch-dest': 'script' } });

  it('keeps every version, opens an old one, and publishes it again as the next', async () => {
    const ada = await get().join('Ada');
    const aml = 'model Note {\n  text String\n}';
    const { id } = await publish(ada, { files: files('<p>one</p>', { 'a.js': '1' }), aml });
    await publish(ada, { id, name: 'Second', files: files('<p>two</p>') });
    const listed = (await api(null, 'GET', `/${id}/versions`)).json.versions;
    expect(listed).toMatchObject([
      { number: 2, name: 'Second' },
      { number: 1, name: 'App', aml, size: 11 },
    ]);
    const old = await ask(
      `query ($id: String!) { app(id: $id) { versions { number } versionOf(number: 1) {
         files { path content } file(path: "a.js") { content } none: file(path: "\\u0000") { size } } } }`,
      { id },
    );
    expect(old.data.app).toEqual({
      versions: [{ number: 2 }, { number: 1 }],
      versionOf: {
        files: [
          { path: 'a.js', content: '1' },
          { path: 'index.html', content: '<p>one</p>' },
        ],
        file: { content: '1' },
        none: null,
      },
    });
    const eve = await get().join('Eve');
    const again = (person: Person | null, number: number | string) =>
      api(person, 'POST', `/${id}/versions/${number}/restore`);
    expect([
      (await again(null, 1)).status,
      (await again(eve, 1)).status,
      (await again(ada, 9)).status,
    ]).toEqual([401, 403, 404]);
    expect((await again(ada, '0')).status).toBe(404);
    const third = (await again(ada, 1)).json.app;
    expect(third).toMatchObject({
      version: 3,
      name: 'Second',
      aml,
      files: files('<p>one</p>', { 'a.js': '1' }),
    });
    expect((await page(id)).text).toContain('<p>one</p>');
    const graph = await ask(
      `mutation ($id: String!) { restoreAppVersion(input: { id: $id, number: 2 }) { app { version file(path: "index.html") { content } } } }`,
      { id },
      ada,
    );
    expect(graph.data.restoreAppVersion.app).toEqual({ version: 4, file: { content: '<p>two</p>' } });
  });

  it('counts forks truly while they come and go, many at once too', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const { id } = await publish(ada, { tags: ['t'] });
    const forks = await Promise.all(Array.from({ length: 8 }, () => api(bob, 'POST', `/${id}/fork`)));
    expect(forks.map((fork) => fork.status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(await forkCount(id)).toBe(8);
    const before = (await api(null, 'GET', `/${id}`)).json.app.updatedAt;
    const first = forks[0]?.json.app.id as string;
    await Promise.all([1, 2, 3].map(() => api(bob, 'DELETE', `/${first}`)));
    expect(await forkCount(id)).toBe(7);
    expect((await api(bob, 'POST', `/${first}/restore`)).json.app.id).toBe(first);
    expect(await forkCount(id)).toBe(8);
    await api(bob, 'DELETE', `/${first}`);
    await publish(bob, { id: first });
    expect(await forkCount(id)).toBe(8);
    // A fork is no news of its source.
    expect((await api(null, 'GET', `/${id}`)).json.app.updatedAt).toBe(before);
    const list = (await api(null, 'GET', `?forksOf=${id}&limit=3`)).json;
    expect([list.apps.length, typeof list.nextCursor]).toEqual([3, 'string']);
  });

  it('compares a fork with the version it was copied from', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const source = await publish(ada, { files: files('<p>1</p>', { 'gone.js': '', 'same.css': 's' }) });
    const fork = (await api(bob, 'POST', `/${source.id}/fork`)).json.app;
    const changes = async () =>
      (
        await ask(
          'query ($id: String!) { app(id: $id) { lineageChanges { sourceVersion files { path change } } } }',
          { id: fork.id },
        )
      ).data.app.lineageChanges;
    expect(await changes()).toEqual({ sourceVersion: 1, files: [] });
    await publish(bob, { id: fork.id, files: files('<p>2</p>', { 'new.js': '', 'same.css': 's' }) });
    // The source going on changes nothing about what the fork did.
    await publish(ada, { id: source.id, files: files('<p>elsewhere</p>') });
    expect(await changes()).toEqual({
      sourceVersion: 1,
      files: [
        { path: 'gone.js', change: 'removed' },
        { path: 'index.html', change: 'changed' },
        { path: 'new.js', change: 'added' },
      ],
    });
    await api(ada, 'DELETE', `/${source.id}`);
    expect(await changes()).toBeNull();
  });

  it('remembers the lineage of files that were forked into a draft', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const source = await publish(ada, {});
    const made = await ask('mutation { createDraft(input: {}) { draft { draftId } } }', {}, bob);
    const { draftId } = made.data.createDraft.draft;
    const save = (forkedFromAppId: string) =>
      ask(
        `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { draft { forkedFrom { appId } } } }`,
        {
          input: {
            draftId,
            baseRevision: 1,
            changes: [{ path: 'index.html', content: '<p>one</p>' }],
            cause: 'AGENT_TURN',
            forkedFromAppId,
          },
        },
        bob,
      );
    expect((await save('nothing')).errors[0].extensions.code).toBe('not_found');
    expect((await save(source.id)).data.saveDraft.draft.forkedFrom).toEqual({ appId: source.id });
    const published = await ask(
      `mutation ($draftId: String!) { publishDraft(input: { draftId: $draftId, revision: 2, name: "Mine" }) {
         app { forkedFromId lineageChanges { sourceVersion files { path } } } } }`,
      { draftId },
      bob,
    );
    expect(published.data.publishDraft.app).toEqual({
      forkedFromId: source.id,
      lineageChanges: { sourceVersion: 1, files: [] },
    });
    expect(await forkCount(source.id)).toBe(1);
  });

  it('sorts and narrows, and its pages stand still while others publish', async () => {
    const ada = await get().join('Ada');
    const tag = 'sorted';
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await publish(ada, { name: `S${index}`, tags: [tag] })).id);
    }
    await api(ada, 'POST', `/${ids[1]}/fork`);
    await publish(ada, { id: ids[2], name: 'S2' });
    const names = async (query: string): Promise<string[]> =>
      (await api(null, 'GET', `?tag=${tag}${query}`)).json.apps.map((app: { name: string }) => app.name);
    expect(await names('&sort=newest')).toEqual(['S1', 'S4', 'S3', 'S2', 'S1', 'S0']);
    expect((await names('&sort=updated'))[0]).toBe('S2');
    expect((await names('&sort=forks'))[0]).toBe('S1');
    expect((await api(null, 'GET', '?sort=best')).status).toBe(400);
    expect((await names(`&author=${ada.id}`)).length).toBe(6);
    expect(await names('&author=nobody')).toEqual([]);

    for (const sort of ['NEWEST', 'UPDATED', 'FORKS']) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { data } = await ask(
          `query ($after: String, $sort: AppSort) { apps(tag: "${tag}", first: 2, after: $after, sort: $sort) {
             totalCount pageInfo { hasNextPage endCursor } edges { node { appId name } } } }`,
          { after, sort },
        );
        seen.push(...data.apps.edges.map((edge: { node: { appId: string } }) => edge.node.appId));
        after = data.apps.pageInfo.hasNextPage ? data.apps.pageInfo.endCursor : null;
        // What comes in at the top shifts nothing, and a place stays one when its app has gone.
        const passing = await publish(ada, { name: 'passing' });
        await api(ada, 'DELETE', `/${passing.id}`);
      } while (after !== null);
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 6, 6]);
    }
    const first = (await api(null, 'GET', `?tag=${tag}&limit=2`)).json;
    await api(ada, 'DELETE', `/${first.apps[1].id}`);
    expect((await names(`&limit=9&cursor=${first.nextCursor}`)).length).toBe(4);
    expect((await api(null, 'GET', `?sort=forks&cursor=${first.nextCursor}`)).status).toBe(400);
    const backwards = await ask(
      `{ apps(tag: "${tag}", last: 2) { edges { cursor node { name } } pageInfo { hasPreviousPage } } }`,
    );
    expect(backwards.data.apps).toMatchObject({
      edges: [{ node: { name: 'S1' } }, { node: { name: 'S0' } }],
      pageInfo: { hasPreviousPage: true },
    });
  });

  it('counts tags and shows authors of listed apps only', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const top = async () =>
      (await ask('{ marketTags(first: 100) { tag count } }')).data.marketTags.filter(
        ({ tag }: { tag: string }) => tag.startsWith('counted'),
      );
    const one = await publish(ada, { tags: ['counted-a', 'counted-b'] });
    await publish(ada, { tags: ['counted-a'] });
    expect(await top()).toEqual([
      { tag: 'counted-a', count: 2 },
      { tag: 'counted-b', count: 1 },
    ]);
    await api(ada, 'DELETE', `/${one.id}`);
    expect(await top()).toEqual([{ tag: 'counted-a', count: 1 }]);
    const author = 'query ($id: String!) { author(id: $id) { name appCount } }';
    expect((await ask(author, { id: ada.id })).data.author).toEqual({ name: 'Ada', appCount: 1 });
    expect((await ask(author, { id: bob.id })).data.author).toBeNull();
  });

  it('is gone at once after its owner deletes it, listed for them, and comes back whole', async () => {
    const ada = await get().join('Ada');
    const { id } = await publish(ada, { preview: PIXEL });
    const etag = (await page(id)).headers.etag ?? '';
    await api(ada, 'DELETE', `/${id}`);
    const gone = await get().visit({ path: `/a/${id}/`, headers: { 'if-none-match': etag } });
    expect([gone.status, gone.headers['clear-site-data'], gone.headers['cache-control']]).toEqual([
      410,
      '"cache", "storage"',
      'no-store',
    ]);
    for (const path of [`/${id}`, `/${id}/versions`, `/${id}/preview`]) {
      expect([path, (await api(null, 'GET', path)).status]).toEqual([path, 404]);
    }
    expect((await api(ada, 'POST', `/${id}/fork`)).status).toBe(404);
    const own = '{ viewer { deletedApps { appId deletedAt } apps { totalCount } } }';
    expect((await ask(own, {}, ada)).data.viewer).toMatchObject({
      deletedApps: [{ appId: id }],
      apps: { totalCount: 0 },
    });
    const back = await ask(
      'mutation ($id: String!) { restoreApp(input: { id: $id }) { app { name } } }',
      { id },
      ada,
    );
    expect(back.data.restoreApp.app).toEqual({ name: 'App' });
    expect((await page(id)).status).toBe(200);
  });

  it('serves the preview picture apart from the list, with a tag', async () => {
    const ada = await get().join('Ada');
    const { id } = await publish(ada, { preview: PIXEL });
    const { data } = await ask('query ($id: String!) { app(id: $id) { previewUrl } }', { id });
    const picture = await get().call({ path: data.app.previewUrl });
    expect([
      picture.status,
      picture.headers['content-type'],
      picture.headers['x-content-type-options'],
    ]).toEqual([200, 'image/png', 'nosniff']);
    const again = await get().call({
      path: data.app.previewUrl,
      headers: { 'if-none-match': picture.headers.etag ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const elsewhere = await publish(ada, { preview: 'https://pictures.example/a.png' });
    expect(
      (await ask('query ($id: String!) { app(id: $id) { previewUrl } }', { id: elsewhere.id })).data.app
        .previewUrl,
    ).toBe('https://pictures.example/a.png');
    const script = await publish(ada, {
      preview: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const svg = await get().call({ path: `/api/market/${script.id}/preview` });
    expect(svg.headers['content-security-policy']).toContain('sandbox');
    const odd = await publish(ada, { preview: 'data:image/odd;base64,AAAA' });
    expect((await get().call({ path: `/api/market/${odd.id}/preview` })).status).toBe(404);
  });
});
