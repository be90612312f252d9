import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

const PAGE = '<!doctype html><title>one</title><p>Version one';
const ONE = { 'index.html': PAGE, 'app.js': 'window.version = 1;', 'chunk-1.js': 'window.chunk = 1;' };
const TWO = {
  'index.html': PAGE.replaceAll('one', 'two'),
  'app.js': 'window.version = 2;',
  'chunk-2.js': 'window.chunk = 2;',
};
const OPENS = { 'sec-fetch-dest': 'document', accept: 'text/html' };
const LOADS = { 'sec-fetch-dest': 'script' };

describeEachInstallation('an app that is published anew', (get) => {
  let browser: Browser;
  let ada: Person;
  let apps = 0;
  beforeAll(async () => {
    browser = await launchChromium();
    ada = await get().join('Ada');
  });
  afterAll(() => browser.close());

  const publish = async (id: string, files: object): Promise<void> => {
    const { status } = await get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: { id, name: 'Clock', files },
    });
    expect([200, 201]).toContain(status);
  };
  const newApp = async (): Promise<string> => {
    apps += 1;
    await publish(`clock-${apps}`, ONE);
    return `clock-${apps}`;
  };
  /** A visitor with a browser of their own. */
  const visitor =
    (id: string, name: string) =>
    (file: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
      const host = `a-${id}.${new URL(get().publishOrigin).host}`;
      return get().visit({ path: `/a/${id}/${file}`, headers: { host, 'user-agent': name, ...headers } });
    };

  it('gives a page that is loading the files of its own version, and the new ones when it is opened again', async () => {
    const id = await newApp();
    const early = visitor(id, 'early');
    const late = visitor(id, 'late');
    expect((await early('', OPENS)).text).toContain('one');
    await publish(id, TWO);
    expect((await early('app.js', LOADS)).text).toBe(ONE['app.js']);
    expect((await early('chunk-1.js', LOADS)).text).toBe(ONE['chunk-1.js']);
    expect((await early('app.js', { ...LOADS, 'accept-encoding': 'br' })).text).toBe(ONE['app.js']);
    expect((await late('', OPENS)).text).toContain('two');
    expect((await late('app.js', LOADS)).text).toBe(TWO['app.js']);
    // A program has no page.
    expect((await early('app.js', {})).text).toBe(TWO['app.js']);
    expect((await early('', OPENS)).text).toContain('two');
    expect((await early('app.js', LOADS)).text).toBe(TWO['app.js']);
  });

  it('keeps names that are gone for pages that still ask for them, and for nobody else', async () => {
    const id = await newApp();
    await publish(id, TWO);
    const open = visitor(id, 'open for long');
    const kept = await open('chunk-1.js', LOADS);
    expect([kept.status, kept.text, kept.headers['content-type']]).toEqual([
      200,
      ONE['chunk-1.js'],
      'text/javascript; charset=utf-8',
    ]);
    expect((await open('chunk-1.js', {})).status).toBe(404);
    expect((await open('chunk-1.js', OPENS)).status).toBe(404);
    expect((await open('chunk-0.js', LOADS)).status).toBe(404);
    await publish(id, { ...TWO, 'chunk-1.js': 'window.chunk = "new";' });
    await publish(id, TWO);
    expect((await visitor(id, 'another')('chunk-1.js', LOADS)).text).toBe('window.chunk = "new";');
  });

  it('is gone for a page that is loading, too, once it is removed', async () => {
    const id = await newApp();
    const early = visitor(id, 'early');
    await early('', OPENS);
    await get().call({ method: 'DELETE', path: `/api/market/${id}`, token: ada.token });
    expect((await early('app.js', LOADS)).status).toBe(410);
  });

  it('lets a browser finish its page', async () => {
    const id = await newApp();
    const page = await browser.newPage();
    await page.goto(`${get().publishOrigin}/a/${id}/`);
    await publish(id, TWO);
    const load = (file: string): Promise<string> =>
      page.evaluate<string>(`new Promise((done) => { const s = document.createElement('script'); s.src = '${file}';
        s.onload = () => done(window.version + ' ' + window.chunk); s.onerror = () => done('missing'); document.body.append(s); })`);
    expect([await load('app.js'), await load('chunk-1.js')]).toEqual(['1 undefined', '1 1']);
    await page.reload();
    expect([await page.title(), await load('app.js'), await load('chunk-2.js')]).toEqual([
      'two',
      '2 undefined',
      '2 2',
    ]);
    await page.close();
  });
});
