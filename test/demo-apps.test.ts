import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_KEYS, type AppKey } from '../api/llm/demo/apps.ts';
import { launchChromium } from './support/chromium.ts';
import { createDemoChat } from './support/demo-chat.ts';
import { startInstallation, type Installation } from './support/installation.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = process.env['DEMO_SCREENSHOTS'];
const REQUESTS: Readonly<Record<AppKey, string>> = {
  guestbook: 'Build me a guestbook',
  todo: 'Build me a to-do list',
  poll: 'Build me a poll',
  landing: 'Build me a landing page',
};
const HOSTILE = '<img src=x onerror="document.title=\'broken\'"> & <b>bold</b>';

/** What the demo builds, published and used by visitors in a real browser. */
describe('the apps of the demo', () => {
  let installation: Installation;
  let browser: Browser;
  const addresses = new Map<AppKey, string>();

  beforeAll(async () => {
    installation = await startInstallation('PGlite');
    browser = await launchChromium();
    const { token } = await installation.join();
    for (const key of APP_KEYS) {
      const { ask, files } = createDemoChat();
      await ask(REQUESTS[key]);
      // A field and a look that a person asked for have to work as well as the rest.
      if (key !== 'poll') await ask('add a field for favourite city');
      const aml = files.get('model.aml');
      files.delete('model.aml');
      const body = { name: key, aml, files: Object.fromEntries(files) };
      const { status, json } = await installation.call({ method: 'POST', path: '/api/market', token, body });
      expect([status, json.error]).toEqual([201, undefined]);
      addresses.set(key, `${installation.publishOrigin}/a/${json.app.id}/`);
    }
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
  });

  /** A visitor of their own, who fails on anything that the page reports. */
  async function visit(
    key: AppKey,
    use: (page: Page) => Promise<void>,
    expected: readonly RegExp[] = [],
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const reported: string[] = [];
    page.on('pageerror', (error) => reported.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && reported.push(message.text())));
    await page.goto(addresses.get(key) ?? '');
    await use(page);
    expect(reported).toEqual(expected.map((text) => expect.stringMatching(text)));
    await context.close();
  }

  it('the guestbook shows what was written, as text, after a reload too', async () => {
    await visit('guestbook', async (page) => {
      await page.getByText('No entries yet').waitFor();
      for (const name of ['Ada', HOSTILE]) {
        await page.getByLabel('Your name').fill(name);
        await page.getByLabel('Your message').fill(`Hello from\n${name}`);
        await page.getByLabel('Favourite city').fill('Oslo');
        await page.getByRole('button', { name: 'Sign the guestbook' }).click();
        await page.getByText('Thank you!').waitFor();
      }
      await page.reload();
      await page.locator('#entries li').nth(1).waitFor();
      expect(await page.locator('#entries strong').allTextContents()).toEqual([HOSTILE, 'Ada']);
      expect(await page.locator('#entries .detail').allTextContents()).toEqual([
        'Favourite city: Oslo',
        'Favourite city: Oslo',
      ]);
      expect(await page.title()).toBe('Guestbook');
    });
  });

  it('the to-do list adds, ticks off, filters and removes, for everybody', async () => {
    await visit('todo', async (page) => {
      await page.getByText('Nothing to do yet').waitFor();
      for (const title of ['Milk', HOSTILE]) {
        await page.getByLabel('What needs doing?').fill(title);
        await page.getByRole('button', { name: 'Add the task' }).click();
        await page.getByRole('checkbox', { name: title }).waitFor();
      }
      await page.getByRole('checkbox', { name: 'Milk' }).check();
      await page.getByText('1 of 2 still open').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^done-/);
    });
    await visit('todo', async (page) => {
      await page.getByText('1 of 2 still open').waitFor();
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      expect(await page.locator('#tasks label').allTextContents()).toEqual(['Milk']);
      await page.getByRole('button', { name: 'Remove Milk' }).click();
      await page.getByText('Nothing is done yet').waitFor();
      await page.reload();
      await page.getByText('1 of 1 still open').waitFor();
    });
  });

  it("the poll counts a vote of each visitor, and remembers one's own", async () => {
    for (const choice of ['Curry', 'Ramen', 'Curry']) {
      await visit('poll', async (page) => {
        await page.getByLabel(choice).check();
        await page.getByRole('button', { name: 'Vote' }).click();
        await page.getByText(`You voted for ${choice}`).waitFor();
        await page.reload();
        await page.getByText(`You voted for ${choice}`).waitFor();
        expect(await page.getByRole('button', { name: 'Vote' }).count()).toBe(0);
      });
    }
    await visit('poll', async (page) => {
      await page.getByRole('button', { name: 'Show the result' }).click();
      await page.getByText('3 votes').waitFor();
      expect(await page.locator('.count').allTextContents()).toEqual([
        '0 (0 %)',
        '2 (67 %)',
        '1 (33 %)',
        '0 (0 %)',
      ]);
    });
  });

  it('the landing page takes an address once and lets nobody read it', async () => {
    const use = async (page: Page): Promise<void> => {
      for (const email of ['ada@example.org', 'ADA@example.org']) {
        await page.getByLabel('E-mail').fill(email);
        await page.getByRole('button', { name: 'Sign me up' }).click();
        await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('');
        await page.getByText('You are on the list').waitFor();
      }
      const read = await page.evaluate(
        `window.platform.query({ entity: 'Signup' }).then(() => 'read', (error) => error.code)`,
      );
      expect(read).toBe('forbidden');
    };
    // The browser itself tells of every refused request: the address given twice, and the reading.
    await visit('landing', use, [/status of 409/, /status of 403/]);
  });

  it.each(APP_KEYS)('the %s is accessible and fits, at 390 and 1440 pixels, light and dark', async (key) => {
    for (const width of [390, 1440]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({
          viewport: { width, height: 900 },
          colorScheme,
          bypassCSP: true,
        });
        await page.goto(addresses.get(key) ?? '');
        await page.waitForLoadState('networkidle');
        if (key === 'poll') await page.getByRole('button', { name: 'Show the result' }).click();
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).toBeLessThanOrEqual(
          width,
        );
        await page.evaluate(AXE);
        const violations = await page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
        );
        expect(violations, `${width} ${colorScheme}`).toEqual([]);
        if (SCREENSHOTS)
          await page.screenshot({
            path: `${SCREENSHOTS}/${key}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
        await page.close();
      }
    }
  });
});
