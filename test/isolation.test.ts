import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataPlane } from '../api/data/plane.ts';
import type { DataPlane } from '../api/data/contract.ts';
import type { Database } from '../api/db/database.ts';
import { openDatabase } from '../api/db/open.ts';
import { FEATURES, FEATURES_AML } from './isolation/apps.ts';
import { launchChromium } from './support/chromium.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { startPublishServer, type PublishServer } from './support/publish-server.ts';

type Mode = 'subhost' | 'sandbox';

let browser: Browser;
let files: TestDatabase;
let db: Database;
let data: DataPlane;
const servers = new Map<Mode, PublishServer>();

beforeAll(async () => {
  browser = await launchChromium();
  files = await createTestDatabase('PGlite');
  db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
  data = createDataPlane({ db });
  for (const mode of ['subhost', 'sandbox'] as const) {
    const server = await startPublishServer(data, mode);
    server.sites.publish('features', FEATURES, FEATURES_AML);
    servers.set(mode, server);
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([...servers.values()].map((server) => server.close()));
  await data.close();
  await db.close();
  await files.remove();
});

function serverOf(mode: Mode): PublishServer {
  const server = servers.get(mode);
  if (!server) throw new Error(`No server for ${mode}.`);
  return server;
}

async function open(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/a/features/`);
  return page;
}

// What a hostile app tries is in `isolation/browser`.
for (const mode of ['subhost', 'sandbox'] as const) {
  describe(`in ${mode} mode ordinary apps work`, () => {
    const names = (list: string): string[] =>
      [...list.matchAll(/^ {2}(?:'(.+?)'|(\w+)): /gm)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const [ordinary = '', ownHost = ''] = (FEATURES['features.js'] ?? '').split('const storesForGood');
    const wanted = [
      ...names(ordinary.slice(ordinary.indexOf('const features'))),
      ...(mode === 'subhost' ? names(ownHost.split('const all')[0] ?? '') : []),
    ];
    let page: Page;
    beforeAll(async () => {
      page = await open(await browser.newContext(), `http://localhost:${serverOf(mode).port}`);
      await page.waitForFunction('window.tryFeature');
    });
    afterAll(() => page.context().close());

    it('in the origin of its shape', async () => {
      const { port } = serverOf(mode);
      const label = mode === 'subhost' ? 'a-features.' : '';
      expect(page.url()).toBe(`http://${label}localhost:${port}/a/features/`);
      const origin = mode === 'subhost' ? `http://a-features.localhost:${port}` : 'null';
      expect(await page.evaluate('window.origin')).toBe(origin);
    });

    it('tries at least thirty', () => expect(wanted.length).toBeGreaterThanOrEqual(30));
    it.each(wanted)('%s', async (name) =>
      expect(await page.evaluate(`window.tryFeature(${JSON.stringify(name)})`)).toBe('works'),
    );

    it('no service worker, and the page is told so', async () => {
      expect(await page.evaluate('failsSoftly("service worker")')).toMatch(/^(SecurityError|TypeError)$/);
    });

    if (mode === 'sandbox') {
      it.each([
        ['IndexedDB', 'SecurityError'],
        ['cache storage', 'SecurityError'],
        ['web locks', 'SecurityError'],
        ['private file system', 'SecurityError'],
        ['shared worker', 'SecurityError'],
        ['fetch of a page fragment', 'TypeError'],
        ['broadcast channel', 'works'],
      ])('%s: %s', async (name, outcome) => {
        expect(await page.evaluate(`failsSoftly(${JSON.stringify(name)})`)).toBe(outcome);
      });
    }

    it('text copied at a click', async () => {
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<button id="copy">Copy</button>');
        document.getElementById('copy').onclick = () => {
          window.copied = navigator.clipboard.writeText('hi').then(() => true, () => document.execCommand('copy')); }; 0`);
      await page.click('#copy');
      expect(await page.evaluate('copied')).toBe(true);
    });

    if (mode === 'subhost') {
      it('a file saved by a link', async () => {
        await page.evaluate(
          `document.body.insertAdjacentHTML('beforeend', '<a id="save" download href="data.json">Save</a>'); 0`,
        );
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
        expect(download.suggestedFilename()).toBe('data.json');
      });
    }

    it('alert, confirm and prompt', async () => {
      page.once('dialog', (dialog) => void dialog.accept('Ada'));
      expect(await page.evaluate('prompt("Name?")')).toBe('Ada');
    });

    it('a form that is sent to a page of the app', async () => {
      await page.goto(`http://localhost:${serverOf(mode).port}/a/features/`);
      await page.evaluate(`document.forms[0].action = 'page.html'; document.forms[0].submit(); 0`);
      await page.waitForURL(/page\.html\?name=Ada$/);
      expect(await page.textContent('h1')).toBe('Second page');
      await page.goBack();
      await page.waitForFunction('window.tryFeature');
      expect(await page.title()).toBe('features');
    });

    it('a link to another page of the app', async () => {
      await page.goto(`http://localhost:${serverOf(mode).port}/a/features/`);
      await page.click('a');
      await page.waitForFunction('window.bridged');
      expect(await page.evaluate('document.querySelector("h1").textContent + " " + bridged')).toBe(
        'Second page function',
      );
    });

    it('a reload inside a client-side route', async () => {
      await page.goto(`http://localhost:${serverOf(mode).port}/a/features/somewhere`);
      expect(await page.title()).toBe('features');
      await page.reload();
      expect(await page.title()).toBe('features');
    });

    if (mode === 'subhost') {
      it('storage that lasts', async () => {
        await page.evaluate('localStorage.setItem("lasting", "1")');
        const other = await open(page.context(), `http://localhost:${serverOf(mode).port}`);
        expect(await other.evaluate('localStorage.getItem("lasting")')).toBe('1');
      });
    }
  });
}
