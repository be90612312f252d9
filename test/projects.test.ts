import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../api/ids.ts';
import { DATABASE_KINDS } from './support/databases.ts';
import { startInstallation, type Answer, type Installation, type Person } from './support/installation.ts';

const MINE = '<h1>Mine</h1><script id="platform-doc" type="application/json"></script>';
const FORM = {
  title: 'Lunch',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'dish', label: 'Dish', options: ['Soup', 'Salad'] },
  ],
};
const DECK = { title: 'Deck', slides: [{ layout: 'title', heading: 'Hello' }] };

describe.each(DATABASE_KINDS)('projects on %s', (kind) => {
  let at: Installation;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    at = await startInstallation(kind);
    [ada, bob] = [await at.join('Ada'), await at.join('Bob')];
  });
  afterAll(() => at.stop());

  const put = (id: string, body: unknown, person: Person | null = ada): Promise<Answer> =>
    at.call({ method: 'PUT', path: `/api/projects/${id}`, body, ...(person ? { token: person.token } : {}) });
  const call = (method: string, path: string, person: Person | null = ada, body?: unknown): Promise<Answer> =>
    at.call({
      method,
      path,
      ...(person ? { token: person.token } : {}),
      ...(body === undefined ? {} : { body }),
    });

  it('are created with 201 and every member, updated with 200 and what was given', async () => {
    const id = newId();
    const created = await put(id, {
      kind: 'form',
      document: FORM,
      ownerId: bob.id,
      createdAt: 'x',
      nonsense: 1,
    });
    expect(created.status).toBe(201);
    const { project } = created.json;
    expect(project).toMatchObject({
      id,
      kind: 'form',
      title: 'Lunch',
      document: FORM,
      renderer: null,
      ownerId: ada.id,
      slug: null,
      hosts: [],
      published: true,
      schemaVersion: 1,
      rendererSchemaVersion: null,
    });
    expect(project.recordSchema.required).toEqual(['name']);
    expect(Object.keys(project.recordSchema.properties)).toEqual(['name', 'dish']);
    const updated = await put(id, { renderer: MINE, slug: ` Lunch-${id} ` });
    expect(updated.status).toBe(200);
    expect(updated.json.project).toMatchObject({
      document: FORM,
      renderer: MINE,
      rendererSchemaVersion: 1,
      slug: `lunch-${id}`,
      createdAt: project.createdAt,
    });
    const bare = await put(id, {
      kind: 'form',
      document: FORM,
      renderer: null,
      slug: null,
      published: false,
    });
    expect(bare.json.project).toMatchObject({
      renderer: null,
      rendererSchemaVersion: null,
      slug: null,
      published: false,
    });
  });

  it('are published at first when they collect, and not when they are shown only', async () => {
    const deck = await put(newId(), { kind: 'slides', document: DECK });
    expect(deck.json.project).toMatchObject({ published: false, recordSchema: null, title: 'Deck' });
  });

  it('are refused with every mistake of the document, and nothing is stored', async () => {
    const id = newId();
    const document = {
      title: 1,
      fields: [
        { type: 'text', key: 'a', label: 'A', options: [] },
        { type: 'nope', key: 'a', label: 'B' },
      ],
    };
    const { status, json } = await put(id, { kind: 'form', document });
    expect(status).toBe(422);
    expect(json.error.code).toBe('invalid_document');
    expect(json.diagnostics.map((one: { code: string; path: string }) => [one.code, one.path])).toEqual([
      ['wrong_type', '/title'],
      ['not_allowed', '/fields/0/options'],
      ['unknown_value', '/fields/1/type'],
      ['duplicate_key', '/fields/1/key'],
    ]);
    expect((await call('GET', `/api/projects/${id}`)).status).toBe(404);
  });

  it.each(['', ' \n', '<p>', '<!doctype html><h1>Mine</h1>', `<!-- ${MINE} -->`, `<style>${MINE}</style>`])(
    'are refused with the renderer %j, which has no place for the document',
    async (renderer) => {
      const id = newId();
      const fresh = await put(id, { kind: 'form', document: FORM, renderer });
      expect([fresh.status, fresh.json.error.code]).toEqual([422, 'invalid_document']);
      expect(fresh.json.diagnostics).toMatchObject([
        { code: 'no_document_place', path: '/renderer', hint: expect.stringContaining('id="platform-doc"') },
      ]);
      expect((await call('GET', `/api/projects/${id}`)).status).toBe(404);
      await put(id, { kind: 'form', document: FORM, renderer: MINE });
      const SAVE = 'mutation ($input: SaveProjectInput!) { saveProject(input: $input) { project { id } } }';
      const { json } = await at.graphql(SAVE, { input: { id, renderer } }, ada.token);
      expect(json.errors[0].extensions).toMatchObject({
        ...{ code: 'invalid_document', diagnostics: [{ code: 'no_document_place' }] },
      });
      expect((await call('GET', `/api/projects/${id}`)).json.project.renderer).toBe(MINE);
    },
  );

  it.each([
    ['no kind', { document: FORM }],
    ['an unknown kind', { kind: 'poem', document: FORM }],
    ['a kind of an object’s prototype', { kind: 'toString', document: FORM }],
    ['no document', { kind: 'form' }],
    ['a version of the future', { kind: 'form', document: FORM, schemaVersion: 2 }],
    ['a version that is none', { kind: 'form', document: FORM, schemaVersion: 0.5 }],
    ['a renderer with a NUL', { kind: 'form', document: FORM, renderer: 'a\0b' }],
    ['a renderer that is no text', { kind: 'form', document: FORM, renderer: 5 }],
    ['published that is no truth value', { kind: 'form', document: FORM, published: 'yes' }],
    ['a slug like a label of ours', { kind: 'form', document: FORM, slug: 'a-guestbook' }],
    ['a reserved slug', { kind: 'form', document: FORM, slug: 'WWW' }],
    ['a slug of another script', { kind: 'form', document: FORM, slug: 'käse' }],
    ['a slug that is punycode', { kind: 'form', document: FORM, slug: 'xn--ks-hia' }],
    ['a slug with a dot', { kind: 'form', document: FORM, slug: 'a.b' }],
    ['a host that is an address', { kind: 'form', document: FORM, hosts: ['10.0.0.1'] }],
    ['a host that is a number', { kind: 'form', document: FORM, hosts: ['2130706433'] }],
    ['a host with a port', { kind: 'form', document: FORM, hosts: ['forms.example.org:80'] }],
    ['a host with a scheme', { kind: 'form', document: FORM, hosts: ['https://forms.example.org'] }],
    ['a wildcard host', { kind: 'form', document: FORM, hosts: ['*.example.org'] }],
    ['a public suffix', { kind: 'form', document: FORM, hosts: ['co.uk'] }],
    ['a private suffix', { kind: 'form', document: FORM, hosts: ['github.io'] }],
    ['the platform’s host', { kind: 'form', document: FORM, hosts: ['localhost'] }],
    ['a host below the platform’s', { kind: 'form', document: FORM, hosts: ['a-x.localhost'] }],
    [
      'six hosts',
      { kind: 'form', document: FORM, hosts: [1, 2, 3, 4, 5, 6].map((n) => `h${n}.example.org`) },
    ],
  ])('are refused with %s', async (_, body) => {
    const { status, json } = await put(newId(), body);
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
  });

  it('have ids of at most 48 characters, and keep their kind', async () => {
    const long = `${newId()}${newId()}${newId()}`;
    expect((await put(long, { kind: 'form', document: FORM })).status).toBe(201);
    expect((await put(`${long}x`, { kind: 'form', document: FORM })).status).toBe(400);
    expect((await put(long, { kind: 'slides', document: DECK })).status).toBe(400);
  });

  it('are told apart by who asks: every operation, every caller, own, foreign and missing ids', async () => {
    const [form, hidden, deck] = [newId(), newId(), newId()];
    await put(form, { kind: 'form', document: FORM, slug: `s${form}`, hosts: [`${form}.example.org`] });
    await put(hidden, { kind: 'form', document: FORM, published: false });
    await put(deck, { kind: 'slides', document: DECK, published: true });
    const missing = newId();
    const body = { kind: 'form', document: FORM };
    const answer = { name: 'Eve' };
    const host = `${form}.example.org`;
    type Row = readonly [method: string, path: string, anonymous: number, other: number, body?: unknown];
    const rows: readonly Row[] = [
      ['GET', '/api/projects', 401, 200],
      ['GET', `/api/projects/${form}`, 200, 200],
      ['GET', `/api/projects/${hidden}`, 401, 403],
      ['GET', `/api/projects/${deck}`, 401, 403],
      ['GET', `/api/projects/${missing}`, 401, 404],
      ['GET', '/api/projects/%00', 401, 404],
      ['PUT', `/api/projects/${form}`, 401, 403, body],
      ['PUT', `/api/projects/${form}`, 401, 403, { kind: 'nonsense' }],
      ['PUT', `/api/projects/${hidden}`, 401, 403, body],
      ['DELETE', `/api/projects/${form}`, 401, 403],
      ['DELETE', `/api/projects/${missing}`, 401, 404],
      ['POST', `/api/projects/${form}/restore`, 401, 403],
      ['POST', `/api/projects/${missing}/restore`, 401, 404],
      ['POST', `/api/projects/${form}/hosts/${host}/verify`, 401, 403],
      ['POST', `/api/projects/${missing}/hosts/${host}/verify`, 401, 404],
      ['GET', `/api/forms/${form}/submissions`, 401, 403],
      ['GET', `/api/forms/${missing}/submissions`, 401, 404],
      ['POST', `/api/forms/${form}/submissions`, 201, 201, answer],
      ['POST', `/api/forms/${hidden}/submissions`, 404, 404, answer],
      ['POST', `/api/forms/${deck}/submissions`, 404, 404, answer],
      ['POST', `/api/forms/${missing}/submissions`, 404, 404, answer],
      ['PATCH', `/api/projects/${form}`, 405, 405, body],
      ['POST', '/api/projects', 405, 405, body],
    ];
    const seen = [];
    for (const [method, path, , , given] of rows) {
      const statuses = [];
      for (const person of [null, bob]) statuses.push((await call(method, path, person, given)).status);
      seen.push([method, path, ...statuses]);
    }
    expect(seen).toEqual(rows.map(([method, path, anonymous, other]) => [method, path, anonymous, other]));
    expect((await call('GET', '/api/projects', bob)).json.projects).toEqual([]);
    const own = (await call('GET', '/api/projects')).json.projects.map(({ id }: { id: string }) => id);
    expect(own).toEqual(expect.arrayContaining([form, hidden, deck]));
    expect((await call('GET', `/api/projects/${form}`)).json.project).toMatchObject({
      ownerId: ada.id,
      document: FORM,
    });
  });

  it('show a stranger of a published form what fills it in, and no more', async () => {
    const id = newId();
    await put(id, { kind: 'form', document: FORM, slug: `x${id}`, hosts: [`${id}.example.org`] });
    for (const person of [null, bob]) {
      const { json } = await call('GET', `/api/projects/${id}`, person);
      expect(Object.keys(json.project).sort()).toEqual([
        'document',
        'id',
        'kind',
        'recordSchema',
        'renderer',
        'schemaVersion',
        'title',
      ]);
    }
  });

  it('give a slug to one only, also while its project is deleted', async () => {
    const [mine, theirs] = [newId(), newId()];
    const slug = `taken${mine}`;
    await put(mine, { kind: 'form', document: FORM, slug });
    expect((await put(theirs, { kind: 'form', document: FORM, slug }, bob)).status).toBe(409);
    await call('DELETE', `/api/projects/${mine}`);
    expect((await put(theirs, { kind: 'form', document: FORM, slug }, bob)).status).toBe(409);
    expect((await call('GET', `/api/projects/${theirs}`, bob)).status).toBe(404);
  });

  it('stay their first owner’s after a delete, can be restored with their answers, and begin anew', async () => {
    const id = newId();
    await put(id, { kind: 'form', document: FORM, slug: `back${id}` });
    await call('POST', `/api/forms/${id}/submissions`, null, { name: 'Eve' });
    expect((await call('DELETE', `/api/projects/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/api/projects/${id}`)).status).toBe(404);
    expect((await call('GET', `/api/projects/${id}`, null)).status).toBe(401);
    expect((await call('POST', `/api/forms/${id}/submissions`, null, { name: 'Eve' })).status).toBe(404);
    expect((await put(id, { kind: 'form', document: FORM }, bob)).status).toBe(403);
    const back = await call('POST', `/api/projects/${id}/restore`);
    expect(back.json.project).toMatchObject({ id, slug: `back${id}` });
    expect((await call('GET', `/api/forms/${id}/submissions`)).json.submissions).toHaveLength(1);
    await call('DELETE', `/api/projects/${id}`);
    const anew = await put(id, { kind: 'form', document: { ...FORM, title: 'Anew' } });
    expect([anew.status, anew.json.project.slug]).toEqual([201, null]);
  });

  it('are wiped 30 days after their delete, rows and slug too; the id stays its owner’s', async () => {
    const id = newId();
    await put(id, { kind: 'form', document: FORM, slug: `old${id}` });
    await call('DELETE', `/api/projects/${id}`);
    const { db, projects } = at.server.services;
    await db.prisma.project.update({
      where: { id },
      data: { deletedAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    expect(await projects.purgeDeleted()).toBe(1);
    expect((await db.pool.query(`SELECT to_regclass('"data_${id}"') AS t`)).rows[0].t).toBeNull();
    expect((await call('POST', `/api/projects/${id}/restore`)).status).toBe(404);
    expect((await put(newId(), { kind: 'form', document: FORM, slug: `old${id}` }, bob)).status).toBe(201);
    expect((await put(id, { kind: 'form', document: FORM }, bob)).status).toBe(403);
    expect((await put(id, { kind: 'form', document: FORM })).status).toBe(201);
  });

  it('are listed newest first, in pages', async () => {
    const eve = await at.join('Eve');
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await put(id, { kind: 'form', document: FORM }, eve);
    const first = (await call('GET', '/api/projects?limit=2', eve)).json;
    expect(first.projects.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    const rest = (await call('GET', `/api/projects?limit=2&cursor=${first.nextCursor}`, eve)).json;
    expect(rest.projects.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    expect(rest.nextCursor).toBeUndefined();
    for (const bad of ['limit=0', 'limit=201', 'limit=x', 'cursor=x']) {
      expect((await call('GET', `/api/projects?${bad}`, eve)).status).toBe(400);
    }
  });

  it('are written by many at once: one creates, the others update', async () => {
    const id = newId();
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(id, { kind: 'form', document: FORM })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  });

  it('refuse a document of more than 1 MB and a renderer of more than 2 MB', async () => {
    const document = { ...FORM, desc: 'x'.repeat(1_100_000) };
    expect((await put(newId(), { kind: 'form', document })).status).toBe(413);
    const big = await put(newId(), { kind: 'form', document: FORM, renderer: 'x'.repeat(2_200_000) });
    expect([big.status, big.json.error.message]).toEqual([400, 'renderer may have 2,097,152 bytes at most.']);
    expect(
      (await put(newId(), { kind: 'form', document: FORM, renderer: 'x'.repeat(4_300_000) })).status,
    ).toBe(413);
  });

  it('are in the export of their owner’s account with their answers, and go when the account goes', async () => {
    const eve = await at.join('Eve');
    const id = newId();
    await put(id, { kind: 'form', document: FORM }, eve);
    await put(newId(), { kind: 'slides', document: DECK }, eve);
    await call('POST', `/api/forms/${id}/submissions`, null, { name: 'Zoë', dish: 'Soup' });
    let text = '';
    const { accounts, db } = at.server.services;
    const user = {
      id: eve.id,
      email: eve.email,
      sessionId: '',
      name: 'Eve',
      picture: null,
      createdAt: new Date(),
    };
    for await (const part of accounts.exportAccount(user)) text += part;
    const { projects } = JSON.parse(text) as {
      projects: { id: string; document: object; answers: { values: object }[] }[];
    };
    expect(projects.map(({ document, answers }) => [document, answers.map(({ values }) => values)])).toEqual([
      [FORM, [{ name: 'Zoë', dish: 'Soup' }]],
      [DECK, []],
    ]);
    await db.prisma.user.update({ where: { id: eve.id }, data: { deletedAt: new Date() } });
    expect(await accounts.finishLeaving()).toBe(1);
    expect((await at.visit({ path: `/f/${id}` })).status).toBe(410);
    expect((await put(id, { kind: 'form', document: FORM })).status).toBe(403);
  });

  it('keep a real typed column for each field, whatever it is called, and the columns of fields that went', async () => {
    const id = newId();
    const long = '\u{1F600}'.repeat(80);
    const twin = `${'\u{1F600}'.repeat(79)}x`;
    const keys = [
      'a',
      'A',
      '"; DROP TABLE "User"; --',
      '__proto__',
      '_id',
      long,
      twin,
      'x'.repeat(59),
      'x'.repeat(60),
      'constructor',
    ];
    const fields = keys.map((key) => ({ type: 'text', key, label: 'L' }));
    const more = [
      { type: 'number', key: 'n', label: 'N' },
      { type: 'bool', key: 'b', label: 'B' },
      { type: 'multi', key: 'm', label: 'M', options: ['é', 'x'] },
      { type: 'date', key: 'd', label: 'D' },
    ];
    const document = { title: 'Odd', fields: [...fields, ...more] };
    expect((await put(id, { kind: 'form', document })).status).toBe(201);
    const values = Object.fromEntries<unknown>(keys.map((key, index) => [key, `value ${index}`]));
    Object.assign(values, { n: 0.1, b: false, m: ['é'], d: '2026-02-28' });
    const sent = await call('POST', `/api/forms/${id}/submissions`, null, JSON.stringify(values));
    expect(sent.status).toBe(201);
    const list = async (): Promise<unknown[]> =>
      (await call('GET', `/api/forms/${id}/submissions`)).json.submissions.map((one: { values: object }) =>
        Object.entries(one.values),
      );
    expect(await list()).toEqual([Object.entries(values)]);
    const { rows } = await at.server.services.db.pool.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = $1`,
      [`data_${id}`],
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    expect(types.size).toBe(document.fields.length + 3);
    expect(
      ['_id', '_schema_version', 'c_a', 'c_n', 'c_b', 'c_m', 'c_d', `c_${'x'.repeat(59)}`].map((name) =>
        types.get(name),
      ),
    ).toEqual(['text', 'integer', 'text', 'double precision', 'boolean', 'jsonb', 'text', 'text']);
    await put(id, {
      document: {
        title: 'Odd',
        fields: [
          { type: 'number', key: 'a', label: 'A' },
          { type: 'text', key: 'n', label: 'N' },
        ],
      },
    });
    expect(await list()).toEqual([
      [
        ['a', null],
        ['n', '0.1'],
      ],
    ]);
    expect((await call('POST', `/api/forms/${id}/submissions`, null, { a: 5, n: 'five' })).status).toBe(201);
    await put(id, { document });
    const back = await call('GET', `/api/forms/${id}/submissions`);
    expect(
      back.json.submissions.map((one: { values: { a: unknown; m: unknown } }) => [
        one.values.a,
        one.values.m,
      ]),
    ).toEqual([
      [null, null],
      ['value 0', ['é']],
    ]);
  });

  it('are saved on top of the version that a change names, and of no other', async () => {
    const id = newId();
    const SAVE =
      'mutation ($input: SaveProjectInput!) { saveProject(input: $input) { project { version title } } }';
    const save = async (input: object): Promise<{ version?: number; title?: string; code?: string }> => {
      const { json } = await at.graphql(SAVE, { input: { id, ...input } }, ada.token);
      return json.errors?.[0].extensions ?? json.data.saveProject.project;
    };
    expect(await save({ kind: 'FORM', document: FORM, baseVersion: 1 })).toMatchObject({ code: 'not_found' });
    expect(await save({ kind: 'FORM', document: FORM })).toMatchObject({ version: 1 });
    const first = { ...FORM, title: 'First' };
    expect(await save({ document: first, baseVersion: 1 })).toEqual({ version: 2, title: 'First' });
    const second = { ...FORM, title: 'Second' };
    expect(await save({ document: second, baseVersion: 1 })).toMatchObject({
      code: 'conflict',
      currentVersion: 2,
      http: { status: 409 },
    });
    // REST takes the last one, as it is specified, and counts it.
    expect((await put(id, { document: second, baseVersion: 1 })).status).toBe(200);
    expect(await save({ document: first, baseVersion: 2 })).toMatchObject({
      code: 'conflict',
      currentVersion: 3,
    });
    const racing = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => save({ document: { ...FORM, title }, baseVersion: 3 })),
    );
    expect(racing.map(({ code }) => code).toSorted()).toEqual([
      'conflict',
      'conflict',
      'conflict',
      undefined,
    ]);
    const { json } = await call('GET', `/api/projects/${id}`);
    expect(json.project.title).toBe(racing.find(({ code }) => code === undefined)?.title);
  });

  it('are the same over GraphQL, the viewer’s own only', async () => {
    const id = newId();
    const SAVE = `mutation ($input: SaveProjectInput!) { saveProject(input: $input) { created project { id projectId
      kind title document recordSchema slug published url slugUrl hosts { host verified txtName txtValue } } } }`;
    const input = { id, kind: 'FORM', document: FORM, slug: `g${id}`, hosts: ['Fo\u0308rms.Example.org'] };
    const saved = await at.graphql(SAVE, { input }, ada.token);
    const { project, created } = saved.json.data.saveProject;
    expect(created).toBe(true);
    expect(project).toMatchObject({
      projectId: id,
      kind: 'FORM',
      title: 'Lunch',
      published: true,
      url: `${at.publishOrigin}/f/${id}`,
      slugUrl: at.publishOrigin.replace('//', `//g${id}.`) + '/',
      hosts: [
        {
          host: 'xn--frms-5qa.example.org',
          verified: false,
          txtName: '_platform-challenge.xn--frms-5qa.example.org',
        },
      ],
    });
    expect(
      (await at.graphql(SAVE, { input: { id, published: false } }, ada.token)).json.data.saveProject,
    ).toMatchObject({
      created: false,
      project: { slug: `g${id}`, published: false, title: 'Lunch' },
    });
    const gone = await at.graphql(SAVE, { input: { id, slug: null } }, ada.token);
    expect(gone.json.data.saveProject.project.slug).toBeNull();
    const refused = await at.graphql(SAVE, { input: { id, document: {} } }, ada.token);
    expect(refused.json.errors[0].extensions).toMatchObject({
      code: 'invalid_document',
      diagnostics: [{}, {}],
    });
    expect(
      (await at.graphql(SAVE, { input: { id, published: true } }, bob.token)).json.errors[0].extensions.code,
    ).toBe('forbidden');
    expect((await at.graphql(SAVE, { input: { id } })).json.errors[0].extensions.code).toBe(
      'unauthenticated',
    );
    const NODE = 'query ($id: ID!) { node(id: $id) { ... on Project { title } } }';
    const nodes = await Promise.all(
      [ada.token, bob.token, undefined].map((token) => at.graphql(NODE, { id: project.id }, token)),
    );
    expect(nodes.map(({ json }) => json.data.node?.title)).toEqual(['Lunch', undefined, undefined]);
    const LIST =
      'query ($id: String!) { viewer { project(id: $id) { title } projects(first: 100) { totalCount edges { node { projectId } } } } }';
    expect((await at.graphql(LIST, { id }, bob.token)).json.data.viewer.project).toBeNull();
    const { viewer } = (await at.graphql(LIST, { id }, ada.token)).json.data;
    expect(viewer.project.title).toBe('Lunch');
    expect(
      viewer.projects.edges.map(({ node }: { node: { projectId: string } }) => node.projectId),
    ).toContain(id);
    const ways = [
      'mutation ($id: String!) { restoreProject(input: { id: $id }) { project { title } } }',
      'mutation ($id: String!) { verifyProjectHost(input: { id: $id, host: "x.example.org" }) { project { title } } }',
      'mutation ($id: String!) { deleteProject(input: { id: $id }) { ok } }',
    ];
    for (const way of ways) {
      expect((await at.graphql(way, { id }, bob.token)).json.errors[0].extensions.code).toBe('forbidden');
      expect((await at.graphql(way, { id })).json.errors[0].extensions.code).toBe('unauthenticated');
    }
    expect((await at.graphql(ways[2] ?? '', { id }, ada.token)).json.data.deleteProject.ok).toBe(true);
    const GONE =
      '{ viewer { deletedProjects { projectId deletedAt } all: projects { totalCount } slides: projects(kind: SLIDES) { totalCount } forms: projects(kind: FORM, first: 100) { totalCount edges { node { projectId kind } } } } }';
    const after = (await at.graphql(GONE, {}, ada.token)).json.data.viewer;
    expect(after.deletedProjects[0]).toEqual({ projectId: id, deletedAt: expect.any(String) });
    const kinds = after.forms.edges.map(({ node }: { node: { kind: string } }) => node.kind);
    expect(kinds).toEqual(kinds.map(() => 'FORM'));
    expect(after.forms.totalCount + after.slides.totalCount).toBe(after.all.totalCount);
    expect(JSON.stringify(after.forms)).not.toContain(id);
    expect(JSON.stringify((await at.graphql(GONE, {}, bob.token)).json)).not.toContain(id);
    expect((await at.graphql(ways[0] ?? '', { id }, ada.token)).json.data.restoreProject.project.title).toBe(
      'Lunch',
    );
  });
});
