import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { EVERY_FIELD, publishForm } from './support/form-pages.ts';
import { startInstallation, type Installation } from './support/installation.ts';

describe('a form on paper', () => {
  let at: Installation;
  let browser: Browser;
  beforeAll(async () => {
    at = await startInstallation('PGlite');
    const ada = await at.join();
    browser = await launchChromium();
    for (const layout of ['page', 'steps']) await publishForm(at, ada, layout, EVERY_FIELD, { layout });
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function open(id: string): Promise<Page> {
    const page = await browser.newPage({ reducedMotion: 'reduce', locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    await page.goto(`${at.publishOrigin}/f/${id}`);
    return page;
  }
  const count = (page: Page, selector: string): Promise<number> =>
    page.locator(`${selector}:visible`).count();

  it.each(['page', 'steps'])(
    'has all questions and what was answered, and nothing to press: %s',
    async (id) => {
      const page = await open(id);
      await page.locator('#q0').fill('Zoë');
      await page.getByText('Draft saved on this device').waitFor();
      await page.reload();
      await page.getByText('Your answers from before are filled in.').waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await count(page, '.question')).toBe(EVERY_FIELD.fields.length);
      expect(await count(page, 'button')).toBe(0);
      expect(await page.getByText('Your answers from before').isVisible()).toBe(false);
      expect(await page.getByText('1 of 11', { exact: true }).first().isVisible()).toBe(false);
      expect(await page.locator('#q0').inputValue()).toBe('Zoë');
      await page.close();
    },
  );

  it('has the review alone where that is shown', async () => {
    const page = await open('steps');
    for (const [id, value] of [
      ['q0', 'Zoë'],
      ['q1', 'zoe@example.org'],
    ] as const) {
      await page.locator(`#${id}`).fill(value);
      await page.keyboard.press('Enter');
    }
    const press = (): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();
    await press();
    for (const answer of ['Soup', 'Yes']) {
      const box = page.getByRole('radio', { name: answer });
      while (!(await box.isVisible())) await press();
      await box.check();
    }
    await press();
    await press();
    await page.getByRole('heading', { name: 'Review your answers' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await count(page, '.question')).toBe(0);
    expect(await count(page, '.review dt')).toBe(EVERY_FIELD.fields.length);
    expect(await count(page, 'button')).toBe(0);
    await page.close();
  });
});
