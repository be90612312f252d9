import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

let product: Product;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const pictures = process.env['PICTURES'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function look(
  page: Page,
  name: string,
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (pictures === undefined) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(600);
      await prepare();
      await page.screenshot({ path: `${pictures}/${name}-${scheme}-${width}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Registers and follows the link of the mail, which the product prints. */
async function signUp(page: Page): Promise<void> {
  await page.goto(`${product.baseUrl}/register`);
  await page.getByLabel(/^Name/).fill('Ada');
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Make account' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const [, link = ''] = await product.waitFor(/Mail to ada@example.org:.*\n\s*(http\S+\/verify\?token=\S+)/);
  await page.goto(link);
  await page.waitForURL(`${product.baseUrl}/build`);
}

it(
  'colours, checks, mends, completes and formats a data model, and saves it',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.on('console', (message) => {
      const { url } = message.location();
      // The built app in the preview asks for fields that this test takes out of its model.
      if (url.includes('/_data/')) return;
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(`${message.text()} ${url}`);
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await signUp(page);
    const prompt = page.getByRole('textbox', { name: /Describe|Message to the agent|What do you want/ });
    await prompt.fill('Build me a guestbook');
    await prompt.press('Enter');
    await page.waitForURL(/\/build\/\w+/);
    await page
      .getByText(/^Done · /)
      .first()
      .waitFor({ timeout: 60_000 });

    const scripts: string[] = [];
    page.on(
      'response',
      (response) =>
        void (
          response.url().startsWith(product.baseUrl) &&
          response.url().endsWith('.js') &&
          scripts.push(response.url())
        ),
    );
    const address = new URL(page.url());
    address.searchParams.set('view', 'preview');
    await page.goto(address.href);
    await page
      .frameLocator('iframe[title^="Preview of"]')
      .getByRole('heading', { name: 'Guestbook' })
      .waitFor();
    const bodies = await Promise.all(scripts.map(async (url) => (await context.request.get(url)).text()));
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.filter((body) => body.includes('cm-content'))).toEqual([]);

    address.searchParams.set('view', 'code');
    address.searchParams.set('file', 'model.aml');
    await page.goto(address.href);
    const editor = page.getByRole('textbox', { name: 'Text of model.aml' });
    await page.getByText('No mistakes').waitFor();
    // Words of different kinds have different colours.
    const colour = (text: string): Promise<string> =>
      editor
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    const colours = new Set([await colour('model'), await colour('String'), await colour('default')]);
    expect(colours.size).toBeGreaterThan(1);
    expect(colours.has(await editor.evaluate((element) => getComputedStyle(element).color))).toBe(false);

    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('model Entry {\nname Strng \n}\n');
    const fix = page.getByRole('button', { name: 'Write “String”' }).first();
    // The layout for phones is another editor, whose list begins closed.
    const showList = async (): Promise<void> => {
      if (!(await fix.isVisible()))
        await page.getByRole('button', { name: '1 mistake in the data model' }).click();
      await page.getByText('There is no type `Strng`. Did you mean `String`?').first().waitFor();
    };
    await showList();
    await look(page, 'mistake', showList);
    await showList();
    await page.evaluate(axe);
    const violations = await page.evaluate(
      `axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.html).join(' ')))`,
    );
    expect(violations).toEqual([]);
    // The keys open the same list, no second one, and lead from it back to the place in the text.
    await page.getByRole('button', { name: '1 mistake in the data model' }).click();
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Shift+M');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/Line 2.*Strng/);
    expect(await page.locator('.cm-panel-lint').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    await fix.click();
    await page.getByText('No mistakes').waitFor();

    await editor.getByText('String').click();
    await page.keyboard.press('End');
    await page.keyboard.type('@len');
    await page.getByRole('option', { name: /@length/ }).waitFor();
    await page.getByText('characters (Unicode code points), or items of a list').waitFor();
    await look(page, 'completion');
    // A list that has just opened takes no key for a moment, so that none is taken by mistake.
    await page.waitForTimeout(300);
    await page.keyboard.press('Tab');
    await page.keyboard.type('min: 1, max: 80');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Format' }).click();
    await expect
      .poll(() => editor.innerText(), { timeout: 20_000 })
      .toContain('name String @length(min: 1, max: 80)');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.reload();
    await page.getByText('No mistakes').waitFor();
    expect((await editor.innerText()).trimEnd().split('\n')).toEqual([
      'model Entry {',
      '  name String @length(min: 1, max: 80)',
      '}',
    ]);
    expect(complaints).toEqual([]);
  },
);
