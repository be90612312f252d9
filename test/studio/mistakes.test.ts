import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost, type HostPage } from './open-host.ts';

// What is wrong with a document, as a person sees it who edits by clicks and keys.

let host: HostSite;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  host = await startHostSite(() => product.baseUrl);
  product = await startProduct({ EMBED_ORIGINS: host.origin });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

const open = (kind: 'form' | 'slides'): Promise<HostPage> => openHost(browser, host, { kinds: [kind] });

const firstEntry = (at: HostPage, list: string): Promise<unknown> =>
  at
    .drive(async (studio) => JSON.parse(await studio.getDocument()) as never)
    .then((document) => (document as Readonly<Record<string, readonly unknown[]>>)[list]?.[0]);

it('takes a range while it is typed; what is no number yet stays, and is told at its input', async () => {
  const at = await open('form');
  await at.studio.locator('[data-row]').first().click();
  await at.studio.getByLabel('Type').selectOption('number');
  const [from, to] = [at.studio.getByLabel('From'), at.studio.getByLabel('To')];
  await from.pressSequentially('-');
  await at.studio.getByText('This must be a number.').waitFor();
  expect(await from.getAttribute('aria-invalid')).toBe('true');
  expect(await firstEntry(at, 'fields')).toMatchObject({ range: { min: '-' } });
  await from.pressSequentially('2.');
  expect(await from.inputValue()).toBe('-2.');
  expect(await from.getAttribute('aria-invalid')).toBe(null);
  await expect.poll(() => to.getAttribute('aria-invalid')).toBe('true');
  await to.pressSequentially('7');
  await at.studio.getByText('Valid', { exact: true }).waitFor();
  expect(await firstEntry(at, 'fields')).toMatchObject({ range: { min: -2, max: 7 } });
  await from.fill('');
  await to.fill('');
  await at.studio.getByText('Valid', { exact: true }).waitFor();
  expect(await firstEntry(at, 'fields')).not.toHaveProperty('range');
  await at.close();
});

it('says a mistake at its input, and below it what no input stands for, which can be taken away', async () => {
  const at = await open('form');
  await at.drive((studio) =>
    studio.setDocument(
      JSON.stringify({ title: 'x', fields: [{ type: 'text', key: '', label: 'Name', color: 'red' }] }),
    ),
  );
  await at.studio.locator('[data-row]').first().click();
  const key = at.studio.getByLabel('Key');
  expect(await key.getAttribute('aria-invalid')).toBe('true');
  const [told = ''] = ((await key.getAttribute('aria-describedby')) ?? '').split(' ');
  expect(await at.studio.locator(`[id="${told}"]`).innerText()).toBe('This must not be empty.');
  const bar = at.studio.getByText('2 mistakes. The page is as it was');
  await bar.waitFor();
  const list = at.studio.locator('details').getByText('"key" must not be empty.');
  await list.waitFor();
  await bar.click();
  await list.waitFor({ state: 'hidden' });
  await at.studio
    .getByRole('listitem')
    .filter({ hasText: '"color"' })
    .getByRole('button', { name: 'Remove' })
    .last()
    .click();
  await key.fill('name');
  await at.studio.getByText('Valid', { exact: true }).waitFor();
  expect(await firstEntry(at, 'fields')).toEqual({ type: 'text', key: 'name', label: 'Name' });
  await at.close();
});

it.each(['light', 'dark'] as const)(
  'has nothing that axe finds while it says mistakes, %s',
  async (scheme) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: scheme });
    await page.goto(`${product.baseUrl}/embed/form`);
    await page.locator('[data-row]').first().click();
    await page.getByLabel('Type').selectOption('rating');
    await page.getByLabel('From').fill('some');
    await page.getByLabel('Key').fill('');
    await page.getByRole('button', { name: '3 mistakes' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await page.getByText('3 mistakes. The page').waitFor();
    await page.getByText('"max"').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  },
);

it('gives back what another type or layout has no place for', async () => {
  const form = await open('form');
  await form.studio.locator('[data-row]').first().click();
  const type = form.studio.getByLabel('Type');
  await type.selectOption('choice');
  await form.studio.getByLabel('Options').fill(' Red \nBlue\n\nRed');
  await form.studio.getByText('“Red” is there twice').waitFor();
  await form.studio.getByLabel('Options').fill(' Red \nBlue');
  await type.selectOption('text');
  expect(await firstEntry(form, 'fields')).not.toHaveProperty('options');
  await type.selectOption('multi');
  await expect.poll(() => firstEntry(form, 'fields')).toMatchObject({ options: ['Red', 'Blue'] });
  await form.close();

  const deck = await open('slides');
  await deck.drive((studio) =>
    studio.setDocument(
      JSON.stringify({ title: 'x', slides: [{ layout: 'bullets', body: 'So:', bullets: ['a', 'b'] }] }),
    ),
  );
  await deck.studio.locator('[data-row]').first().click();
  const layout = deck.studio.getByLabel('Layout');
  await layout.selectOption('title');
  expect(await firstEntry(deck, 'slides')).toEqual({ layout: 'title', body: 'So:\na\nb' });
  await layout.selectOption('text');
  await layout.selectOption('bullets');
  await expect
    .poll(() => firstEntry(deck, 'slides'))
    .toEqual({ layout: 'bullets', body: 'So:', bullets: ['a', 'b'] });
  await deck.close();
});

it('says in words that a document was made for an older schema', async () => {
  const at = await open('slides');
  await at.drive(async (studio) => studio.setDocument(await studio.getDocument(), { schemaVersion: 0 }));
  await at.studio.getByText('made for version 0 of the schema; the current one is 1').waitFor();
  await at.drive(async (studio) => studio.setDocument(await studio.getDocument()));
  await expect.poll(() => at.studio.getByText('of the schema').count()).toBe(0);
  await at.close();
});

it('goes on with many mistakes: a few are shown, and how many there are', async () => {
  const at = await open('form');
  const told = await at.drive(async (studio) => {
    const text = JSON.stringify({ title: 1, fields: Array.from({ length: 2_000 }, () => ({})) });
    const { diagnostics } = await studio.setDocument(text, { timeout: 60_000 });
    await studio.getState({ timeout: 60_000 });
    return diagnostics.length;
  });
  expect(told).toBe(1_001);
  const bar = at.studio.getByText('6,002 mistakes. The page is as it was');
  await bar.waitFor();
  await at.studio.getByText('This must be text.').waitFor();
  await at.studio.getByText('5,982 more: see the JSON.').waitFor();
  expect(await at.studio.locator('details li').count()).toBe(21);
  await at.close();
});
