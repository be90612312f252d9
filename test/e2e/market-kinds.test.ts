import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../api/ids.ts';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Installation, Person } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['MARKET_KINDS_PICTURES'];
const FORM = {
  title: 'Summer party',
  desc: 'Who comes, and what for.',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'day', label: 'Which day suits you?', options: ['Friday', 'Saturday', 'Sunday'] },
  ],
};
const DECK = {
  title: 'The year in numbers',
  slides: [
    { layout: 'title', heading: 'The year in numbers', subtitle: 'And in words' },
    { layout: 'bullets', heading: 'Results', bullets: ['More people', 'Fewer meetings'] },
  ],
};

let site: Installation;
let browser: Browser;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  site = await startSite('PGlite');
  browser = await launchChromium();
  [ada, bob] = [await site.join('Ada'), await site.join('Bob')];
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function make(body: object): Promise<string> {
  const id = newId();
  const { status } = await site.call({
    method: 'PUT',
    path: `/api/projects/${id}`,
    body,
    token: ada.token,
  });
  expect(status).toBe(201);
  return id;
}

async function look(page: Page, name: string): Promise<void> {
  expect(await axeViolations(page), name).toEqual([]);
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('leads a form from its owner to the market, and from there to somebody else', async () => {
  const id = await make({ kind: 'form', document: FORM });
  const deck = await make({ kind: 'slides', document: DECK });
  const shared = await site.call({
    method: 'POST',
    path: `/api/projects/${deck}/market`,
    body: { tags: ['talk'] },
    token: ada.token,
  });
  expect(shared.status).toBe(201);

  const owner = await visit(browser, site, ada);
  const { page } = owner;
  await page.goto(`${site.baseUrl}/forms/${id}/share`);
  await page.getByRole('button', { name: 'Publish to the market' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This is how it looks in the market.').waitFor();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Ask who comes to your party.');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('party, summer');
  await look(page, 'dialog');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText('Summer party is in the market').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('The market shows it as it is now.').waitFor();
  const document = { ...FORM, title: 'Winter party' };
  await site.call({ method: 'PUT', path: `/api/projects/${id}`, body: { document }, token: ada.token });
  await page.reload();
  await page.getByText('It has changed since.').waitFor();
  await page.getByRole('button', { name: 'Update in the market' }).scrollIntoViewIfNeeded();
  await look(page, 'share');
  await page.getByRole('link', { name: 'Summer party' }).click();
  await page.getByRole('link', { name: 'Your form' }).waitFor();
  expect(owner.complaints).toEqual([]);
  await owner.context.close();

  const other = await visit(browser, site, bob);
  const at = other.page;
  await at.goto(site.baseUrl);
  await at.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: 'Forms' }).click();
  await at.getByRole('heading', { level: 1, name: 'Forms' }).waitFor();
  // The heading is there before the list is another one.
  await expect.poll(() => at.getByRole('article').count(), { timeout: 30_000 }).toBe(1);
  await at.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: 'All' }).click();
  await at.getByRole('link', { name: 'The year in numbers' }).waitFor();
  await look(at, 'market');
  await at.getByRole('link', { name: 'The year in numbers' }).click();
  await at.frameLocator('iframe').getByRole('heading', { name: 'The year in numbers' }).waitFor();
  await at.goBack();
  await at.getByRole('link', { name: 'Summer party' }).click();
  const form = at.frameLocator('iframe');
  await form.getByText('This form is only shown here.').waitFor();
  await look(at, 'form');
  await form.getByRole('textbox', { name: 'Your name' }).fill('Zoe');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('Nothing was sent').waitFor();
  await at.getByRole('button', { name: 'Fork', exact: true }).click();
  await at.waitForURL(/\/forms\/[a-z0-9]{16}$/);
  await at.getByText('“Summer party” is forked.').waitFor();
  await at.getByRole('link', { name: 'Share', exact: true }).click();
  await at.getByText('Forked from').waitFor();
  await look(at, 'forked');
  expect(other.complaints).toEqual([]);
  await other.context.close();
  const answers = await site.call({ path: `/api/forms/${id}/submissions`, token: ada.token });
  expect(answers.json.submissions).toEqual([]);
});
