import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';

const DECK = {
  title: 'Rivers',
  slides: [
    { layout: 'title', heading: 'What the rivers told us', subtitle: 'Ten years of measuring' },
    {
      layout: 'bullets',
      heading: 'Three points',
      bullets: ['Nitrate fell', 'Salmon came back', 'One is left'],
      body: 'In short.\n\nNotes:\nTell of the first salmon.',
    },
    { layout: 'text', heading: 'How it was done', body: 'With bottles.\nAnd patience.\n\nEach month.' },
    { layout: 'text', body: '<b>A river & </script> is not a line.' },
  ],
};

describe.each(['subhost', 'sandbox'] as const)('the page of a deck, %s', (isolation) => {
  let at: Installation;
  let ada: Person;
  let browser: Browser;
  const problems: string[] = [];
  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    ada = await at.join();
    browser = await launchChromium();
    await publish('deck', DECK);
    const slides = [
      { layout: 'title', heading: 'ما قالته الأنهار' },
      { layout: 'text', body: 'نص' },
    ];
    await publish('rtl', { title: 'أنهار', slides }, { language: 'ar' });
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  async function publish(id: string, document: object, settings: object = {}, status = 201): Promise<void> {
    const body = { kind: 'slides', document, published: true, settings };
    const path = `/api/projects/${id}`;
    expect((await at.call({ method: 'PUT', path, body, token: ada.token })).status).toBe(status);
  }

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`${at.publishOrigin}/f/${address}`);
    return page;
  }
  /** Waits until just this slide is shown, and the bar says so. */
  async function shows(page: Page, n: number, count = DECK.slides.length): Promise<void> {
    await page.getByText(`${n} / ${count}`, { exact: true }).waitFor();
    expect(await page.locator('#deck > .slide:visible').getAttribute('id')).toBe(String(n));
  }

  /** How heading and points of a slide are set, in what is to look alike. */
  function looksOf(page: Page, at: number, which = '.sheet'): Promise<unknown> {
    return page.evaluate(
      `[...document.querySelectorAll('${which}')][${at}].querySelectorAll(':is(h1, h2, li, .rest p)').values().map((one) => {
        const { color, fontSize, fontWeight, lineHeight, paddingBlockStart, paddingInlineStart } = getComputedStyle(one);
        return [one.textContent, color, parseFloat(fontSize).toFixed(1), fontWeight, parseFloat(lineHeight).toFixed(1), paddingBlockStart, paddingInlineStart];
      }).toArray()`,
    );
  }

  it('without scripts has all slides one under the other, as they are meant to be read', async () => {
    const page = await open('deck', { javaScriptEnabled: false });
    const texts = [
      'What the rivers',
      'Ten years',
      'Three points',
      'In short.',
      'Nitrate fell',
      'Each month.',
    ];
    for (const text of texts) expect(await page.getByText(text).isVisible(), text).toBe(true);
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'What the rivers told us',
      'Three points',
      'How it was done',
    ]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('listitem').count()).toBe(3);
    expect(await page.getByText('<b>A river & </script> is not a line.').isVisible()).toBe(true);
    // What is the speaker's is not read out.
    expect(await page.getByText('first salmon').count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Slide 2 of 4' }).count()).toBe(1);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  it('is gone through by every key, by digits and by the bar', async () => {
    const page = await open('deck');
    const { keyboard } = page;
    await shows(page, 1);
    for (const [key, n] of [
      ['ArrowRight', 2],
      ['ArrowDown', 3],
      ['ArrowUp', 2],
      ['ArrowLeft', 1],
      ['Space', 2],
      ['PageDown', 3],
      ['PageUp', 2],
      ['Shift+Space', 1],
      ['Home', 1],
      ['ArrowLeft', 1],
      ['End', 4],
      ['ArrowRight', 4],
      ['n', 4],
    ] as const) {
      await keyboard.press(key);
      await shows(page, n);
    }
    await keyboard.press('2');
    await page.getByText('Slide 2: press Enter').waitFor();
    await keyboard.press('Enter');
    await shows(page, 2);
    expect(await page.evaluate('document.activeElement.id')).toBe('2');
    await keyboard.press('9');
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await shows(page, 2);
    await page.getByRole('button', { name: 'Next slide' }).click();
    await shows(page, 3);
    // The button keeps the focus, so the page says what is shown now.
    await page.locator('.bar [aria-live]', { hasText: 'Slide 3 of 4 How it was done' }).waitFor();
    await page.getByRole('button', { name: 'Next slide' }).click();
    expect(await page.getByRole('button', { name: 'Next slide' }).getAttribute('aria-disabled')).toBe('true');
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it('has an address for each slide, and back leads back', async () => {
    const page = await open('deck#3');
    await shows(page, 3);
    await page.keyboard.press('ArrowRight');
    await shows(page, 4);
    expect(new URL(page.url()).hash).toBe('#4');
    await page.goBack();
    await shows(page, 3);
    await page.goForward();
    await shows(page, 4);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it('puts an address right that names no slide of it, without a step in the history', async () => {
    const page = await open('deck');
    expect(new URL(page.url()).hash).toBe('');
    const become = (n: number): Promise<void> =>
      expect.poll(() => new URL(page.url()).hash, { message: 'the address' }).toBe(`#${n}`);
    for (const [hash, n] of [
      ['99', 4],
      ['0', 1],
      ['-1', 1],
      ['abc', 1],
      ['003', 3],
      ['9'.repeat(30), 4],
    ] as const) {
      // Another page in between: else only the hash would change.
      await page.goto('about:blank');
      await page.goto(`${at.publishOrigin}/f/deck#${hash}`);
      await shows(page, n);
      await become(n);
    }
    await page.keyboard.press('Home');
    for (const [hash, n] of [
      ['99', 4],
      ['elsewhere', 4],
      ['-7', 1],
      ['2', 2],
      ['%', 2],
    ] as const) {
      await page.evaluate((wanted) => (location.hash = wanted), `#${hash}`);
      await become(n);
      await shows(page, n);
    }
    // The deck has got shorter since the address was copied.
    await publish('shorter', DECK);
    await page.goto(`${at.publishOrigin}/f/shorter#4`);
    await shows(page, 4);
    const { title, slides } = DECK;
    await publish('shorter', { title, slides: slides.slice(0, 2) }, {}, 200);
    const before: number = await page.evaluate('history.length');
    await page.reload();
    await shows(page, 2, 2);
    await become(2);
    expect(await page.evaluate('history.length')).toBe(before);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it('has an overview, a list of keys, a black screen and a full screen', async () => {
    const page = await open('deck');
    const { keyboard } = page;
    await keyboard.press('o');
    const overview = page.getByRole('dialog', { name: 'Overview' });
    expect(await overview.getByRole('link').count()).toBe(4);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await shows(page, 3);
    await expect.poll(() => overview.count()).toBe(0);
    await keyboard.press('O');
    await keyboard.press('Escape');
    await overview.waitFor({ state: 'detached' });
    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Speaker view').waitFor();
    // Single letters can be switched off (WCAG 2.2, 2.1.4).
    await help.getByRole('checkbox').uncheck();
    await keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await keyboard.press('b');
    await keyboard.press('ArrowRight');
    await shows(page, 4);
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Keys' }).click();
    await help.getByRole('checkbox').check();
    await help.getByRole('button', { name: 'Close' }).click();
    await keyboard.press('.');
    await page.getByRole('dialog', { name: 'Black screen' }).waitFor();
    await keyboard.press('x');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await shows(page, 4);
    await keyboard.press('f');
    const isFull = (): Promise<boolean> => page.evaluate('document.fullscreenElement !== null');
    if (await page.evaluate('document.fullscreenEnabled')) await expect.poll(isFull).toBe(true);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it.runIf(isolation === 'subhost')("opens the speaker's window, which leads and follows", async () => {
    const page = await open('deck');
    const waiting = page.context().waitForEvent('page');
    await page.keyboard.press('s');
    const speaker = await waiting;
    speaker.on('pageerror', (error) => problems.push(String(error)));
    await speaker.getByText('No notes for this slide.').waitFor();
    await speaker.getByText('Slide 1 of 4').waitFor();
    await page.keyboard.press('ArrowRight');
    await speaker.getByText('Tell of the first salmon.').waitFor();
    expect(await speaker.locator('.sheet').first().innerText()).toContain('Salmon came back');
    expect(await speaker.locator('.sheet').nth(1).innerText()).toContain('With bottles.');
    await speaker.keyboard.press('ArrowRight');
    await shows(page, 3);
    await speaker.getByRole('button', { name: 'Next slide' }).click();
    await shows(page, 4);
    await speaker.getByText('This is the last slide.').waitFor();
    const time = speaker.locator('.times dd').first();
    await expect.poll(() => time.textContent()).not.toBe('0:00');
    await speaker.getByRole('button', { name: 'Pause' }).click();
    await speaker.getByRole('button', { name: 'Start again' }).click();
    await speaker.getByText(/^0:0\d$/).waitFor();
    await page.close();
    if (!speaker.isClosed()) await speaker.waitForEvent('close');
    expect(problems.splice(0)).toEqual([]);
    await speaker.context().close();
  });

  it('shows the speaker the same over the slide where windows are denied, or cannot be written into', async () => {
    const page = await open('deck');
    if (isolation === 'subhost') await page.evaluate('window.open = () => null');
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Speaker view' });
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Tell of the first salmon.').waitFor();
    const inSpeaker = await looksOf(page, 0);
    // The next key may come before the browser has taken the focus out of the closed dialog.
    await dialog.getByRole('button', { name: 'Close' }).evaluate((button: HTMLElement) => {
      button.focus();
      button.click();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }));
    });
    await page.getByRole('dialog', { name: 'Overview' }).waitFor();
    await page.keyboard.press('o');
    await page.getByRole('dialog', { name: 'Overview' }).waitFor({ state: 'detached' });
    await shows(page, 2);
    // A small picture of a slide is the slide, whatever it stands in.
    await page.keyboard.press('o');
    await page.getByRole('dialog', { name: 'Overview' }).waitFor();
    expect(await looksOf(page, 1)).toEqual(inSpeaker);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await looksOf(page, 1, '#deck > .slide')).toEqual(inSpeaker);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it.each(['en', 'de', 'fr', 'es', 'ar'])('shows the keys on a narrow page, %s', async (language) => {
    await publish(`keys-${language}`, DECK, { language });
    const page = await open(`keys-${language}`, { viewport: { width: 320, height: 640 } });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.context().close();
  });

  it('turns by swipes and by taps at the sides', async () => {
    const page = await open('deck', { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.touchscreen.tap(370, 300);
    await shows(page, 2);
    await page.touchscreen.tap(20, 300);
    await shows(page, 1);
    await page.touchscreen.tap(195, 300);
    await shows(page, 1);
    const client = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number): Promise<void> => {
      const touch = (type: string, points: readonly object[]): Promise<unknown> =>
        client.send('Input.dispatchTouchEvent', {
          type: type as 'touchStart',
          touchPoints: [...points] as [],
        });
      await touch('touchStart', [{ x: from, y: 400 }]);
      await touch('touchMove', [{ x: to, y: 405 }]);
      await touch('touchEnd', []);
    };
    await swipe(300, 120);
    await shows(page, 2);
    await swipe(120, 300);
    await shows(page, 1);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it('runs from right to left where its text does', async () => {
    const page = await open('rtl');
    await page.getByText('1 / 2').waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 / 2').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('1 / 2').waitFor();
    await page.getByRole('button', { name: 'الشريحة التالية' }).waitFor();
    // The list of keys says so.
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog').locator('dt', { hasText: 'PgDn' }).locator('kbd');
    expect((await keys.allTextContents())[0]).toBe('←');
    const [first, second] = await Promise.all([keys.nth(0).boundingBox(), keys.nth(1).boundingBox()]);
    expect(first?.x).toBeGreaterThan(second?.x ?? Infinity);
    expect(problems.splice(0)).toEqual([]);
    await page.context().close();
  });

  it('takes no answers, and has nothing beside the page', async () => {
    const host = isolation === 'subhost' ? { host: `f-deck.localhost:${at.server.publishPort}` } : {};
    const post = await at.visit({ method: 'POST', path: '/f/deck', body: 'a=1', headers: host });
    expect(post.status).toBe(405);
    expect((await at.visit({ path: '/f/deck/thanks', headers: host })).status).toBe(404);
  });
});
