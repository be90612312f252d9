import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../web/src/lib/studio/protocol.ts';
import { axeViolations } from '../support/axe.ts';
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

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  // What the browser itself delivers to each window; what the wire dispatches again is not trusted.
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('message', ({ data, isTrusted }) => void (isTrusted && heard.push(data)), true);
  });
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${product.baseUrl}/embed/host`);
  await ready(page);
  return page;
}

async function close(page: Page): Promise<void> {
  await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
}

const state = (page: Page): Locator => page.getByRole('status', { name: 'State of the Studio' });
const ready = (page: Page): Promise<void> =>
  state(page).getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const messages = (page: Page, name: string): Locator =>
  page
    .getByRole('listbox', { name: 'Messages, the newest last' })
    .getByRole('option')
    .filter({ hasText: name });
/** Calls a method and waits for what comes of it. */
async function call(page: Page, method: string, outcome: RegExp): Promise<void> {
  await button(page, method).click();
  await page.getByText(outcome).waitFor();
}

it.each(['form', 'slides'] as const)(
  'calls every method of a Studio for %s, and gets its answer',
  async (kind) => {
    const page = await open();
    if (kind === 'slides') {
      await page.getByLabel('Kind').selectOption('slides');
      await ready(page);
    }
    for (const method of METHODS) {
      // By then the document is another one, in which its text is not found.
      const outcome = method === 'applyEdit' ? 'failed with no_match' : 'answered';
      await call(page, method, new RegExp(`^${method} ${outcome}`));
    }
    expect(await state(page).textContent()).toMatch(/Ready\s+Version 3\s+Valid/);
    const picture = page.getByAltText('The picture that was taken');
    await call(page, 'screenshot', /^screenshot answered/);
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    await close(page);
  },
);

describe('a fault', () => {
  it('that loses replies has the SDK ask again until one arrives', async () => {
    const page = await open();
    await page.getByLabel('Lose the next replies').fill('2');
    await call(page, 'getDocument', /^getDocument answered/);
    expect(await messages(page, 'getDocument').filter({ hasText: 'lost' }).count()).toBe(2);
    expect(await messages(page, 'getDocument').filter({ hasText: 'again' }).count()).toBe(2);
    expect(await page.getByLabel('Lose the next replies').inputValue()).toBe('0');
    await page.getByLabel('Lose replies, percent').fill('100');
    await button(page, 'validate').click();
    await state(page).getByText('1 call waits').waitFor();
    await messages(page, 'validate').filter({ hasText: 'lost' }).first().waitFor();
    await button(page, 'All faults off').click();
    await page.getByText(/^validate answered/).waitFor();
    await close(page);
  });

  it('that doubles a request has it answered twice and done once', async () => {
    const page = await open();
    await page.getByLabel('Double every request').check();
    await call(page, 'setDocument', /^setDocument answered/);
    await messages(page, 'response').filter({ hasText: 'setDocument' }).nth(1).waitFor();
    expect(await messages(page, 'change').count()).toBe(1);
    expect(await state(page).textContent()).toContain('Version 1');
    await close(page);
  });

  it('that reorders messages, or names another version, is seen in the log and in the answer', async () => {
    const page = await open();
    await page.getByLabel('Reorder, milliseconds').fill('60');
    await call(page, 'getSchema', /^getSchema answered/);
    await messages(page, 'getSchema').filter({ hasText: 'late' }).first().waitFor();
    await button(page, 'All faults off').click();
    await page.getByLabel('Wrong version').check();
    await call(page, 'setDocument', /^setDocument failed with stale_version/);
    await messages(page, 'other version').first().waitFor();
    await messages(page, 'refused').first().waitFor();
    expect(await state(page).textContent()).toContain('Version 0');
    await close(page);
  });

  it('that loads the frame anew ends the call, and the Studio begins again', async () => {
    const page = await open();
    await call(page, 'setDocument', /^setDocument answered/);
    await page.getByLabel('Load the frame anew at the next call').check();
    await call(page, 'setRenderer', /^setRenderer failed with reloaded/);
    await messages(page, 'met a reload').waitFor();
    expect(await page.getByLabel('Load the frame anew at the next call').isChecked()).toBe(false);
    await ready(page);
    await state(page).getByText('Version 0').waitFor();
    await call(page, 'setDocument', /^setDocument answered/);
    await state(page).getByText('Version 1').waitFor();
    await button(page, 'Load the frame anew now').click();
    await state(page).getByText('Version 0').waitFor();
    await close(page);
  });

  it('of the start lets the SDK come late, or the frame', async () => {
    const page = await open();
    await button(page, 'Clear').click();
    await page.getByLabel('Late listener').selectOption('2');
    await state(page).getByText('Nobody listens yet').waitFor();
    expect(await button(page, 'getState').isDisabled()).toBe(true);
    await ready(page);
    // The first `ready` came before anybody listened, and is said again after the first request.
    const names = await messages(page, '').allInnerTexts();
    expect(names.map((text) => /ready|getState/.exec(text)?.[0])[0]).toBe('ready');
    expect(await messages(page, 'ready').count()).toBe(2);
    await button(page, 'All faults off').click();
    await ready(page);
    await page.getByLabel('Slow frame').selectOption('2');
    await state(page).getByText('The frame begins to load in a moment.').waitFor();
    await call(page, 'getState', /^getState answered/);
    await ready(page);
    await close(page);
  });
});

it('calls with the parameters and the version that were written, and says what cannot be read', async () => {
  const page = await open();
  await page.getByLabel('Base version').fill('5');
  await call(page, 'setDocument', /^setDocument failed with stale_version/);
  await call(page, 'getState', /^getState answered/);
  await button(page, 'Use 0').click();
  await button(page, 'Parameters of invoke').click();
  const params = page.getByRole('textbox', { name: 'Parameters of invoke' });
  await params.fill('{"op":');
  await button(page, 'invoke').click();
  await page.getByText('This is no JSON object:').waitFor();
  await params.fill('{"op":"fieldCount"}');
  await call(page, 'invoke', /^invoke answered/);
  await page.getByLabel('Base version').fill('x');
  await page.getByText('A whole number, 0 or more.').waitFor();
  expect(await button(page, 'getState').isDisabled()).toBe(true);
  await close(page);
});

it('holds a Studio of the chosen kind, theme and sandbox, and says its lines', async () => {
  const page = await open();
  await page.getByLabel('Kind').selectOption('slides');
  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Sandboxed frame').check();
  await ready(page);
  const frame = page.getByTitle('Studio', { exact: true });
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
  expect(await frame.getAttribute('src')).toBe('/embed/slides?theme=dark');
  await call(page, 'describe', /^describe answered/);
  const lines = await page.getByText('import { createStudio } from').innerText();
  expect(lines.split('\n')).toHaveLength(10);
  expect(lines).toContain(`src="${product.baseUrl}/embed/slides?theme=dark"`);
  expect(lines).toContain('sandbox="allow-scripts"');
  await close(page);
});

describe('the log', () => {
  it('has every message that crossed, as the two windows themselves heard them', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const [studio] = page.frames().filter((frame) => frame.url().includes('/embed/form'));
    await page.getByLabel('Lose the next replies').fill('1');
    for (const method of METHODS) {
      await call(page, method, new RegExp(`^${method} (answered|failed)`));
    }
    await button(page, 'Copy messages').click();
    await page.getByText(/^Copied \d+ messages/).waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    const lines = copied
      .split('\n')
      .map((line) => JSON.parse(line) as { direction: string; message: object });
    const of = (direction: string): object[] =>
      lines.filter((line) => line.direction === direction).map(({ message }) => message);
    // The page that is shown in the Studio speaks to the window around it, too.
    const ours = (data: readonly object[]): object[] =>
      data.filter((one) => (one as { source?: unknown }).source === 'platform-studio');
    expect(of('toHost')).toEqual(ours(await page.evaluate('heard')));
    // The SDK begins to ask while the frame still loads, and asks again: nobody was there to hear the first requests.
    const heard = ours((await studio?.evaluate('heard')) as object[]);
    const early = of('toStudio').length - heard.length;
    expect(of('toStudio').slice(early)).toEqual(heard);
    expect(lines.slice(0, early).filter(({ direction }) => direction === 'toHost')).toEqual([]);
    expect(of('toStudio').length).toBeGreaterThan(METHODS.length);
    await close(page);
  });

  it('is filtered, paused, cleared, and shows a whole message, by keys too', async () => {
    const page = await open();
    await call(page, 'setDocument', /^setDocument answered/);
    await page.getByLabel('Show').selectOption('event');
    expect(await messages(page, 'request').count()).toBe(0);
    await page.getByLabel('Find in messages').fill('by":"host');
    expect(await messages(page, '').count()).toBe(1);
    await messages(page, 'change').click();
    const envelope = page.getByRole('region', { name: /^Message \d+$/ });
    expect(JSON.parse(await envelope.locator('pre').innerText())).toMatchObject({
      event: 'change',
      payload: { version: 1, by: 'host', valid: true },
    });
    await page.getByLabel('Find in messages').fill('');
    await page.getByLabel('Show').selectOption('all');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.getByRole('region', { name: 'Message 1', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Message 2', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Pause').click();
    const before = await messages(page, '').count();
    await call(page, 'validate', /^validate answered/);
    await button(page, 'Resume, 2 new').waitFor();
    expect(await messages(page, '').count()).toBe(before);
    await button(page, 'Resume, 2 new').click();
    await messages(page, 'validate').first().waitFor();
    await button(page, 'Clear').click();
    await page.getByText('No message yet.').waitFor();
    await close(page);
  });

  it('keeps the newest 10,000 and says so, with no more elements than are in sight', async () => {
    const page = await open();
    await button(page, 'Clear').click();
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Studio"]');
      for (let n = 1; n <= 10_050; n += 1) {
        frame?.contentWindow?.postMessage(
          { source: 'other', kind: 'request', id: `n-${n}`, method: 'none' },
          '*',
        );
      }
    });
    await page.getByText('10,000 messages; the newest 10,000 are kept').waitFor();
    await page.getByText('50 messages made room.').waitFor();
    expect(await messages(page, '').count()).toBeLessThan(40);
    await messages(page, 'n-10050').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await messages(page, 'n-51').waitFor();
    await page.getByLabel('Find in messages').fill('n-9999');
    expect(await messages(page, '').count()).toBe(1);
    await call(page, 'getState', /^getState answered/);
    await close(page);
  });
});

it.each(['light', 'dark'] as const)('has no flaw that axe finds, and is used by keys, %s', async (scheme) => {
  for (const width of [1440, 390]) {
    const page = await open({ colorScheme: scheme, viewport: { width, height: 900 } });
    await button(page, 'setDocument').focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^setDocument answered/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("id")')).toBe(
      await page.getByRole('textbox', { name: 'Parameters of setDocument' }).getAttribute('id'),
    );
    await messages(page, 'setDocument').first().click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await axeViolations(page)).toEqual([]);
    if (process.env['PICTURES'])
      await page.screenshot({
        path: `${process.env['PICTURES']}/studio-host-${scheme}-${width}.png`,
        fullPage: true,
      });
    await close(page);
  }
});
