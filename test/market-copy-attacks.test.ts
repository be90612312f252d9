import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../api/ids.ts';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Answer, type Installation, type Person } from './support/installation.ts';

// A form in the market is somebody's code with somebody's questions. Its page must reach nothing of whoever looks at it,
// and forking it must open nobody's answers to anybody.

const KEPT = 'kept-by-the-main-application';
const ANSWER = 'an-answer-in-confidence';
const FORM = { title: 'Copied', fields: [{ type: 'text', key: 'name', label: 'Name' }] };

/** Tries what a page could try, and puts all that it came to see into the page; `id` is the form that was copied. */
const ATTACK = `async ({ main, publish, id }) => {
  const seen = {};
  const attempt = async (name, run) => {
    const late = new Promise((resolve) => setTimeout(resolve, 3000, 'nothing came'));
    try { seen[name] = String(await Promise.race([run(), late])); } catch (error) { seen[name] = 'denied: ' + error; }
  };
  const read = async (address, init) => (await fetch(address, { credentials: 'include', ...init })).text();
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const framed = (run) => new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.onload = () => { try { resolve(run(frame.contentWindow)); } catch (error) { reject(error); } };
    frame.src = main + '/visitor';
    document.documentElement.append(frame);
  });
  await attempt('localStorage', () => JSON.stringify({ ...localStorage }));
  await attempt('sessionStorage', () => JSON.stringify({ ...sessionStorage }));
  await attempt('cookie', () => document.cookie);
  await attempt('frame storage', () => framed((other) => JSON.stringify({ ...other.localStorage })));
  await attempt('frame document', () => framed((other) => other.document.cookie + other.document.body.textContent));
  await attempt('who', () => read(main + '/api/auth/me'));
  await attempt('projects', () => read(main + '/api/projects'));
  await attempt('graphql', () => read(main + '/graphql', { ...ask, body: '{"query":"{ viewer { id email } }"}' }));
  await attempt('answers', () => read(main + '/api/forms/' + id + '/submissions'));
  await attempt('records', () => read(main + '/api/data/' + id, ask));
  await attempt('export', () => read(main + '/api/forms/' + id + '/export.csv'));
  await attempt('asked of the form', () => read(publish + '/f/' + id + '/_data/query', ask));
  await attempt('asked of the copy', () => read('_data/query', ask));
  await attempt('bridge query', async () => JSON.stringify(await window.platform.query({ limit: 10 })));
  await attempt('bridge submit', async () => JSON.stringify(await window.platform.submit({ name: 'sent by the copy' })));
  return seen;
}`;

describe.each(['subhost', 'sandbox'] as const)('a copy of a form in the market, %s', (isolation) => {
  let at: Installation;
  let ada: Person;
  let bob: Person;
  let browser: Browser;
  let entry: string;
  let copy: { readonly app: string; readonly project: string };
  const id = newId();
  const own = (person: Person | null, method: string, path: string, body?: unknown): Promise<Answer> =>
    at.call({
      ...{ method, path: `/api${path}` },
      ...(body === undefined ? {} : { body }),
      ...(person ? { token: person.token } : {}),
    });

  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    [ada, bob] = [await at.join('Ada'), await at.join('Bob')];
    const facts = JSON.stringify({ main: at.baseUrl, publish: at.publishOrigin, id });
    const renderer = `<!doctype html><title>Copied</title><script id="platform-doc" type="application/json"></script>
<pre></pre><script>(${ATTACK})(${facts}).then((seen) => { document.querySelector('pre').textContent = JSON.stringify(seen); })</script>`;
    await own(ada, 'PUT', `/projects/${id}`, { kind: 'form', document: FORM, renderer });
    expect((await own(null, 'POST', `/forms/${id}/submissions`, { name: ANSWER })).status).toBe(201);
    entry = (await own(ada, 'POST', `/projects/${id}/market`, {})).json.app.id;
    const forked = await own(bob, 'POST', `/market/${entry}/fork`);
    copy = { app: forked.json.app.id, project: forked.json.projectId };
    expect((await own(bob, 'PUT', `/projects/${copy.project}`, { published: true })).status).toBe(200);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  /** A browser in which somebody uses the main application: a page of its origin has kept things there. */
  async function visitor(person: Person): Promise<Page> {
    const page = await browser.newPage();
    await page
      .context()
      .route(`${at.baseUrl}/visitor`, (route) =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html><p>${KEPT}` }),
      );
    await page.goto(`${at.baseUrl}/visitor`);
    await page.evaluate(`localStorage.session = ${JSON.stringify(`${KEPT} ${person.token}`)};
      sessionStorage.session = localStorage.session; document.cookie = 'session=${KEPT}; path=/'`);
    return page;
  }

  it('would find what is kept, where it stood in the main application', async () => {
    const page = await visitor(ada);
    const facts = { main: at.baseUrl, publish: at.publishOrigin, id };
    const seen = await page.evaluate<Record<string, string>>(`(${ATTACK})(${JSON.stringify(facts)})`);
    for (const name of ['localStorage', 'sessionStorage', 'cookie', 'frame storage', 'frame document'])
      expect([name, seen[name]]).toEqual([name, expect.stringContaining(KEPT)]);
    expect(seen['who']).toContain('"ok":true');
    await page.close();
  });

  it('reads nothing of its visitor, who made the form, at any of its addresses', async () => {
    for (const path of [`/a/${entry}/`, `/a/${copy.app}/`, `/f/${copy.project}`, `/f/${id}`]) {
      const page = await visitor(ada);
      await page.goto(`${at.publishOrigin}${path}`);
      const told = page.locator('pre:not(:empty)');
      await told.waitFor({ state: 'attached' });
      const text = (await told.textContent()) ?? '';
      const seen = JSON.parse(text) as Record<string, string>;
      expect(Object.keys(seen)).toHaveLength(15);
      for (const secret of [KEPT, ANSWER, ada.token, ada.email, ada.id])
        expect([path, text]).not.toEqual([path, expect.stringContaining(secret)]);
      for (const name of ['frame storage', 'frame document', 'bridge query'])
        expect([path, name, seen[name]]).toEqual([
          path,
          name,
          expect.stringMatching(/^denied|^nothing came/),
        ]);
      // What the market shows takes no answers; a form's own page takes its own.
      expect(seen['bridge submit']).toMatch(path.startsWith('/a/') ? /^denied/ : /"ok":true/);
      await page.close();
    }
  });

  it('opens the answers of neither form to the owner of the other', async () => {
    const sent = await own(null, 'POST', `/forms/${copy.project}/submissions`, { name: 'to the copy' });
    expect(sent.status).toBe(201);
    for (const [person, form] of [
      [bob, id],
      [ada, copy.project],
    ] as const) {
      const answers = [
        await own(person, 'GET', `/forms/${form}/submissions`),
        await own(person, 'POST', `/data/${form}`, {}),
        await own(person, 'GET', `/data/${form}`),
        await own(person, 'GET', `/forms/${form}/export.csv`),
        await own(person, 'GET', `/forms/${form}/export.json`),
        await own(person, 'DELETE', `/forms/${form}/submissions/${sent.json.id}`),
        await own(person, 'PUT', `/forms/${form}/submissions/${sent.json.id}/state`, { state: 'flagged' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
      const query = `query ($id: String!) { viewer { project(id: $id) { submissionCount submissions { totalCount } } } }`;
      const { json } = await at.graphql(query, { id: form }, person.token);
      expect(json.data.viewer.project).toBeNull();
    }
    const names = async (person: Person, form: string): Promise<readonly string[]> =>
      (await own(person, 'GET', `/forms/${form}/submissions`)).json.submissions.map(
        (one: { values: { name: string } }) => one.values.name,
      );
    expect(await names(ada, id)).toContain(ANSWER);
    expect(await names(ada, id)).not.toContain('to the copy');
    expect(await names(bob, copy.project)).toContain('to the copy');
    expect(await names(bob, copy.project)).not.toContain(ANSWER);
  });
});
