import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { holdFirst } from '../support/hold-first.ts';
import { startProduct, type Product } from '../support/product.ts';

let site: Product;
let browser: Browser;
let token = '';
const complaints: string[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startProduct(), launchChromium()]);
  const account = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
  await post('/api/auth/register', account);
  const [, mailed] = await site.waitFor(/verify\?token=([\w-]+)/);
  token = (await post('/api/auth/verify', { token: mailed })).token;
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape themselves
async function post(path: string, body: object): Promise<any> {
  const response = await fetch(site.baseUrl.replace('localhost', '127.0.0.1') + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function newProfile(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await context.addInitScript((kept) => {
    if (window === top && location.protocol === 'http:') localStorage.setItem('platform.session', kept);
  }, token);
  return context;
}

const mutate = async (field: string, type: string, input: object, select: string) => {
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`;
  const { data, errors } = await post('/graphql', { query, variables: { input } });
  expect(errors).toBeUndefined();
  return data[field];
};
async function begin(files: Readonly<Record<string, string>>): Promise<string> {
  const { draft } = await mutate('createDraft', 'CreateDraftInput', {}, '{ draft { draftId } }');
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
  await save(draft.draftId, 1, changes);
  return draft.draftId;
}
const save = (draftId: string, baseRevision: number, changes: readonly object[]) =>
  mutate('saveDraft', 'SaveDraftInput', { draftId, baseRevision, changes }, '{ revision { number } }');

async function latest(draftId: string): Promise<{ number: number; files: Record<string, string> }> {
  const query =
    'query ($id: String!) { viewer { draft(id: $id) { latest { number files { path content } } } } }';
  const { data } = await post('/graphql', { query, variables: { id: draftId } });
  const { number, files } = data.viewer.draft.latest;
  return {
    number,
    files: Object.fromEntries(
      files.map((file: { path: string; content: string }) => [file.path, file.content]),
    ),
  };
}
const code = (draftId: string, path: string): string =>
  `${site.baseUrl}/build/${draftId}?view=code&file=${path}`;
const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
async function openEditor(context: BrowserContext, draftId: string, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(code(draftId, path));
  await editor(page).waitFor();
  return page;
}
async function typeAtStart(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(text);
}
/** Asks until the server has what is expected. */
const saved = (draftId: string, files: object) =>
  expect.poll(async () => (await latest(draftId)).files, { timeout: 30_000 }).toEqual(files);

/** All is saved: the page says so, nobody has to decide, and the browser keeps nothing for the next page. */
async function nothingLeft(page: Page): Promise<void> {
  const kept = "Object.keys(localStorage).filter((key) => key.startsWith('builder.kept.'))";
  await expect.poll(() => page.evaluate(kept), { timeout: 30_000 }).toEqual([]);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  expect(await page.getByText('changed elsewhere').count()).toBe(0);
}

describe('a draft in two tabs', { timeout: 120_000 }, () => {
  it('shows each what the other saves, and goes on under what is being typed', async () => {
    const draftId = await begin({ 'a.txt': 'one', 'b.txt': 'two' });
    const [first, second] = [await newProfile(), await newProfile()];
    const [here, there] = [
      await openEditor(first, draftId, 'a.txt'),
      await openEditor(second, draftId, 'a.txt'),
    ];
    await typeAtStart(here, 'Hello ');
    await there.getByText('Hello one').waitFor();
    // Typing in one file goes on while another one changes.
    await there.goto(code(draftId, 'b.txt'));
    await editor(there).waitFor();
    await typeAtStart(here, '1 ');
    await typeAtStart(there, '2 ');
    await saved(draftId, { 'a.txt': '1 Hello one', 'b.txt': '2 two' });
    // A turn or a script elsewhere: the newest is there without a reload.
    const { number } = await latest(draftId);
    await save(draftId, number, [{ path: 'a.txt', content: 'from elsewhere' }]);
    await here.getByText('from elsewhere').waitFor();
    await first.close();
    await second.close();
  });

  it('undoes and does again after a reload, by button and by key', async () => {
    const draftId = await begin({ 'a.txt': 'one' });
    await save(draftId, 2, [{ path: 'b.txt', content: 'two' }]);
    const context = await newProfile();
    const page = await openEditor(context, draftId, 'a.txt');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await saved(draftId, { 'a.txt': 'one' });
    await page.reload();
    await editor(page).waitFor();
    await page.getByRole('tab', { name: 'Code' }).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await saved(draftId, {});
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await saved(draftId, { 'a.txt': 'one' });
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await saved(draftId, { 'a.txt': 'one', 'b.txt': 'two' });
    expect((await latest(draftId)).number).toBe(7);
    await context.close();
  });

  it.each(['answered', 'lost'] as const)(
    'keeps what is taken back while it is saved; the answer is %s',
    async (answer) => {
      const draftId = await begin({ 'a.txt': 'one' });
      const context = await newProfile();
      const page = await openEditor(context, draftId, 'a.txt');
      const letGo = await holdFirst(page, 'saveDraft', answer);
      await typeAtStart(page, 'gone ');
      await saved(draftId, { 'a.txt': 'gone one' });
      for (let key = 0; key < 5; key += 1) await page.keyboard.press('Backspace');
      expect(await editor(page).textContent()).toBe('one');
      letGo();
      await saved(draftId, { 'a.txt': 'one' });
      await nothingLeft(page);
      expect(await editor(page).textContent()).toBe('one');
      await context.close();
    },
  );

  it('knows a save whose answer was lost for its own', async () => {
    const draftId = await begin({ 'a.txt': 'one' });
    const context = await newProfile();
    const page = await openEditor(context, draftId, 'a.txt');
    const letGo = await holdFirst(page, 'saveDraft', 'lost');
    // Nor does it hear of it otherwise.
    await context.route('**/graphql', (route) =>
      route.request().postData()?.includes('subscription') ? route.abort() : route.fallback(),
    );
    await page.reload();
    await editor(page).waitFor();
    await typeAtStart(page, 'Still ');
    await saved(draftId, { 'a.txt': 'Still one' });
    letGo();
    await nothingLeft(page);
    expect((await latest(draftId)).number).toBe(3);
    await context.close();
  });

  it('keeps line ends, and what was typed when the page goes away at once', async () => {
    const draftId = await begin({ 'a.txt': 'one\r\ntwo\r\n' });
    const context = await newProfile();
    let page = await openEditor(context, draftId, 'a.txt');
    await typeAtStart(page, 'X');
    await page.close({ runBeforeUnload: false });
    // Whoever opens the draft again has it, whether the last save went out or not.
    page = await openEditor(context, draftId, 'a.txt');
    await page.getByText('Xone').waitFor();
    await saved(draftId, { 'a.txt': 'Xone\r\ntwo\r\n' });
    await context.close();
  });

  it('keeps what is typed offline, over a crash too, and sends it when the network is back', async () => {
    const draftId = await begin({ 'a.txt': 'one' });
    const context = await newProfile();
    let page = await openEditor(context, draftId, 'a.txt');
    await page.route('**/graphql', (route) => route.abort());
    await typeAtStart(page, 'Kept ');
    await page.getByText('Offline, kept here').waitFor();
    await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => null)]);
    await page.close();
    expect((await latest(draftId)).files).toEqual({ 'a.txt': 'one' });
    page = await openEditor(context, draftId, 'a.txt');
    await page.getByText('Kept one').waitFor();
    await saved(draftId, { 'a.txt': 'Kept one' });
    await page.getByText('Saved', { exact: true }).waitFor();
    // Typing, away, and back, all in one page.
    await context.setOffline(true);
    await typeAtStart(page, '2 ');
    await page.getByText('Offline, kept here').waitFor();
    await context.setOffline(false);
    await saved(draftId, { 'a.txt': '2 Kept one' });
    await context.close();
  });

  it('complains of nothing', () => {
    expect(complaints).toEqual([]);
  });
});
