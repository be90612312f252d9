import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { answersOf, publishForm } from './support/form-pages.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

vi.hoisted(() => {
  process.env['LIMIT_ANSWER_SHORTEST_MS'] = '1';
});

const WHO = {
  title: 'Who',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'text', key: 'from', label: 'Where from' },
  ],
} as const;
const AGAIN = 'Your answers from before are filled in.';

describe('drafts of one form in several tabs', () => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    at = await startInstallation('PGlite');
    ada = await at.join();
    browser = await launchChromium();
    for (const id of ['apart', 'left', 'copied', 'links', 'queue']) await publishForm(at, ada, id, WHO);
    context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    context.setDefaultTimeout(30_000);
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function tab(id: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${at.publishOrigin}/f/${id}`);
    return page;
  }
  async function type(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label).fill(text);
    await page.getByText('Draft saved on this device').waitFor();
    // The draft is written a moment after the last letter; that it is kept was said for the first one already.
    const read = (): Promise<string> => page.evaluate(`Object.values(localStorage).join('\\n')`);
    await expect.poll(read).toContain(`["${text}"]`);
  }
  const name = (page: Page): Promise<string> => page.getByLabel('Your name').inputValue();
  const send = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  };
  const storedNames = async (id: string): Promise<readonly unknown[]> =>
    (await answersOf(at, ada, id)).map((one) => one['name']).toSorted();

  it('do not overwrite each other, and sending in one tab ends its own', async () => {
    const one = await tab('apart');
    await type(one, 'Your name', 'Ada');
    const two = await tab('apart');
    await two.getByText(AGAIN).waitFor();
    expect(await name(two)).toBe('Ada');
    await two.getByRole('button', { name: 'Start over' }).click();
    expect(await name(two)).toBe('');
    await type(two, 'Your name', 'Bob');
    await type(one, 'Where from', 'London');
    for (const [page, own] of [
      [one, 'Ada'],
      [two, 'Bob'],
      [one, 'Ada'],
    ] as const) {
      await page.reload();
      expect(await name(page)).toBe(own);
    }
    expect(await one.getByLabel('Where from').inputValue()).toBe('London');
    expect(await two.getByLabel('Where from').inputValue()).toBe('');
    await send(two);
    await two.getByRole('link', { name: 'Send another answer' }).click();
    await two.getByLabel('Your name').waitFor();
    expect(await name(two)).toBe('');
    await one.reload();
    expect(await name(one)).toBe('Ada');
    // The browser is closed and opened again.
    await two.close();
    await one.close();
    const three = await tab('apart');
    expect([await name(three), await three.getByLabel('Where from').inputValue()]).toEqual(['Ada', 'London']);
    await send(three);
    await three.close();
    expect(await name(await tab('apart'))).toBe('');
    expect(await storedNames('apart')).toEqual(['Ada', 'Bob']);
  });

  it('are all there after both tabs were closed, the newest first', async () => {
    const one = await tab('left');
    const two = await tab('left');
    await type(one, 'Your name', 'First');
    await type(two, 'Your name', 'Second');
    await one.close();
    await two.close();
    const three = await tab('left');
    expect(await name(three)).toBe('Second');
    // Looked at and left alone: it is there still.
    await three.reload();
    expect(await name(three)).toBe('Second');
    await send(three);
    const four = await tab('left');
    expect(await name(four)).toBe('First');
    await send(four);
    expect(await name(await tab('left'))).toBe('');
    expect(await storedNames('left')).toEqual(['First', 'Second']);
  });

  it('are apart in a tab that was made as a copy of another', async () => {
    const one = await tab('copied');
    await type(one, 'Your name', 'Model');
    await one.reload();
    // A window that a page opens begins with its sessionStorage, as a duplicated tab does.
    const opening = context.waitForEvent('page');
    await one.evaluate('void window.open(location.href)');
    const two = await opening;
    await two.getByText(AGAIN).waitFor();
    await type(two, 'Your name', 'Copy');
    await one.reload();
    expect(await name(one)).toBe('Model');
    await two.reload();
    expect(await name(two)).toBe('Copy');
  });

  it('are given back to the address that filled in the same', async () => {
    const one = await tab('links?name=Eve&utm_source=mail');
    await type(one, 'Where from', 'Eden');
    const two = await tab('links?name=Mallory');
    expect([await name(two), await two.getByLabel('Where from').inputValue()]).toEqual(['Mallory', '']);
    expect(await two.getByText(AGAIN).count()).toBe(0);
    await type(two, 'Where from', 'Nowhere');
    await one.close();
    // The same tab goes to the other address.
    await two.goto(`${at.publishOrigin}/f/links?name=Eve`);
    expect([await name(two), await two.getByLabel('Where from').inputValue()]).toEqual(['Eve', 'Eden']);
    const three = await tab('links?name=Mallory');
    expect(await three.getByLabel('Where from').inputValue()).toBe('Nowhere');
  });

  it('and answers that wait for a connection are sent, each of them, although a tab is closed', async () => {
    const one = await tab('queue');
    const two = await tab('queue');
    await one.getByLabel('Your name').fill('Waits here');
    await two.getByLabel('Your name').fill('Waits in a tab that was closed');
    await context.setOffline(true);
    for (const page of [two, one]) {
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: 'Waiting for a connection' }).waitFor();
    }
    await two.close();
    await context.setOffline(false);
    await one.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await storedNames('queue')).toEqual(['Waits here']);
    const three = await tab('queue');
    await three.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await storedNames('queue')).toEqual(['Waits here', 'Waits in a tab that was closed']);
    expect(await name(await tab('queue'))).toBe('');
  });
});
