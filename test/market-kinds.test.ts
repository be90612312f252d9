import { expect, it } from 'vitest';
import { newId } from '../api/ids.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

const FORM = {
  title: 'Lunch',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'dish', label: 'Dish', options: ['Soup', 'Salad'] },
  ],
};
const DECK = { title: 'Deck', slides: [{ layout: 'title', heading: 'Hello' }] };
const RENDERER =
  '<!doctype html><title>Mine</title><script id="platform-doc" type="application/json"></script><h1>Mine</h1>';
const KINDS = [
  { kind: 'form', document: FORM, other: { ...FORM, title: 'Dinner' }, shown: 'Your name' },
  { kind: 'slides', document: DECK, other: { ...DECK, title: 'Decks' }, shown: 'Hello' },
];

describeEachInstallation('forms and decks in the market', (get) => {
  const call = (person: Person | null, method: string, path: string, body?: unknown): Promise<Answer> =>
    get().call({
      method,
      path: `/api${path}`,
      ...(body === undefined ? {} : { body }),
      ...(person ? { token: person.token } : {}),
    });
  const make = async (person: Person, body: object): Promise<string> => {
    const id = newId();
    expect((await call(person, 'PUT', `/projects/${id}`, body)).status).toBe(201);
    return id;
  };
  const publish = (person: Person | null, id: string, body: object = {}) =>
    call(person, 'POST', `/projects/${id}/market`, body);
  const project = async (person: Person, id: string) =>
    (await call(person, 'GET', `/projects/${id}`)).json.project;
  const look = (id: string, path = ''): Promise<Answer> =>
    get().visit({ path: `/a/${id}/${path}`, headers: { 'sec-fetch-dest': 'script' } });
  const ask = async (query: string, variables: object, person?: Person) => {
    const { json } = await get().graphql(query, variables, person?.token);
    expect(json.errors).toBeUndefined();
    return json.data;
  };

  it.each(KINDS)('takes a $kind, lists it, shows it, and takes the next version', async (one) => {
    const { kind, document, other, shown } = one;
    const ada = await get().join('Ada');
    const id = await make(ada, { kind, document, published: false });
    const word = newId();
    const told = { description: `About ${word}`, tags: [word], preview: 'https://example.org/a.png' };
    const first = await publish(ada, id, told);
    expect(first.status).toBe(201);
    const entry = first.json.app;
    expect(entry).toMatchObject({
      kind,
      name: document.title,
      ...told,
      aml: '',
      version: 1,
      ownerId: ada.id,
    });
    expect(Object.keys(entry.files).sort()).toEqual(['document.json', 'index.html']);
    expect(JSON.parse(entry.files['document.json'])).toEqual(document);

    const list = async (query: string) =>
      (await call(null, 'GET', `/market?q=${word}${query}`)).json.apps.map((app: { id: string }) => app.id);
    expect(await list('')).toEqual([entry.id]);
    expect(await list(`&kind=${kind}`)).toEqual([entry.id]);
    expect(await list(`&kind=${kind === 'form' ? 'slides' : 'form'}`)).toEqual([]);
    expect(await list('&kind=app')).toEqual([]);
    expect((await call(null, 'GET', '/market?kind=poem')).status).toBe(400);
    const found = await ask(
      'query ($q: String, $kind: AppKind) { apps(q: $q, kind: $kind) { totalCount edges { node { appId kind projectId } } } }',
      { q: word, kind: kind.toUpperCase() },
    );
    expect(found.apps).toEqual({
      totalCount: 1,
      edges: [{ node: { appId: entry.id, kind: kind.toUpperCase(), projectId: null } }],
    });

    const page = await look(entry.id);
    expect(page.status).toBe(200);
    expect(page.text.includes(shown)).toBe(true);
    expect(JSON.parse((await look(entry.id, 'document.json')).text)).toEqual(document);

    // The market has a copy: the project may change and go without it.
    await call(ada, 'PUT', `/projects/${id}`, { document: other });
    expect(await ownState(ada, id)).toEqual({ app: { appId: entry.id, version: 1 }, appIsCurrent: false });
    expect((await look(entry.id)).text.includes(other.title)).toBe(false);
    const second = await publish(ada, id, { name: 'Named' });
    expect(second.status).toBe(200);
    expect(second.json.app).toMatchObject({ id: entry.id, name: 'Named', version: 2, tags: [word] });
    expect((await look(entry.id)).text.includes(other.title)).toBe(true);
    expect(await ownState(ada, id)).toEqual({ app: { appId: entry.id, version: 2 }, appIsCurrent: true });

    const again = await call(ada, 'POST', `/market/${entry.id}/versions/1/restore`);
    expect(again.json.app).toMatchObject({ kind, version: 3 });
    expect(JSON.parse(again.json.app.files['document.json'])).toEqual(document);

    expect((await call(ada, 'DELETE', `/market/${entry.id}`)).status).toBe(200);
    expect((await look(entry.id)).status).toBe(410);
    expect(await ownState(ada, id)).toEqual({ app: null, appIsCurrent: null });
    expect((await project(ada, id)).document).toEqual(other);
    expect((await publish(ada, id)).json.app).toMatchObject({ id: entry.id, name: 'Named', version: 4 });
    await call(ada, 'DELETE', `/projects/${id}`);
    expect((await look(entry.id)).status).toBe(200);
  });

  const ownState = async (person: Person, id: string) =>
    (
      await ask(
        'query ($id: String!) { viewer { project(id: $id) { app { appId version } appIsCurrent } } }',
        { id },
        person,
      )
    ).viewer.project;

  it('takes no renderer without a place for the document, as earlier versions stored them', async () => {
    const ada = await get().join('Ada');
    const id = await make(ada, { kind: 'form', document: FORM });
    const { pool } = get().server.services.db;
    await pool.query(`UPDATE "Project" SET "renderer" = '<p>' WHERE "id" = $1`, [id]);
    const { status, json } = await publish(ada, id);
    expect([status, json.diagnostics[0].code]).toEqual([422, 'no_document_place']);
  });

  it.each(KINDS)('forks a $kind into a project and an entry, and a fork of the fork', async (one) => {
    const { kind, document, other, shown } = one;
    const [ada, bob, eve] = [await get().join('Ada'), await get().join('Bob'), await get().join('Eve')];
    const settings = { webhookUrl: 'https://example.org/hook', notify: true, accent: '#aa0000' };
    const id = await make(ada, {
      ...{ kind, document, renderer: RENDERER, published: true, slug: `s${newId()}` },
      ...{ hosts: [`${newId()}.example.org`], settings },
    });
    if (kind === 'form') {
      const answer = await call(null, 'POST', `/forms/${id}/submissions`, { name: 'Zoe' });
      expect(answer.status).toBe(201);
    }
    const source = (await publish(ada, id, { tags: ['lunch'], description: 'Words' })).json.app;
    expect(source.files['index.html']).toBe(RENDERER);
    const page = await look(source.id);
    expect(page.text.includes('<h1>Mine</h1>')).toBe(true);
    expect(page.text.includes(shown)).toBe(true);

    expect((await call(null, 'POST', `/market/${source.id}/fork`)).status).toBe(401);
    const forked = await call(bob, 'POST', `/market/${source.id}/fork`);
    expect(forked.status).toBe(201);
    const { app, projectId } = forked.json;
    const { name, description, tags, preview, files } = source;
    expect(app).toMatchObject({ kind, name, description, tags, preview, files });
    expect(app).toMatchObject({ ownerId: bob.id, forkedFrom: source.id, version: 1 });
    expect(await project(bob, projectId)).toMatchObject({
      ...{
        kind,
        document,
        renderer: RENDERER,
        ownerId: bob.id,
        slug: null,
        hosts: [],
        published: kind === 'form',
      },
      ...{ schemaVersion: 1, rendererSchemaVersion: 1 },
      settings: { webhookUrl: null, notify: false, accent: null },
    });
    if (kind === 'form') {
      expect((await call(bob, 'GET', `/forms/${projectId}/submissions`)).json.submissions).toEqual([]);
      const own = await call(null, 'POST', `/forms/${projectId}/submissions`, { name: 'Yan' });
      expect(own.status).toBe(201);
    }

    await call(bob, 'PUT', `/projects/${projectId}`, { document: other, renderer: null });
    const renewed = (await publish(bob, projectId)).json.app;
    expect(renewed).toMatchObject({ id: app.id, version: 2, forkedFrom: source.id });
    const third = await ask(
      'mutation ($input: ForkAppInput!) { forkApp(input: $input) { projectId app { appId kind projectId forkedFrom { appId forkedFrom { appId } } lineageChanges { files { path } } } } }',
      { input: { id: app.id } },
      eve,
    );
    expect(third.forkApp.app).toMatchObject({
      kind: kind.toUpperCase(),
      projectId: third.forkApp.projectId,
      forkedFrom: { appId: app.id, forkedFrom: { appId: source.id } },
      lineageChanges: { files: [] },
    });
    expect(await project(eve, third.forkApp.projectId)).toMatchObject({ document: other, renderer: null });
    const lineage = await ask(
      'query ($id: String!, $project: String!) { app(id: $id) { forkCount lineageChanges { files { path change } } } viewer { project(id: $project) { forkedFrom { appId } } } }',
      { id: app.id, project: projectId },
      bob,
    );
    expect(lineage).toEqual({
      app: {
        forkCount: 1,
        lineageChanges: {
          files: [
            { path: 'document.json', change: 'changed' },
            { path: 'index.html', change: 'removed' },
          ],
        },
      },
      viewer: { project: { forkedFrom: { appId: source.id } } },
    });
  });

  it("takes nobody's answers: the market only shows", async () => {
    const ada = await get().join('Ada');
    const id = await make(ada, { kind: 'form', document: FORM });
    const { id: entry } = (await publish(ada, id)).json.app;
    const post = (path: string, body: unknown, type = 'application/json') =>
      get().visit({ method: 'POST', path: `/a/${entry}/${path}`, body, headers: { 'content-type': type } });
    expect((await post('_data', { name: 'Zoe' })).json).toMatchObject({
      ok: false,
      error: { code: 'forbidden', message: expect.stringContaining('Fork it') },
    });
    expect((await post('_data/query', {})).status).toBe(403);
    const form = 'application/x-www-form-urlencoded';
    const sent = await post('', 'answer.name=Zoe', form);
    expect(sent.status).toBe(403);
    expect(sent.text.includes('Nothing was sent')).toBe(true);
    expect(sent.text.includes('value="Zoe"')).toBe(true);
    expect((await look(entry)).text.includes('only shown here')).toBe(true);
    const { json } = await call(ada, 'GET', `/forms/${id}/submissions`);
    expect(json.submissions).toEqual([]);
  });

  it('is for the owner only, and says what is missing', async () => {
    const [ada, eve] = [await get().join('Ada'), await get().join('Eve')];
    const id = await make(ada, { kind: 'form', document: FORM });
    const statuses = [await publish(null, id), await publish(eve, id), await publish(ada, newId())];
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 404]);
    const { id: entry } = (await publish(ada, id)).json.app;
    expect((await call(eve, 'DELETE', `/market/${entry}`)).status).toBe(403);
    expect((await call(eve, 'POST', `/market/${newId()}/fork`)).status).toBe(404);
    const files = { 'index.html': 'x' };
    const over = await call(ada, 'POST', '/market', { id: entry, files });
    expect(over.json.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('a form') });
    expect((await call(eve, 'POST', '/market', { id: entry, files })).status).toBe(403);
    expect((await publish(ada, id, { tags: 'lunch' })).status).toBe(400);
    expect((await publish(ada, id, { name: 'n'.repeat(201) })).status).toBe(400);
    const draft = await get().graphql(
      'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId } } }',
      { input: { fromAppId: entry } },
      eve.token,
    );
    expect(draft.json.errors[0].extensions.code).toBe('invalid_request');
  });

  it('takes nothing that is stale or not valid, and says why', async () => {
    const ada = await get().join('Ada');
    const id = await make(ada, { kind: 'form', document: FORM, schemaVersion: 0 });
    const stale = await publish(ada, id);
    expect(stale.status).toBe(422);
    expect(stale.json).toMatchObject({
      error: { code: 'invalid_document' },
      diagnostics: [{ code: 'stale_document', hint: expect.any(String) }],
    });
    // As it would be under a schema that has changed since.
    const { prisma } = get().server.services.db;
    const document = JSON.stringify({ title: 'Old', fields: [{ type: 'poem', key: 'a', label: 'A' }] });
    await prisma.project.update({ where: { id }, data: { document, schemaVersion: 1 } });
    const invalid = await publish(ada, id);
    expect(invalid.status).toBe(422);
    expect(invalid.json.diagnostics).toMatchObject([{ code: 'unknown_value', path: '/fields/0/type' }]);
    expect((await call(null, 'GET', '/market?q=Old')).json.apps).toEqual([]);
    await call(ada, 'PUT', `/projects/${id}`, { document: FORM });
    expect((await publish(ada, id)).status).toBe(201);
  });

  it('is one entry however often it is published at once, and a new one when the id begins anew', async () => {
    const ada = await get().join('Ada');
    const id = await make(ada, { kind: 'form', document: FORM });
    const answers = await Promise.all([publish(ada, id), publish(ada, id)]);
    const made = answers.filter(({ status }) => status < 300).map(({ json }) => json.app.id);
    expect(new Set(made).size).toBe(1);
    const entry = (await publish(ada, id)).json.app;
    expect(entry.id).toBe(made[0]);
    await call(ada, 'DELETE', `/projects/${id}`);
    await call(ada, 'PUT', `/projects/${id}`, { kind: 'slides', document: DECK });
    const anew = await publish(ada, id);
    expect(anew.status).toBe(201);
    expect(anew.json.app.id).not.toBe(entry.id);
  });
});
