import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataPlane } from '../api/data/plane.ts';
import type { DataPlane } from '../api/data/contract.ts';
import type { Database } from '../api/db/database.ts';
import { openDatabase } from '../api/db/open.ts';
import { ATTACKER, FEATURES, FEATURES_AML, SECRET, VICTIM } from './isolation/apps.ts';
import { startBareServer, under, type BareServer } from './support/bare-server.ts';
import { launchChromium } from './support/chromium.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { startPublishServer, type PublishServer } from './support/publish-server.ts';

const VIEWS = ['attacker', 'victim', 'features'] as const;
type Mode = 'subhost' | 'sandbox';
const ATTACKS = [...(ATTACKER['attacks.js'] ?? '').matchAll(/^ {2}'(.+)': /gm)].map(([, name = '']) => name);

let browser: Browser;
let main: BareServer;
let files: TestDatabase;
let db: Database;
let data: DataPlane;
const servers = new Map<Mode, PublishServer>();

beforeAll(async () => {
  browser = await launchChromium();
  files = await createTestDatabase('PGlite');
  db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
  data = createDataPlane({ db });
  // Stands where the main application stands, with its headers.
  main = await startBareServer(
    {
      '/index.html': `<title>main</title><p>${SECRET}</p><script>
        window.heard = []; addEventListener('message', (event) => heard.push(event.data));
        if (top !== self) fetch('/was-framed');</script>`,
      '/graphql': `{"data":"${SECRET}"}`,
    },
    { 'content-security-policy': "frame-ancestors 'none'", 'cross-origin-opener-policy': 'same-origin' },
  );
  for (const mode of ['subhost', 'sandbox'] as const) {
    const server = await startPublishServer(data, mode, main.origin);
    server.sites.publish('attacker', ATTACKER);
    server.sites.publish('victim', VICTIM);
    server.sites.publish('features', FEATURES, FEATURES_AML);
    servers.set(mode, server);
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([main.close(), ...[...servers.values()].map((server) => server.close())]);
  await data.close();
  await db.close();
  await files.remove();
});

function serverOf(mode: Mode): PublishServer {
  const server = servers.get(mode);
  if (!server) throw new Error(`No server for ${mode}.`);
  return server;
}

async function open(context: BrowserContext, origin: string, id: (typeof VIEWS)[number]): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/a/${id}/`);
  return page;
}

/**
 * The victim's page with its secrets kept, and the attacker's beside it in the same browser profile. The victim opened
 * it, so that the attacker has an opener and shares the names of windows.
 */
async function openBoth(origin: string): Promise<{ context: BrowserContext; victim: Page; attacker: Page }> {
  const context = await browser.newContext();
  const victim = await open(context, origin, 'victim');
  await victim.waitForFunction('window.kept');
  const opening = context.waitForEvent('page');
  await victim.evaluate(`window.open(${JSON.stringify(`${origin}/a/attacker/`)}); 0`);
  const attacker = await opening;
  await attacker.waitForFunction('window.attack');
  return { context, victim, attacker };
}

async function attack(attacker: Page, victim: Page, name: string): Promise<boolean> {
  const targets = { victim: victim.url(), victimPath: '/a/victim/', main: main.origin };
  return attacker.evaluate<boolean>(`window.attack(${JSON.stringify(name)}, ${JSON.stringify(targets)})`);
}

describe('the attacks themselves', () => {
  it('succeed where apps share an origin, so that a refusal below means something', async () => {
    const shared = await startBareServer({ ...under('victim', VICTIM), ...under('attacker', ATTACKER) });
    const { context, victim, attacker } = await openBoth(shared.origin);
    const succeeded: string[] = [];
    for (const name of ATTACKS) if (await attack(attacker, victim, name)) succeeded.push(name);
    await context.close();
    await shared.close();
    // The rest are stopped by the browser alone, or by the main application's headers, which are the same here.
    expect(ATTACKS.filter((name) => !succeeded.includes(name))).toEqual([
      'registers a service worker over the victim',
      'registers a service worker by an encoded path',
      'relaxes the domain',
      ...ATTACKS.filter((name) => name.includes('the main')),
    ]);
  });
});

for (const mode of ['subhost', 'sandbox'] as const) {
  describe(`in ${mode} mode no attack succeeds`, () => {
    let pages: { context: BrowserContext; victim: Page; attacker: Page };
    const origin = (): string => `http://localhost:${serverOf(mode).port}`;
    beforeAll(async () => {
      pages = await openBoth(origin());
    });
    afterAll(() => pages.context.close());

    it('the victim is where it should be', async () => {
      const label = mode === 'subhost' ? 'a-victim.' : '';
      expect(pages.victim.url()).toBe(`http://${label}localhost:${serverOf(mode).port}/a/victim/`);
      expect(await pages.victim.evaluate('document.body.textContent')).toContain(SECRET);
      expect(await pages.victim.evaluate('window.origin')).toBe(
        mode === 'subhost' ? new URL(pages.victim.url()).origin : 'null',
      );
    });

    it.each(ATTACKS)('%s', async (name) =>
      expect(await attack(pages.attacker, pages.victim, name)).toBe(false),
    );

    it('throws cookies at others', async () => {
      await pages.attacker
        .evaluate(`for (const more of ['', '; path=/', '; domain=localhost; path=/', '; domain=.localhost; path=/', '; path=/a/victim/'])
        document.cookie = 'tossed=1' + more`);
      main.seen.length = 0;
      const page = await open(pages.context, origin(), 'victim');
      expect(await page.evaluate('document.cookie')).not.toContain('tossed');
      await page.goto(`${main.origin}/`);
      expect(main.seen.every(({ cookie }) => !cookie.includes('tossed'))).toBe(true);
      expect(await page.evaluate('document.cookie')).not.toContain('tossed');
      await page.close();
    });

    it('reaches the main application through a popup or a message', async () => {
      const opening = pages.context.waitForEvent('page');
      await pages.attacker.evaluate(`window.popup = window.open(${JSON.stringify(`${main.origin}/`)}); 0`);
      const popup = await opening;
      await popup.waitForLoadState();
      await pages.attacker.evaluate(
        `popup.postMessage('order', '*'); new Promise((r) => setTimeout(r, 300))`,
      );
      expect(await popup.evaluate('[window.opener === null, heard.length]')).toEqual([true, 0]);
      await popup.close();
    });

    it('frames the main application', async () => {
      main.seen.length = 0;
      await pages.attacker
        .evaluate(`(async () => { const f = document.createElement('iframe'); f.src = ${JSON.stringify(`${main.origin}/`)};
        document.body.append(f); await new Promise((r) => setTimeout(r, 800)); f.remove(); })()`);
      expect(main.seen.map(({ path }) => path)).not.toContain('/was-framed');
    });

    it('moves the page that frames it', async () => {
      const src = `${origin()}/a/attacker/top.html`;
      const builder = await startBareServer({
        '/index.html': `<iframe src="${src}" sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"></iframe>`,
      });
      const page = await pages.context.newPage();
      await page.goto(`${builder.origin}/`);
      await page.waitForTimeout(1_000);
      expect(page.url()).toBe(`${builder.origin}/`);
      await page.close();
      await builder.close();
    });

    it('leaves a service worker behind', async () => {
      const count = `(async () => {
        try { return (await navigator.serviceWorker.getRegistrations()).length; } catch { return 0; }
      })()`;
      expect(await pages.attacker.evaluate(count)).toBe(0);
      expect(await pages.victim.evaluate(count)).toBe(0);
    });

    if (mode === 'subhost') {
      it("passes for the victim in the address bar, or reads the victim's data", async () => {
        const { host } = new URL(pages.victim.url());
        const move = (url: string): Promise<string> =>
          pages.attacker.evaluate<string>(
            `(() => { try { history.pushState(null, '', ${JSON.stringify(url)}); } catch {} return location.host; })()`,
          );
        expect(await move(pages.victim.url())).not.toBe(host);
        expect(await move('/a/victim/')).not.toBe(host);
        for (const address of [`http://${host}`, origin(), '']) {
          const data = `fetch(${JSON.stringify(`${address}/a/victim/_data`)}).then((r) => r.ok, () => false)`;
          expect(await pages.attacker.evaluate(data)).toBe(false);
        }
      });
    }

    it('changed nothing for the victim', async () => {
      expect(await pages.victim.evaluate('document.body.textContent')).toContain(SECRET);
      if (mode === 'subhost') expect(await pages.victim.evaluate('localStorage.secret')).toBe(SECRET);
    });
  });

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
      page = await open(await browser.newContext(), `http://localhost:${serverOf(mode).port}`, 'features');
      await page.waitForFunction('window.tryFeature');
    });
    afterAll(() => page.context().close());

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
        const other = await open(page.context(), `http://localhost:${serverOf(mode).port}`, 'features');
        expect(await other.evaluate('localStorage.getItem("lasting")')).toBe('1');
      });
    }
  });
}
