import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedSnippet } from '../api/content/form/page/embed-snippet.ts';
import { launchChromium } from './support/chromium.ts';
import { EVERY_FIELD, findings, publishForm } from './support/form-pages.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

const CHOICE = {
  title: 'Lunch',
  fields: [
    { type: 'choice', key: 'dish', label: 'Dish', options: ['Soup', 'Salad'], required: true },
    { type: 'text', key: 'name', label: 'Your name' },
  ],
} as const;

describe('the first question of a form that asks one at a time', () => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  beforeAll(async () => {
    at = await startInstallation('PGlite');
    ada = await at.join();
    browser = await launchChromium();
    await publishForm(at, ada, 'steps', EVERY_FIELD, { layout: 'steps' });
    await publishForm(at, ada, 'choice', CHOICE, { layout: 'steps' });
    await publishForm(at, ada, 'page', EVERY_FIELD);
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    return page;
  }
  const form = (id: string): string => `${at.publishOrigin}/f/${id}`;
  const focused = (page: Page | Frame): Promise<string> =>
    page.evaluate('document.activeElement.id || document.activeElement.localName');

  it('has the focus where a person opened the page, and is told with the form that it belongs to', async () => {
    const page = await open(form('steps'));
    expect(await focused(page)).toBe('q0');
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await findings(page)).toEqual([]);
    // Who hears the page is brought past the title, so the title and the words below it belong to the form.
    const around = page.getByRole('form', { name: EVERY_FIELD.title });
    expect(await around.evaluate((one) => one.ariaDescribedByElements?.[0]?.textContent)).toBe(
      EVERY_FIELD.desc,
    );
    expect(await page.locator('main').ariaSnapshot()).toMatch(
      /^- main:\s+- heading "Summer retreat 2026"[^]*paragraph[^]*textbox "What is your name\? Required"[^]*button "Continue"/,
    );
    await page.keyboard.press('Enter');
    await page.locator('#q0-problem', { hasText: 'Please fill this in.' }).waitFor();
    await page.keyboard.type('Zoë');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 11', { exact: true }).first().waitFor();
    await page.context().close();
    const choice = await open(form('choice'));
    expect(await choice.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(false);
    await choice.keyboard.press('b');
    await choice.keyboard.press('Enter');
    await choice.getByText('2 of 2', { exact: true }).first().waitFor();
    await choice.context().close();
  });

  it('takes no focus where a finger would get a keyboard for it, or where all questions stand on one page', async () => {
    const touch = await open(form('steps'), { hasTouch: true, isMobile: true });
    expect(await focused(touch)).toBe('body');
    await touch.keyboard.press('Enter');
    expect(await focused(touch)).toBe('q0');
    await touch.context().close();
    const page = await open(form('page'));
    expect(await focused(page)).toBe('body');
    await page.context().close();
  });

  it('takes no focus from the page around it', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Site</title><input autofocus>${embedSnippet(form('steps'), 'A form')}`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const page = await open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.frameLocator('iframe').getByText('1 of 11', { exact: true }).waitFor();
    const frame = page.frames().find((one) => one.url().includes('/f/steps'));
    expect(await focused(page)).toBe('input');
    expect(frame && (await focused(frame))).toBe('body');
    // Somebody who clicks into it begins with Enter.
    await page.frameLocator('iframe').getByRole('heading').first().click();
    await page.keyboard.press('Enter');
    expect(frame && (await focused(frame))).toBe('q0');
    await page.context().close();
    site.close();
  });
});
