import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DECK = {
  title: 'Deck',
  slides: [
    { layout: 'title', heading: 'Hello', subtitle: 'there' },
    { layout: 'bullets', heading: 'Points', bullets: ['One', 'Two'] },
    { layout: 'text', body: 'The end.' },
  ],
};

describe.each(['subhost', 'sandbox'] as const)('the page of a deck, %s', (isolation) => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    ada = await at.join();
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    const body = { kind: 'slides', document: DECK, published: true };
    const { status } = await at.call({
      method: 'PUT',
      path: '/api/projects/deck',
      body,
      token: ada.token,
    });
    expect(status).toBe(201);
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function axe(): Promise<readonly string[]> {
    await page.evaluate(AXE);
    return page.evaluate<string[]>(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
  }

  it('without scripts it says what is missing', async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${at.publishOrigin}/f/deck`);
    // Searching by text passes over what is in noscript.
    expect(await plain.locator('noscript p').isVisible()).toBe(true);
    expect(await plain.getByRole('button').count()).toBe(0);
    await plain.close();
  });

  it('a deck is gone through by keys and buttons', async () => {
    await page.goto(`${at.publishOrigin}/f/deck`);
    await page.getByText('1 / 3').waitFor();
    expect(await axe()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByText('Two').waitFor();
    await page.getByRole('button', { name: 'Next slide' }).click();
    await page.getByText('The end.').waitFor();
    expect(await page.getByRole('button', { name: 'Next slide' }).isDisabled()).toBe(true);
    await page.keyboard.press('Home');
    expect(await page.getByRole('heading', { name: 'Hello' }).isVisible()).toBe(true);
    expect(problems.splice(0)).toEqual([]);
  });
});
