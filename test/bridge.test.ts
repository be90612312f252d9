import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBareServer, type BareServer } from './support/bare-server.ts';
import { launchChromium } from './support/chromium.ts';
import { HTML_SHAPES } from './support/html-shapes.ts';
import { startPublishServer, type PublishServer } from './support/publish-server.ts';
import { RecordingPlane } from './support/recording-plane.ts';

let browser: Browser;
let builder: BareServer;
let server: PublishServer;
let sandbox: PublishServer;

beforeAll(async () => {
  browser = await launchChromium();
  builder = await startBareServer({
    '/index.html': `<script>window.heard = [];
      addEventListener('message', (event) => heard.push({ origin: event.origin, ...event.data }));</script>`,
  });
  server = await startPublishServer(new RecordingPlane(), 'auto', builder.origin);
  sandbox = await startPublishServer(new RecordingPlane(), 'sandbox', builder.origin);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([builder.close(), server.close(), sandbox.close()]);
});

/** What a person and a script see of a page; what the parser does with space between elements does not count. */
const LOOK = `JSON.stringify({
  mode: document.compatMode, charset: document.characterSet, content: document.documentElement.textContent.trim(), title: document.title, text: document.documentElement.innerText.trim(),
  html: [...document.documentElement.attributes].map((a) => a.name + '=' + a.value),
  head: [...document.head.children].map((e) => e.outerHTML), body: document.body?.outerHTML.trim(),
  doctype: document.doctype && [document.doctype.name, document.doctype.publicId],
})`;

describe('every shape of page looks the same with the bridge, and has it before its first script', () => {
  const shapes = Object.entries(HTML_SHAPES).map(
    ([name, shape], i) => [name, shape.replace('¦', ''), i] as const,
  );
  let bare: BareServer;
  let page: Page;
  beforeAll(async () => {
    for (const { sites } of [server, sandbox])
      sites.publish('shapes', Object.fromEntries(shapes.map(([, html, i]) => [`${i}.html`, html])));
    bare = await startBareServer(Object.fromEntries(shapes.map(([, html, i]) => [`/${i}.html`, html])));
    page = await browser.newPage();
  });
  afterAll(() => Promise.all([page.close(), bare.close()]));

  it.each(shapes)('%s', async (name, html, i) => {
    await page.goto(`${bare.origin}/${i}.html`);
    expect(await page.evaluate('typeof platform')).toBe('undefined');
    const plain = await page.evaluate<string>(LOOK);
    // Nothing can stand behind a doctype that never ends, so this one empty page loses its broken doctype.
    const look = name === 'a doctype that never ends' ? plain.replace('["html",""]', 'null') : plain;
    for (const { port } of [server, sandbox]) {
      await page.goto(`http://localhost:${port}/a/shapes/${i}.html`);
      expect(await page.evaluate('window.origin === "null"')).toBe(port === sandbox.port);
      expect(await page.evaluate('platform.appId')).toBe('shapes');
      expect(await page.evaluate(LOOK)).toBe(look);
      if (html.includes('window.first')) expect(await page.evaluate('first')).toBe('object');
    }
  });
});

interface Report {
  readonly origin: string;
  readonly source: string;
  readonly kind: string;
  readonly message: string;
  readonly level?: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly stack?: string;
}

describe('the reporter of a preview', () => {
  const NOISY = {
    'index.html': `<!doctype html>
<html><body><h1>Draft</h1>
<script>
console.log('hello', { a: 1 }, [1n, null], new Map([['k', 2]]));
console.warn('%s is %d', 'six', 6);
console.error(new RangeError('too far'));
const round = { name: 'round' }; round.self = round; console.info(round, document.querySelector('h1'));
</script>
<script>
  noSuchFunction();
</script>
<script src="lib/broken.js"></script>
<script src="lib/missing.js"></script>
<img src="missing.png">
<script type="module">fetch('missing.json'); Promise.reject(new Error('left alone'));</script>
</body></html>`,
    'lib/broken.js': '// one\n// two\nfunction deep() { throw new TypeError("broken"); }\ndeep();\n',
  };

  async function reports(files: Readonly<Record<string, string>>, until: string): Promise<readonly Report[]> {
    server.sites.saveDraft('secret-token', 7, 'draft7', files);
    const page = await browser.newPage();
    await page.goto(`${builder.origin}/`);
    await page.evaluate(`(() => { const f = document.createElement('iframe');
      f.src = 'http://localhost:${server.port}/p/secret-token/7/'; document.body.append(f); })()`);
    await page.waitForFunction(until, null, { timeout: 15_000 });
    await page.waitForTimeout(300);
    const heard = await page.evaluate<readonly Report[]>('heard');
    await page.close();
    return heard;
  }

  it('tells the builder everything, with the file and the line as written', async () => {
    const heard = await reports(
      NOISY,
      `['paint', 'resource'].every((kind) => heard.some((r) => r.kind === kind)) && heard.some((r) => /left alone/.test(r.message)) && heard.some((r) => /missing.json/.test(r.message))`,
    );
    expect(heard.every(({ source }) => source === 'platform-preview')).toBe(true);
    expect(new Set(heard.map(({ origin }) => origin)).size).toBe(1);
    expect(heard[0]?.origin).toMatch(/^http:\/\/p-[a-z2-7]{26}\.localhost:\d+$/);
    const told = (kind: string): Report[] => heard.filter((report) => report.kind === kind);
    expect(told('console').map(({ level, message }) => [level, message])).toEqual([
      ['log', 'hello {a: 1} [1n, null] Map(1) {"k" = 2}'],
      ['warn', 'six is 6'],
      ['error', 'RangeError: too far'],
      ['info', '{name: "round", self: [seen above]} <h1></h1>'],
    ]);
    expect(told('error')).toMatchObject([
      {
        message: 'Uncaught ReferenceError: noSuchFunction is not defined',
        file: 'index.html',
        line: 10,
        col: 3,
      },
      { message: 'Uncaught TypeError: broken', file: 'lib/broken.js', line: 3 },
      { message: 'Unhandled promise rejection: Error: left alone' },
    ]);
    expect(told('error')[1]?.stack).toMatch(/at deep \(lib\/broken\.js:3:/);
    expect(heard.map(({ stack }) => stack ?? '').join()).not.toContain('secret-token');
    expect(
      told('resource')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['lib/missing.js', 'missing.json', 'missing.png']);
    expect(told('paint')).toHaveLength(1);
  });

  it('stops a flood and says so', async () => {
    const flood = {
      'index.html': '<script>for (let i = 0; i < 2000; i += 1) console.log(i, "x".repeat(5000))</script>',
    };
    const all = await reports(flood, 'heard.length >= 500');
    const heard = all.filter(({ kind }) => kind === 'console');
    expect(heard).toHaveLength(500);
    expect(heard[0]?.message).toMatch(/ \.\.\. \(\d+ characters more\)$/);
    expect(heard.at(-1)?.message).toContain('hears no more');
  });

  it('does what the builder asks for with a nonce, and nothing that a stranger or the page itself asks for', async () => {
    const page = await browser.newPage();
    for (const { port, sites } of [server, sandbox]) {
      sites.saveDraft('asked', 1, 'draft9', {
        'index.html': `<p id="secret">Private</p><script>
          window.seen = []; addEventListener('message', (event) => seen.push(event.data.kind));
          postMessage({ source: 'platform-builder', kind: 'look', nonce: 'from-the-page-itself-0' }, '*');
        </script>`,
      });
      const address = `http://localhost:${port}/p/asked/1/`;
      const ask = `(() => { const f = document.createElement('iframe'); f.src = '${address}';
        f.onload = () => {
          const kinds = ['ping', 'keep', 'put', 'look', 'pick', 'unpick', 'capture', 'constructor', 'eval'];
          for (const kind of kinds) for (const nonce of [undefined, 'short', 'x'.repeat(32)])
            f.contentWindow.postMessage({ source: 'platform-builder', kind, nonce }, '*');
          f.contentWindow.postMessage({ source: 'platform-builder', kind: 'ping', nonce: 'the-very-last-one-000' }, '*');
        };
        document.body.append(f); })()`;
      await page.goto(`${builder.origin}/`);
      await page.evaluate(ask);
      await page.waitForFunction(`heard.some(({ nonce }) => nonce === 'the-very-last-one-000')`);
      const answers = await page.evaluate<readonly string[]>(
        `heard.filter(({ nonce, kind }) => nonce !== undefined && kind !== 'capture').map(({ kind }) => kind)`,
      );
      expect(answers).toEqual(['pong', 'kept', 'facts', 'pointed', 'pong']);
      const frame = page.frames().find((one) => one.url().includes('/p/asked/'));
      // What is well-formed never reaches the page; what nobody answers is any message.
      expect(await frame?.evaluate(`seen.filter((kind) => kind === 'ping').length`)).toBe(2);

      const stranger = await startBareServer({
        '/index.html': `<script>window.heard = []; addEventListener('message', (event) => heard.push(event.data));</script>`,
      });
      await page.goto(`${stranger.origin}/`);
      await page.evaluate(ask);
      await page.waitForTimeout(700);
      expect(await page.evaluate('heard')).toEqual([]);
      await stranger.close();
    }
    await page.close();
  });

  it('tells nobody else, and a published app reports nothing', async () => {
    server.sites.saveDraft('other', 1, 'draft8', { 'index.html': '<script>console.log("private")</script>' });
    server.sites.publish('loud', { 'index.html': '<script>console.log("public")</script>' });
    const stranger = await startBareServer({
      '/index.html': `<script>window.heard = []; addEventListener('message', (event) => heard.push(event.data));</script>
        <iframe src="http://localhost:${server.port}/p/other/1/"></iframe><iframe src="http://localhost:${server.port}/a/loud/"></iframe>`,
    });
    const page = await browser.newPage();
    await page.goto(`${stranger.origin}/`);
    await page.waitForTimeout(700);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.goto(`${builder.origin}/`);
    await page.evaluate(`(() => { const f = document.createElement('iframe');
      f.src = 'http://localhost:${server.port}/a/loud/'; document.body.append(f); })()`);
    await page.waitForTimeout(700);
    expect(await page.evaluate('heard')).toEqual([]);
    await page.close();
    await stranger.close();
  });
});

describe('a link to nothing', () => {
  it.each([
    ['/a/nobody/', 'There is nothing here'],
    ['/', 'There is nothing here'],
  ])('%s is a small page for a person', async (path, title) => {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.port}${path}`);
    expect(await page.title()).toBe(title);
    expect(await page.evaluate('document.scripts.length')).toBe(0);
    await page.close();
  });
});
