import { mkdirSync } from 'node:fs';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
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
  await studioOf(page).getByLabel('Title', { exact: true }).waitFor();
  return page.url().split('/').at(-2) ?? '';
}

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
      await studioOf(page).getByLabel('Title', { exact: true }).waitFor();
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('edits a form: what is made is saved by itself, and its page shows it', { timeout: 120_000 }, async () => {
  const { page, context, complaints } = ada;
  const id = await make(page, 'forms', /^Contact/);
  await saying(page, 'Saved');
  const studio = studioOf(page);
  await studio.getByLabel('Title', { exact: true }).fill('Summer party');
  await page.getByRole('heading', { level: 1, name: 'Summer party' }).waitFor();
  await studio.getByRole('button', { name: 'Add a field' }).click();
  await studio.getByLabel('Label').fill('How many guests?');
  await saying(page, 'Saved');
  await page.reload();
  await studio.getByText('How many guests?').waitFor();
  expect(await studio.getByLabel('Title', { exact: true }).inputValue()).toBe('Summer party');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Anybody with the link').waitFor();
  const visitor = await context.newPage();
  await visitor.goto(`${product.publishOrigin}/f/${id}`);
  await visitor.getByLabel('How many guests?').waitFor();
  await visitor.close();
  await lookAt(page, 'form');
  expect(complaints).toEqual([]);
});
