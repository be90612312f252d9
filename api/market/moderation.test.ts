import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_KINDS } from '../../test/support/databases.ts';
import {
  startInstallation,
  type Answer,
  type Installation,
  type Person,
} from '../../test/support/installation.ts';
import { LIMITS } from '../limits.ts';

const LIST = `query ($takenDown: Boolean!) { viewer { isAdmin moderatedApps(takenDown: $takenDown) { edges { node {
  appId openReports { reason note reporter } moderation { action reason admin } takenDown { reason } } } } } }`;
const MODERATE =
  'mutation ($input: ModerateAppInput!) { moderateApp(input: $input) { app { appId takenDown { reason } } } }';

describe.each(DATABASE_KINDS)('moderation on %s', (kind) => {
  let home: Installation;
  let admin: Person;
  beforeAll(async () => {
    home = await startInstallation(kind, { env: { ADMIN_EMAILS: 'Boss@Example.org, other@example.org' } });
    admin = await home.join('Boss', 'boss@example.org');
  });
  afterAll(async () => home?.stop());

  const publish = async (person: Person): Promise<string> => {
    const body = { name: 'App', files: { 'index.html': '<p>hi</p>' }, aml: 'model Note {\n  text String\n}' };
    return (await home.call({ method: 'POST', path: '/api/market', token: person.token, body })).json.app.id;
  };
  const report = (person: Person | null, id: string, body: unknown): Promise<Answer> =>
    home.call({
      method: 'POST',
      path: `/api/market/${id}/report`,
      body,
      ...(person ? { token: person.token } : {}),
    });
  const moderate = (person: Person | null, input: object): Promise<Answer> =>
    home.graphql(MODERATE, { input }, person?.token);
  const listed = async (takenDown = false) =>
    (await home.graphql(LIST, { takenDown }, admin.token)).json.data.viewer.moderatedApps.edges.map(
      (edge: { node: unknown }) => edge.node,
    );

  it('takes reports from who is signed in, one a person, and shows them to administrators only', async () => {
    const [ada, bob, eve] = [await home.join('Ada'), await home.join('Bob'), await home.join('Eve')];
    const id = await publish(ada);
    expect((await report(null, id, { reason: 'spam' })).status).toBe(401);
    expect((await report(bob, 'none', { reason: 'spam' })).status).toBe(404);
    expect((await report(ada, id, { reason: 'spam' })).status).toBe(403);
    for (const bad of [
      {},
      { reason: 'dull' },
      { reason: 'spam', note: 'x'.repeat(LIMITS.reportCharacters + 1) },
    ]) {
      expect((await report(bob, id, bad)).status).toBe(400);
    }
    expect((await report(bob, id, { reason: 'spam' })).status).toBe(201);
    expect((await report(bob, id, { reason: 'phishing', note: 'asks for a password' })).status).toBe(201);
    const input = { id, reason: 'OTHER', note: '' };
    await home.graphql(
      'mutation ($input: ReportAppInput!) { reportApp(input: $input) { ok } }',
      { input },
      eve.token,
    );
    expect(await listed()).toMatchObject([
      {
        appId: id,
        openReports: [
          { reason: 'OTHER', reporter: 'Eve' },
          { reason: 'PHISHING', note: 'asks for a password', reporter: 'Bob' },
        ],
      },
    ]);
    const refused = await home.graphql(LIST, { takenDown: false }, eve.token);
    expect(refused.json.errors[0].extensions.code).toBe('forbidden');
    const peek = await home.graphql(
      'query ($id: String!) { app(id: $id) { openReports { note } } }',
      { id },
      ada.token,
    );
    expect(peek.json.errors[0].extensions.code).toBe('forbidden');
    expect((await moderate(eve, { id, verdict: 'TAKE_DOWN', reason: 'x' })).status).toBe(403);
    expect((await moderate(null, { id, verdict: 'DISMISS' })).status).toBe(401);
    await moderate(admin, { id, verdict: 'DISMISS', reason: 'harmless' });
    expect(await listed()).toEqual([]);
  });

  it('takes down everywhere at once, tells the owner why, and brings back', async () => {
    const [ada, bob] = [await home.join('Ada'), await home.join('Bob')];
    const id = await publish(ada);
    const source = await publish(bob);
    const fork = (await home.call({ method: 'POST', path: `/api/market/${source}/fork`, token: ada.token }))
      .json.app.id;
    const forks = async (): Promise<number> =>
      (await home.graphql('query ($id: String!) { app(id: $id) { forkCount } }', { id: source })).json.data
        .app.forkCount;
    await report(bob, id, { reason: 'phishing' });
    expect((await home.visit({ path: `/a/${id}/` })).status).toBe(200);
    expect((await moderate(admin, { id, verdict: 'TAKE_DOWN', reason: ' ' })).status).toBe(400);
    await moderate(admin, { id, verdict: 'TAKE_DOWN', reason: 'It asks for passwords.' });
    const gone = await home.visit({ path: `/a/${id}/` });
    expect([gone.status, gone.headers['clear-site-data']]).toEqual([410, '"cache", "storage"']);
    expect((await home.visit({ path: `/a/${id}/_data` })).status).toBe(410);
    const write = await home.visit({ method: 'POST', path: `/a/${id}/_data`, body: { text: 'x' } });
    expect(write.status).toBe(410);
    expect((await home.call({ path: `/api/market/${id}` })).status).toBe(404);
    expect((await home.call({ path: '/api/market?q=App' })).text).not.toContain(id);
    const create = { input: { fromAppId: id } };
    const draft = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId } } }';
    expect((await home.graphql(draft, create, bob.token)).status).toBe(404);

    const own = 'query ($id: String!) { viewer { app(id: $id) { takenDown { reason } } } }';
    expect((await home.graphql(own, { id }, ada.token)).json.data.viewer.app.takenDown).toEqual({
      reason: 'It asks for passwords.',
    });
    expect((await home.graphql(own, { id }, bob.token)).json.data.viewer.app).toBeNull();
    const gonePage =
      'query { viewer { apps(first: 1) { edges { node { appId } } } takenDownApps { appId } } }';
    const { viewer } = (await home.graphql(gonePage, {}, ada.token)).json.data;
    expect(viewer.takenDownApps).toEqual([{ appId: id }]);
    expect((await home.graphql(gonePage, {}, bob.token)).json.data.viewer.takenDownApps).toEqual([]);
    const republish = await home.call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: { id, files: { 'index.html': 'again' } },
    });
    expect([republish.status, republish.json.error.message]).toEqual([
      403,
      expect.stringContaining('It asks for passwords.'),
    ]);
    // Deleting and restoring is no way around it.
    await home.call({ method: 'DELETE', path: `/api/market/${id}`, token: ada.token });
    await home.call({ method: 'POST', path: `/api/market/${id}/restore`, token: ada.token });
    expect((await home.visit({ path: `/a/${id}/` })).status).toBe(410);

    expect(await forks()).toBe(1);
    await moderate(admin, { id: fork, verdict: 'TAKE_DOWN', reason: 'A copy of it.' });
    expect(await forks()).toBe(0);
    expect(await listed(true)).toMatchObject([
      { appId: fork },
      { appId: id, moderation: [{ action: 'take_down', reason: 'It asks for passwords.', admin: 'Boss' }] },
    ]);
    await moderate(admin, { id, verdict: 'REINSTATE', reason: 'Mended.' });
    await moderate(admin, { id: fork, verdict: 'REINSTATE' });
    expect((await home.visit({ path: `/a/${id}/` })).status).toBe(200);
    expect(await forks()).toBe(1);
  });

  it('refuses more reports than an hour may have', async () => {
    const [ada, bob] = [await home.join('Ada'), await home.join('Bob')];
    const id = await publish(ada);
    const answers = [];
    for (let index = 0; index <= LIMITS.reportsPerHour; index += 1)
      answers.push(await report(bob, id, { reason: 'other' }));
    expect(answers.slice(0, -1).map((answer) => answer.status)).toEqual(answers.slice(0, -1).map(() => 201));
    expect([answers.at(-1)?.status, Number(answers.at(-1)?.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
