import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

// All that a person does in a Studio, by keys alone: whatever a key takes away, the focus stays where one goes on.

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The name of what has the focus, as it is read out: its label, else its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return 'nothing';
    const labels = (element as HTMLInputElement).labels;
    return (element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText).trim();
  });

/** Goes on by Tab, or back by Shift+Tab, to what has a name. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  // A rendered page has stops of its own.
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    seen.push(now);
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${seen.join(', ')}.`);
}

const rows = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-row] bdi')].map(({ innerText }) => innerText),
  );

it.each([
  { kind: 'form', add: 'Add a field', first: 'Label', list: 'fields', least: 0 },
  { kind: 'slides', add: 'Add a slide', first: 'Heading', list: 'slides', least: 1 },
])('edits a document of the kind $kind by keys alone', { timeout: 120_000 }, async (kind) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) problems.push(message.text());
  });
  await page.goto(`${product.baseUrl}/embed/${kind.kind}`);
  await page.getByText('Valid', { exact: true }).waitFor();
  const { keyboard } = page;
  const undoAll = (await rows(page)).length;

  // Added, and named.
  for (const name of ['One', 'Two', 'Three']) {
    await tabTo(page, kind.add);
    await keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-row][aria-expanded="true"]').count()).toBe(1);
    await tabTo(page, new RegExp(`^${kind.first}`), 'Shift+Tab');
    await keyboard.press('Control+A');
    await keyboard.type(name);
  }
  const named = (): Promise<readonly string[]> => rows(page).then((all) => all.slice(undoAll));
  expect(await named()).toEqual(['One', 'Two', 'Three']);

  // Moved: by Alt and an arrow, the focus going along, and by its button, which stays under the finger.
  await page.locator('[data-row]').last().focus();
  await keyboard.press('Alt+ArrowUp');
  await expect.poll(named).toEqual(['One', 'Three', 'Two']);
  expect(await focused(page)).toMatch(/^Three/);
  await tabTo(page, 'Move down');
  await keyboard.press('Enter');
  await expect.poll(named).toEqual(['One', 'Two', 'Three']);
  await expect.poll(() => focused(page)).toMatch(/^Three|^Move down/);

  // Taken back and done again, by keys and by buttons.
  await keyboard.press('Control+z');
  await expect.poll(named).toEqual(['One', 'Three', 'Two']);
  await keyboard.press('Control+Shift+z');
  await expect.poll(named).toEqual(['One', 'Two', 'Three']);
  await tabTo(page, 'Undo', 'Shift+Tab');
  while (await page.getByRole('button', { name: 'Undo' }).isEnabled()) {
    await keyboard.press('Enter');
    expect(['Undo', 'Redo']).toContain(await focused(page));
  }
  await expect.poll(() => focused(page)).toBe('Redo');
  expect(await named()).toEqual([]);
  while (await page.getByRole('button', { name: 'Redo' }).isEnabled()) await keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Undo');
  expect(await named()).toEqual(['One', 'Two', 'Three']);

  // Removed, to the last one; a deck keeps it.
  await page.locator('[data-row]').last().focus();
  for (let left = await page.locator('[data-row]').count(); left > kind.least; left -= 1) {
    if ((await page.locator('[data-row]:focus').getAttribute('aria-expanded')) === 'false')
      await keyboard.press('Enter');
    await tabTo(page, 'Remove');
    await keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(left - 1);
    expect(await focused(page)).not.toBe('nothing');
  }
  if (kind.least === 0) expect(await focused(page)).toBe(kind.add);
  else {
    await keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'The last one stays' }).isDisabled()).toBe(true);
  }

  // The JSON, and back.
  await tabTo(page, 'JSON', 'Shift+Tab');
  await keyboard.press('Enter');
  await tabTo(page, 'The document as JSON');
  await keyboard.press('Control+A');
  await keyboard.type(`{"title":"By keys","${kind.list}":[{`);
  await page.getByRole('region', { name: 'Mistakes' }).waitFor();
  await keyboard.press('Control+z');
  await keyboard.press('Escape');
  await tabTo(page, 'Edit', 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByLabel('Title', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
