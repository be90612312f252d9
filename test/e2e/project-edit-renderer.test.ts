import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '../../api/content/kinds.ts';
import { secondFormVersion } from '../../api/content/testing/second-form-version.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Installation, Person } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

let site: Installation;
let browser: Browser;
let ada: Person;

// The pages still know the form's first schema version only, as those of a tab that was opened before an update.
beforeAll(async () => {
  site = await startSite('PGlite', { kinds: { ...KINDS, form: secondFormVersion() } });
  browser = await launchChromium();
  ada = await site.join('Ada');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const put = async (id: string, body: object): Promise<void> => {
  const { status } = await site.call({ method: 'PUT', path: `/api/projects/${id}`, body, token: ada.token });
  expect(status).toBe(201);
};
const rendererOf = async (id: string): Promise<unknown> =>
  (await site.call({ path: `/api/projects/${id}`, token: ada.token })).json.project.renderer;

/** A page that puts a word before the title. */
const pageOf = (word: string): string => `<!doctype html><title>x</title><h1 id="head"></h1>
<script id="platform-doc" type="application/json"></script>
<script>head.textContent = '${word}: ' + JSON.parse(document.getElementById('platform-doc').textContent).title</script>`;

const studioOf = (page: Page): FrameLocator => page.frameLocator('iframe[title$="editor"]');
const headingIn = (page: Page, name: string): Promise<void> =>
  studioOf(page).frameLocator('iframe.shown').getByRole('heading', { name }).waitFor();

/** What a program on the page would ask of the Studio. */
const setRenderer = (page: Page, html: string | null): Promise<void> =>
  page.evaluate(
    `document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify({
      source: 'platform-studio',
      kind: 'request',
      id: `test-${html?.length ?? 0}`,
      method: 'setRenderer',
      params: { html },
    })}, location.origin)`,
  );

it('shows a project in the renderer of its own, and saves another one', { timeout: 120_000 }, async () => {
  await put('deck', {
    kind: 'slides',
    document: { title: 'Deck', slides: [{ layout: 'title' }] },
    renderer: pageOf('First'),
  });
  const { page, context, complaints } = await visit(browser, site, ada);
  await page.goto(`${site.baseUrl}/slides/deck/edit`);
  await headingIn(page, 'First: Deck');
  await studioOf(page).getByLabel('Title', { exact: true }).fill('Talk');
  await headingIn(page, 'First: Talk');
  await setRenderer(page, pageOf('The second'));
  await headingIn(page, 'The second: Talk');
  await expect.poll(() => rendererOf('deck'), { timeout: 20_000 }).toBe(pageOf('The second'));
  await page.reload();
  await headingIn(page, 'The second: Talk');
  await setRenderer(page, null);
  await expect.poll(() => rendererOf('deck'), { timeout: 20_000 }).toBeNull();
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it(
  'says in words that a form was made for an older schema, and leaves it so',
  { timeout: 120_000 },
  async () => {
    const fields = [{ type: 'text', key: 'name', label: 'Your name' }];
    await put('old', { kind: 'form', document: { title: 'Old', fields }, schemaVersion: 1 });
    await put('new', { kind: 'form', document: { title: 'New', fields }, published: false });
    const { page, context, complaints } = await visit(browser, site, ada);
    await page.goto(`${site.baseUrl}/forms/old/edit`);
    await page.getByText('Made for an older schema').waitFor();
    await studioOf(page).getByLabel('Title', { exact: true }).fill('Still old');
    await page.getByRole('heading', { level: 1, name: 'Still old' }).waitFor();
    const { json } = await site.call({ path: '/api/projects/old', token: ada.token });
    expect(json.project).toMatchObject({ title: 'Still old', schemaVersion: 1, stale: true });
    await page.goto(`${site.baseUrl}/forms/new`);
    await page.getByRole('heading', { level: 1, name: 'New' }).waitFor();
    expect(await page.getByText('Made for an older schema').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
