import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { embedSnippet } from '../api/content/form/page/embed-snippet.ts';
import { launchChromium } from './support/chromium.ts';
import { answersOf, EVERY_FIELD, FILLED, findings, publishForm, STORED } from './support/form-pages.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

vi.hoisted(() => {
  process.env['LIMIT_BRIDGE_INSERTS_PER_ADDRESS'] = '100000';
  process.env['LIMIT_ANSWER_SHORTEST_MS'] = '1';
});

const WHO = {
  title: 'Who',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'dish', label: 'Dish', options: ['Soup', 'Salad'] },
  ],
} as const;

describe.each(['subhost', 'sandbox'] as const)('the page of a form in Chromium, %s', (isolation) => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  const problems: string[] = [];
  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    ada = await at.join();
    browser = await launchChromium();
    await publishForm(at, ada, 'all', EVERY_FIELD);
    await publishForm(at, ada, 'steps', EVERY_FIELD, { layout: 'steps' });
    for (const id of ['who', 'left', 'draft', 'offline', 'framed', 'plain', 'double'])
      await publishForm(at, ada, id, WHO);
    const more = { type: 'text', key: 'note', label: 'Anything' } as const;
    await publishForm(at, ada, 'ahead', { ...WHO, fields: [...WHO.fields, more] });
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function open(id: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${at.publishOrigin}/f/${id}`);
    return page;
  }
  const stored = (id: string): Promise<readonly object[]> => answersOf(at, ada, id);
  /** Goes on by Tab: how many parts a date has differs. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    }
    throw new Error(`Eight times Tab does not lead to ${selector}.`);
  }
  const far = async (id: string): Promise<unknown> => {
    const query = `{ viewer { project(id: "${id}") { formProgress { opened started reached { key count } sent } } } }`;
    return (await at.graphql(query, {}, ada.token)).json.data.viewer.project.formProgress;
  };
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

  it('is gone through by keys alone, from the mistakes to the thanks', async () => {
    const page = await open('all');
    const { keyboard } = page;
    const tab = (): Promise<void> => keyboard.press('Tab');
    await tab();
    expect(await focused(page)).toBe('q0');
    await keyboard.press('Enter');
    await page.getByText('4 answers need another look').waitFor();
    expect(await focused(page)).toBe('summary');
    // The first link of the summary leads to the first question.
    await tab();
    await keyboard.press('Enter');
    expect(await focused(page)).toBe('q0');
    await keyboard.type(FILLED.name);
    await tab();
    await keyboard.type('zoe@');
    await tab();
    await page.getByText('This is not a complete e-mail address').first().waitFor();
    expect(await page.locator('[aria-live]').textContent()).toMatch(/^Where can we reach you\?: This is not/);
    await keyboard.press('Shift+Tab');
    await keyboard.press('End');
    await keyboard.type('example.org');
    expect(await page.locator('#q1').getAttribute('aria-invalid')).toBe(null);
    await tab();
    await keyboard.type(FILLED.age);
    await tab();
    await keyboard.press('ArrowDown');
    await tab();
    await keyboard.press('C');
    await tab();
    await keyboard.press('Space');
    await tab();
    await tab();
    await keyboard.press('Space');
    await tab();
    await keyboard.press('Space');
    for (let step = 1; step < 4; step += 1) await keyboard.press('ArrowRight');
    await tab();
    expect(await page.evaluate('document.activeElement.outerHTML')).toContain('Clear choice');
    await tab();
    await keyboard.press('ArrowLeft');
    await tab();
    await tab();
    await keyboard.type('05312026');
    await tabTo(page, 'input[name="answer.vegan"]');
    await keyboard.press('ArrowDown');
    await tab();
    await keyboard.type('two');
    await keyboard.press('Enter');
    await keyboard.type('lines & more');
    await tab();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('all')).toEqual([STORED]);
    await page.context().close();
    expect(problems.splice(0)).toEqual([]);
  });

  it('asks one question at a time, by letters and Enter, with a review before sending', async () => {
    const page = await open('steps');
    const { keyboard } = page;
    const progress = async (text: string): Promise<void> =>
      page.getByText(text, { exact: true }).first().waitFor();
    await progress('1 of 11');
    await page.locator('#q0').focus();
    await keyboard.press('Enter');
    await page.locator('#q0-problem', { hasText: 'Please fill this in.' }).waitFor();
    await keyboard.type(FILLED.name);
    await keyboard.press('Enter');
    await progress('2 of 11');
    expect(await focused(page)).toBe('q1');
    // Letters are letters while something is typed.
    await keyboard.type(FILLED.mail);
    await keyboard.press('Enter');
    await keyboard.type(FILLED.age);
    await keyboard.press('Enter');
    await keyboard.press('b');
    await keyboard.press('Enter');
    await progress('5 of 11');
    await keyboard.press('C');
    await tabTo(page, '.primary');
    await keyboard.press('Enter');
    await keyboard.press('a');
    await keyboard.press('b');
    await keyboard.press('b');
    await keyboard.press('3');
    await keyboard.press('Enter');
    await keyboard.press('4');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await progress('9 of 11');
    await page.goBack();
    await progress('8 of 11');
    await page.goForward();
    await keyboard.type('05312026');
    await tabTo(page, '.primary');
    await keyboard.press('Enter');
    await keyboard.press('2');
    await keyboard.press('Enter');
    await progress('11 of 11');
    await keyboard.type('two');
    await keyboard.press('Enter');
    await keyboard.type('lines & more');
    await keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Review your answers' }).waitFor();
    expect(await page.locator('.review dt, .review dd:not(.act)').allTextContents()).toContain(
      'May 31, 2026',
    );
    expect(await stored('steps')).toEqual([]);
    for (let line = 0; line < 8; line += 1) await tabTo(page, '.review button');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toContain('come again');
    await keyboard.press('Enter');
    await progress('8 of 11');
    await keyboard.press('0');
    await keyboard.press('ArrowLeft');
    await tabTo(page, '.primary');
    await keyboard.press('Enter');
    await page.getByText('10 of 10', { exact: true }).waitFor();
    for (let line = 0; line < 11; line += 1) await tabTo(page, '.review button');
    await tabTo(page, '.primary');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('steps')).toEqual([STORED]);
    await page.context().close();
    expect(problems.splice(0)).toEqual([]);
  });

  it('works with JavaScript off', async () => {
    const page = await open('plain', { javaScriptEnabled: false });
    await page.getByRole('radio', { name: 'Salad' }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('One answer needs another look').waitFor();
    expect(await page.getByRole('radio', { name: 'Salad' }).isChecked()).toBe(true);
    await page.getByLabel('Your name').fill('Plain');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('plain')).toEqual([{ name: 'Plain', dish: 'Salad' }]);
    await page.getByRole('link', { name: 'Send another answer' }).click();
    await page.getByLabel('Your name').waitFor();
    expect(await page.getByRole('radio', { name: 'Salad' }).isChecked()).toBe(false);
    await page.context().close();
    // The browser itself notes the 422.
    expect(problems.splice(0).filter((text) => !text.includes('422'))).toEqual([]);
  });

  it('tells how far a visit got, and nothing that was typed', async () => {
    const page = await open('left');
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/progress')) told.push(request.postData() ?? '');
    });
    await page.getByLabel('Your name').fill('Zoë');
    await page.goto('about:blank');
    await expect
      .poll(() => far('left'))
      .toEqual({
        opened: 1,
        started: 1,
        reached: [
          { key: 'name', count: 1 },
          { key: 'dish', count: 0 },
        ],
        sent: 0,
      });
    expect(told.join()).not.toContain('Zo');
    expect(await stored('left')).toEqual([]);
    await page.context().close();
  });

  it('tells of questions that were filled in ahead once somebody went past them, and of the sending', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const address = `${at.publishOrigin}/f/ahead?name=Zo%C3%AB&dish=Salad`;
    await page.goto(address);
    await page.getByLabel('Your name').waitFor();
    const reached = (name: number, dish: number, note: number): object[] => [
      { key: 'name', count: name },
      { key: 'dish', count: dish },
      { key: 'note', count: note },
    ];
    const only = { opened: 1, started: 0, reached: reached(0, 0, 0), sent: 0 };
    await expect.poll(() => far('ahead')).toEqual(only);
    // Nobody went past anything yet, so that leaving tells nothing.
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await expect
      .poll(() => far('ahead'))
      .toEqual({ opened: 2, started: 1, reached: reached(1, 1, 0), sent: 1 });
    await page.goto(address);
    await page.getByLabel('Anything').fill('x');
    await page.goto('about:blank');
    await expect
      .poll(() => far('ahead'))
      .toEqual({ opened: 3, started: 2, reached: reached(2, 2, 1), sent: 1 });
    await context.close();
  });

  it('says that the form was changed, or closed, while somebody filled it in', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
    // What the browser itself says of a 4xx is no flaw of the page.
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const send = (): Promise<void> => page.getByRole('button', { name: 'Send' }).click();
    await publishForm(at, ada, 'moved', WHO);
    await page.goto(`${at.publishOrigin}/f/moved`);
    await page.getByLabel('Your name').fill('Zoë');
    const [name, ...others] = WHO.fields;
    await publishForm(at, ada, 'moved', { ...WHO, fields: [{ ...name, key: 'first' }, ...others] });
    await send();
    await page.getByRole('alert').getByText('This form was changed after you had opened it.').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Zoë');

    for (const [settings, words] of [
      [{ closesAt: '2026-01-01T00:00:00.000Z', closedText: 'Too late, sorry' }, 'Too late, sorry'],
      [{ closesAt: '2026-01-01T00:00:00.000Z' }, 'It takes no more answers.'],
    ] as const) {
      await publishForm(at, ada, 'shut', WHO, { closesAt: null, closedText: null });
      await page.goto(`${at.publishOrigin}/f/shut`);
      await page.getByLabel('Your name').fill('Zoë');
      await publishForm(at, ada, 'shut', WHO, settings);
      await send();
      await page.getByText('This form is closed').waitFor();
      expect(await page.locator('main, body').first().innerText()).toContain(words);
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    }
    expect([...(await stored('moved')), ...(await stored('shut'))]).toEqual([]);
    await context.close();
  });

  it('makes one answer of a double click', async () => {
    const page = await open('double');
    await page.getByLabel('Your name').fill('Twice');
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('double')).toHaveLength(1);
    await page.context().close();
  });

  it('keeps a draft over a reload where the browser keeps anything, and asks before it is lost elsewhere', async () => {
    const page = await open('draft');
    await page.getByLabel('Your name').fill('Half');
    await page.getByRole('radio', { name: 'Soup' }).check();
    if (isolation === 'subhost') await page.getByText('Draft saved on this device').waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(isolation === 'subhost' ? [] : ['beforeunload']);
    const isKept = isolation === 'subhost';
    expect(await page.getByLabel('Your name').inputValue()).toBe(isKept ? 'Half' : '');
    if (isKept) {
      await page.getByRole('button', { name: 'Start over' }).click();
      expect(await page.getByRole('radio', { name: 'Soup' }).isChecked()).toBe(false);
      await page.reload();
      expect(await page.getByLabel('Your name').inputValue()).toBe('');
    }
    await page.context().close();
    expect(problems.splice(0)).toEqual([]);
  });

  it('queues an answer offline, says so, and sends it once there is a connection', async () => {
    const page = await open('offline');
    await page.getByLabel('Your name').fill('Later');
    await page.context().setOffline(true);
    await page.getByText('You are offline. What you type is kept.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Waiting for a connection' }).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await stored('offline')).toEqual([]);
    await page.getByRole('button', { name: 'Change the answer' }).click();
    await page.getByLabel('Your name').fill('Later on');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('offline')).toEqual([{ name: 'Later on', dish: null }]);
    await page.context().close();
    expect(problems.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('is as high as it needs to be in the frame of another site', async () => {
    const snippet = embedSnippet(`${at.publishOrigin}/f/framed`, 'A form');
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Site</title>${snippet}`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const page = await open('who');
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const height = (): Promise<number> => page.evaluate(`document.querySelector('iframe').clientHeight`);
    await expect.poll(height, { timeout: 15_000, message: problems.join() }).not.toBe(640);
    const before = await height();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Send' }).click();
    await expect.poll(height, { timeout: 15_000 }).toBeGreaterThan(before);
    await frame.getByLabel('Your name').fill('Framed');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored('framed')).toEqual([{ name: 'Framed', dish: null }]);
    expect(problems.splice(0)).toEqual([]);
    site.close();
    await page.context().close();
  });
});
