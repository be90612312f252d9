import { mkdirSync } from 'node:fs';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { holdFirst } from '../support/hold-first.ts';
import { newPerson, type Person } from '../support/person.ts';
import { startProduct, type Product } from '../support/product.ts';

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['PROJECT_EDIT_PICTURES'];

let product: Product;
let browser: Browser;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  ada = await newPerson(product, browser, 'Ada');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const studioOf = (page: Page): FrameLocator => page.frameLocator('iframe[title$="editor"]');
const saying = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** A new project, made by the pages. @returns its id */
async function make(page: Page, kind: 'forms' | 'slides', starter: RegExp): Promise<string> {
  await page.goto(`${product.baseUrl}/${kind}`);
  await page.getByRole('button', { name: kind === 'forms' ? 'New form' : 'New deck' }).click();
  await page.getByRole('dialog').getByRole('button', { name: starter }).click();
  await page.waitForURL(/\/edit$/);
  await titleIn(page).waitFor();
  return page.url().split('/').at(-2) ?? '';
}

/** Notes all that the page says of saving, however short it is there. */
const LISTEN = `(() => {
  globalThis.said = [];
  const notice = () => said.push(...[...document.querySelectorAll('[role=status]')].map((one) => one.textContent));
  new MutationObserver(notice).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

const titleIn = (page: Page): Locator => studioOf(page).getByLabel('Title', { exact: true });

interface Content {
  readonly title: string;
  readonly fields: readonly { readonly label: string }[];
  readonly slides?: readonly object[];
}

/** What the server has, by REST. */
async function stored(page: Page, id: string): Promise<Content> {
  const token: string = await page.evaluate("localStorage.getItem('platform.session')");
  const answer = await fetch(`${product.baseUrl}/api/projects/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { project: { document: Content } }).project.document;
}

/** Waits until the server has the title, and the page says so. */
async function savedAs(page: Page, id: string, title: string): Promise<void> {
  await expect.poll(async () => (await stored(page, id)).title, { timeout: 20_000 }).toBe(title);
  await saying(page, 'Saved');
}

/** What the console said since the last time. Browsers tell there of requests that failed, which is as wished for. */
function complaints(): readonly string[] {
  const all = ada.complaints.slice(heard).map(({ text }) => text);
  heard = ada.complaints.length;
  return all.filter((text) => !text.startsWith('Failed to load resource'));
}
let heard = 0;

/** What axe finds in both themes and at both widths; with pictures in all four combinations. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      if (PICTURES === undefined && (width === 1440) !== (scheme === 'light')) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect([name, width, scheme, await axeViolations(page)]).toEqual([name, width, scheme, []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, width, overflow]).toEqual([name, width, 0]);
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await studioOf(page).locator('iframe.shown').waitFor({ state: 'attached' });
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('edits a form: what is made is saved by itself, and its page shows it', { timeout: 120_000 }, async () => {
  const { page, context } = ada;
  const id = await make(page, 'forms', /^Contact/);
  const studio = studioOf(page);
  await saying(page, 'Saved');
  await page.evaluate(LISTEN);
  await titleIn(page).fill('Summer party');
  await page.getByRole('heading', { level: 1, name: 'Summer party' }).waitFor();
  await studio.getByRole('button', { name: 'Add a field' }).click();
  await studio.getByLabel('Label').fill('How many guests?');
  // The same by keys alone.
  await studio.getByRole('button', { name: 'Add a field' }).focus();
  await page.keyboard.press('Enter');
  await studio.getByLabel('Label').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Anything else?');
  await expect
    .poll(async () => (await stored(page, id)).fields.map(({ label }) => label).slice(-2))
    .toEqual(['How many guests?', 'Anything else?']);
  await saying(page, 'Saved');
  expect(await page.evaluate('said')).toContain('Saving…');
  await page.reload();
  await studio.getByText('Anything else?').first().waitFor();
  expect(await titleIn(page).inputValue()).toBe('Summer party');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Anybody with the link').waitFor();
  const visitor = await context.newPage();
  await visitor.goto(`${product.publishOrigin}/f/${id}`);
  await visitor.getByLabel('How many guests?').waitFor();
  await visitor.getByLabel('Anything else?').waitFor();
  await visitor.close();
  // It goes on from the version that publishing made.
  await titleIn(page).fill('Winter party');
  await savedAs(page, id, 'Winter party');
  await lookAt(page, 'form');
  expect(complaints()).toEqual([]);
});

it('edits a deck, and its frame may be loaded anew', { timeout: 120_000 }, async () => {
  const { page } = ada;
  const id = await make(page, 'slides', /^Talk/);
  const studio = studioOf(page);
  await studio.getByRole('button', { name: 'Add a slide' }).click();
  await studio.getByLabel('Heading').fill('Thank you');
  await expect
    .poll(async () => (await stored(page, id)).slides?.at(-1))
    .toMatchObject({ heading: 'Thank you' });
  const frame = page.frame({ url: /\/embed\/slides/ });
  await frame?.evaluate('location.reload()').catch(() => undefined);
  await studio.getByText('Thank you').first().waitFor();
  await titleIn(page).fill('After the reload');
  await savedAs(page, id, 'After the reload');
  await page.reload();
  await studio.getByText('Thank you').first().waitFor();
  expect(await titleIn(page).inputValue()).toBe('After the reload');
  await lookAt(page, 'deck');
  expect(complaints()).toEqual([]);
});

it(
  'keeps a document with mistakes over a reload, and saves it once they are mended',
  { timeout: 120_000 },
  async () => {
    const { page } = ada;
    const id = await make(page, 'forms', /^Blank/);
    const studio = studioOf(page);
    const text = studio.getByRole('textbox', { name: 'The document as JSON' });
    await studio.getByRole('button', { name: 'JSON' }).click();
    await text.fill('{ "title": "Half", "fields": [{ "type": "text" }] }');
    await saying(page, 'Kept here, not saved: 2 mistakes');
    await lookAt(page, 'mistakes');
    const dialogs: string[] = [];
    page.once('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await saying(page, 'Kept here, not saved: 2 mistakes');
    expect(dialogs).toEqual(['beforeunload']);
    await studio.getByRole('button', { name: 'JSON' }).click();
    expect(await text.innerText()).toContain('"Half"');
    expect((await stored(page, id)).title).toBe('Untitled form');
    await text.fill('{ "title": "Whole", "fields": [] }');
    await saying(page, 'Saved');
    expect(await stored(page, id)).toEqual({ title: 'Whole', fields: [] });
    await page.reload();
    await saying(page, 'Saved');
    expect(complaints()).toEqual([]);
  },
);

it('overwrites nothing of another tab’s, and lets a person choose', { timeout: 120_000 }, async () => {
  const { page, context } = ada;
  const id = await make(page, 'forms', /^Blank/);
  const other = await context.newPage();
  await other.goto(page.url());
  await titleIn(other).fill('Of the other tab');
  await savedAs(other, id, 'Of the other tab');
  await titleIn(page).fill('Of this tab');
  await saying(page, 'Not saved: changed elsewhere');
  expect((await stored(page, id)).title).toBe('Of the other tab');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('dialog').getByText('"title": "Of this tab"').waitFor();
  await page.getByRole('dialog').getByText('"title": "Of the other tab"').waitFor();
  await page.keyboard.press('Escape');
  await lookAt(page, 'conflict');
  await page.getByRole('button', { name: 'Take the other' }).click();
  await expect.poll(() => titleIn(page).inputValue()).toBe('Of the other tab');
  await saying(page, 'Saved');
  await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
  await savedAs(page, id, 'Of this tab');
  // The other tab is looked at again, and had nothing unsaved.
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => titleIn(other).inputValue()).toBe('Of this tab');
  // A change that is not of the content is nobody's loss.
  await other.getByRole('button', { name: 'Publish' }).click();
  await other.getByText('Published. Anybody with the link').waitFor();
  await titleIn(page).fill('Once more');
  await savedAs(page, id, 'Once more');
  await titleIn(other).fill('And again');
  await saying(other, 'Not saved: changed elsewhere');
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await savedAs(other, id, 'And again');
  await other.close();
  expect(complaints()).toEqual([]);
});

it('tells of saves that fail and makes them later', { timeout: 120_000 }, async () => {
  const { page, context } = ada;
  const id = await make(page, 'forms', /^Blank/);
  await saying(page, 'Saved');
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('SaveContent')
      ? route.fulfill({ status: 503, contentType: 'text/plain', body: 'Away' })
      : route.fallback(),
  );
  await titleIn(page).fill('While it was away');
  await page
    .getByRole('status')
    .getByText(/^Not saved: The server did not answer/)
    .waitFor();
  await lookAt(page, 'failed');
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await savedAs(page, id, 'While it was away');
  await context.setOffline(true);
  await titleIn(page).fill('Without a network');
  await page
    .getByRole('status')
    .getByText(/^Not saved: /)
    .waitFor();
  await context.setOffline(false);
  await savedAs(page, id, 'Without a network');
  expect(complaints()).toEqual([]);
});

it.each(['answered', 'lost', 'cut off by a reload of the page'])(
  'keeps what is taken back while it is saved; the answer is %s',
  { timeout: 120_000 },
  async (answer) => {
    const { page } = ada;
    const id = await make(page, 'forms', /^Blank/);
    await saying(page, 'Saved');
    const before = await titleIn(page).inputValue();
    const letGo = await holdFirst(page, 'SaveContent', answer === 'answered' ? answer : 'lost');
    await titleIn(page).fill('Gone again');
    await expect.poll(async () => (await stored(page, id)).title).toBe('Gone again');
    await titleIn(page).fill(before);
    const kept = `JSON.parse(JSON.parse(sessionStorage['project.kept.${id}'] ?? '{"text":"{}"}').text).title`;
    await expect.poll(() => page.evaluate(kept)).toBe(before);
    if (answer.startsWith('cut off')) {
      // A browser drops a reload that it asks about while a frame is on its way to its first page.
      await studioOf(page).locator('iframe.shown').waitFor({ state: 'attached' });
      await page.reload();
    }
    letGo();
    await savedAs(page, id, before);
    expect(await titleIn(page).inputValue()).toBe(before);
    await page.unroute('**/graphql');
    expect(complaints()).toEqual([]);
  },
);

it('loses nothing that is left at once, or that a session ends over', { timeout: 120_000 }, async () => {
  const { page } = ada;
  const id = await make(page, 'forms', /^Blank/);
  await saying(page, 'Saved');
  await titleIn(page).fill('Left at once');
  await page.getByRole('link', { name: 'Share' }).click();
  await page.getByRole('heading', { level: 1, name: 'Left at once' }).waitFor();
  await expect.poll(async () => (await stored(page, id)).title).toBe('Left at once');
  await page.goBack();
  await expect.poll(() => titleIn(page).inputValue()).toBe('Left at once');
  const token: string = await page.evaluate("localStorage.getItem('platform.session')");
  const out = await fetch(`${product.baseUrl}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(out.status).toBe(200);
  await titleIn(page).fill('When the session was over');
  await page.waitForURL(/\/signin/);
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'When the session was over' }).waitFor();
  await savedAs(page, id, 'When the session was over');
  expect(complaints()).toEqual([]);
});

it('says that the editor does not answer, and asks it again', { timeout: 120_000 }, async () => {
  const { page } = ada;
  await make(page, 'forms', /^Blank/);
  await page.route('**/embed/form*', (route) => route.fulfill({ status: 503, body: 'Away' }));
  await page.reload();
  await page.getByText('The editor does not answer').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.unroute('**/embed/form*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await titleIn(page).waitFor();
  await saying(page, 'Saved');
  expect(complaints()).toEqual([]);
});
