import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../api/content/kinds.ts';
import { secondFormVersion } from '../api/content/testing/second-form-version.ts';
import { createTestDatabase, DATABASE_KINDS, type TestDatabase } from './support/databases.ts';
import { startInstallation, type Answer, type Installation, type Person } from './support/installation.ts';

const FIELDS = [{ type: 'text', key: 'name', label: 'Your name' }];
const FIRST = { title: 'Lunch', desc: 'Who comes?', fields: FIELDS };
const SECOND = { title: 'Lunch', intro: 'Who comes?', fields: [{ ...FIELDS[0], help: 'As on your badge.' }] };
const RENDERER = '<!doctype html><title>x</title><script id="platform-doc" type="application/json"></script>';
const NOTHING = { changes: [], hasBreaking: false };

describe('the kinds of the product', () => {
  it.each(Object.values(KINDS))('are in their first schema version: $id', (kind) => {
    expect([kind.SCHEMA_VERSION, kind.SCHEMA_CHANGELOG]).toEqual([1, []]);
  });
});

/** An installation that is updated to a release in which the form's schema has its second version (spec 3, 9). */
describe.each(DATABASE_KINDS)('a second schema version on %s', (database) => {
  const next = secondFormVersion();
  const { SCHEMA_CHANGELOG: changes } = next;
  let files: TestDatabase;
  let at: Installation;
  let ada: Person;
  beforeAll(async () => {
    files = await createTestDatabase(database);
    at = await startInstallation(database, { files });
    ada = await at.join();
  });
  afterAll(async () => {
    await at.stop();
    await files.remove();
  });

  /** What the market has of the first version. */
  let entry = '';
  const post = (path: string): Promise<Answer> =>
    at.call({ method: 'POST', path: `/api${path}`, body: {}, token: ada.token });
  const put = (id: string, body: object): Promise<Answer> =>
    at.call({ method: 'PUT', path: `/api/projects/${id}`, body, token: ada.token });
  const answer = async (): Promise<number> => {
    const body = { name: 'Bob' };
    const { status, json } = await at.call({ method: 'POST', path: '/api/forms/lunch/submissions', body });
    expect(status).toBe(201);
    return json.record.schemaVersion;
  };
  /** The same of both faces. */
  const stateOf = async (id: string): Promise<object> => {
    const { json: rest } = await at.call({ path: `/api/projects/${id}`, token: ada.token });
    const { json } = await at.graphql(
      `query ($id: String!) { viewer { project(id: $id) { schemaVersion rendererSchemaVersion currentSchemaVersion stale
        schemaDiff { from to hasBreaking changes { version kind target breaking summary migrationHint } } } } }`,
      { id },
      ada.token,
    );
    const { schemaDiff, ...found } = json.data.viewer.project;
    const own = Object.fromEntries(Object.keys(found).map((name) => [name, rest.project[name]]));
    expect(found).toEqual(own);
    const shown = rest.project.schemaDiff.changes.map((change: { kind: string }) => ({
      migrationHint: null,
      ...change,
      kind: change.kind.toUpperCase(),
    }));
    expect(schemaDiff).toEqual({ ...rest.project.schemaDiff, changes: shown });
    return { ...found, schemaDiff: rest.project.schemaDiff };
  };

  it('nothing is stale before it', async () => {
    expect((await put('lunch', { kind: 'form', document: FIRST, renderer: RENDERER })).status).toBe(201);
    const DECK = { title: 'Deck', slides: [{ layout: 'title' }] };
    expect((await put('deck', { kind: 'slides', document: DECK })).status).toBe(201);
    for (const id of ['lunch', 'deck'])
      expect(await stateOf(id)).toMatchObject({
        schemaVersion: 1,
        currentSchemaVersion: 1,
        stale: false,
        schemaDiff: { from: 1, to: 1, ...NOTHING },
      });
    expect(await answer()).toBe(1);
    entry = (await post('/projects/lunch/market')).json.app.id;
  });

  it('makes what was built for the first one stale, says what changed, and breaks none of it', async () => {
    await at.stop();
    at = await startInstallation(database, { files, kinds: { ...KINDS, form: next } });
    // A session is for the address where it began, and tests have new ones.
    const { email } = ada;
    const body = { email, password: 'correct horse battery' };
    const signedIn = await at.call({ method: 'POST', path: '/api/auth/login', body });
    ada = { ...ada, token: signedIn.json.token };
    const stale = {
      schemaVersion: 1,
      rendererSchemaVersion: 1,
      currentSchemaVersion: 2,
      stale: true,
      schemaDiff: { from: 1, to: 2, changes, hasBreaking: true },
    };
    expect(await stateOf('lunch')).toEqual(stale);
    expect(await stateOf('deck')).toMatchObject({ currentSchemaVersion: 1, stale: false });
    const { json } = await at.call({ path: '/api/projects', token: ada.token });
    const listed = json.projects.map((one: { id: string; stale: boolean }) => [one.id, one.stale]);
    expect(new Map(listed)).toEqual(
      new Map([
        ['lunch', true],
        ['deck', false],
      ]),
    );
    // An answer has the version of the form that it was given to.
    expect(await answer()).toBe(1);
    expect((await put('lunch', { settings: { notify: true } })).status).toBe(200);
    expect(await stateOf('lunch')).toEqual(stale);
  });

  it('lets nothing of the first one into the market, and keeps what is there as it was', async () => {
    const refused = await post('/projects/lunch/market');
    expect([refused.status, refused.json.diagnostics]).toMatchObject([
      422,
      [
        { code: 'unknown_member', path: '/desc' },
        { code: 'stale_document' },
        { code: 'schema_change', hint: 'Rename "desc" to "intro"; its text stays.' },
        { code: 'schema_change' },
      ],
    ]);
    expect((await post(`/market/${entry}/versions/1/restore`)).status).toBe(422);
    const { status, json } = await post(`/market/${entry}/fork`);
    expect(status).toBe(201);
    expect(await stateOf(json.projectId)).toMatchObject({
      schemaVersion: 1,
      rendererSchemaVersion: 1,
      stale: true,
    });
  });

  it('is reached with a document and a renderer of today', async () => {
    const refused = await put('lunch', { document: FIRST });
    expect([refused.status, refused.json.diagnostics]).toMatchObject([
      422,
      [{ code: 'unknown_member', path: '/desc' }],
    ]);
    expect((await put('lunch', { document: SECOND })).status).toBe(200);
    expect(await stateOf('lunch')).toMatchObject({ schemaVersion: 2, rendererSchemaVersion: 1, stale: true });
    const early = await post('/projects/lunch/market');
    expect(early.json.diagnostics).toMatchObject([
      { code: 'stale_renderer' },
      { code: 'schema_change' },
      { code: 'schema_change' },
    ]);
    expect((await put('lunch', { renderer: RENDERER.replace('x', 'y') })).status).toBe(200);
    expect(await stateOf('lunch')).toMatchObject({
      schemaVersion: 2,
      rendererSchemaVersion: 2,
      stale: false,
      schemaDiff: { from: 2, to: 2, ...NOTHING },
    });
    expect(await answer()).toBe(2);
    expect((await post('/projects/lunch/market')).json.app).toMatchObject({ id: entry, version: 2 });
    const path = '/api/forms/lunch/submissions';
    const { json } = await at.call({ path, token: ada.token });
    const versions = json.submissions.map((one: { schemaVersion: number }) => one.schemaVersion);
    expect(versions.toSorted()).toEqual([1, 1, 2]);
  });

  it('is not claimed for what a host says is older, nor can a version be that is not there yet', async () => {
    expect((await put('lunch', { document: SECOND, schemaVersion: 1 })).status).toBe(200);
    expect(await stateOf('lunch')).toMatchObject({ schemaVersion: 1, stale: true });
    expect((await put('lunch', { document: SECOND })).status).toBe(200);
    expect(await stateOf('lunch')).toMatchObject({ schemaVersion: 2, stale: false });
    expect((await put('lunch', { document: SECOND, schemaVersion: 3 })).status).toBe(400);
  });
});
