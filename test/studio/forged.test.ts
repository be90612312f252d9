import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { postForged } from './forged-shapes.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost, type HostPage } from './open-host.ts';

interface HostWindow {
  readonly studios: StudioHandle[];
  readonly messages: {
    readonly data: { readonly kind?: string; readonly id?: string; readonly ok?: boolean };
  }[];
}

let host: HostSite;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  host = await startHostSite(() => product.baseUrl);
  product = await startProduct({ EMBED_ORIGINS: `${host.origin},${SECOND}` });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

/** May drive a Studio too, but not one that another origin has spoken to first. */
const SECOND = 'https://second.example';

/** A request that would change the document, did the Studio hear it. */
const request = (id: string): object => ({
  source: 'platform-studio',
  kind: 'request',
  id,
  method: 'setDocument',
  params: { document: '{"title":"Forged","fields":[]}' },
});

const stateOf = (at: HostPage): Promise<{ version: number; document: string }> =>
  at.drive((studio) => studio.getState());

function studioFrame(at: HostPage): Frame {
  const frame = at.page.frames().find((one) => one.url().includes('/embed/form'));
  if (frame === undefined) throw new Error('There is no frame of the Studio.');
  return frame;
}

it('changes nothing for hundreds of malformed messages of its own host, and goes on answering', async () => {
  const at = await openHost(browser, host, { kinds: ['form'] });
  const before = await stateOf(at);
  const sent = await at.page.evaluate(`(() => {
    const { contentWindow } = document.querySelector('#s0');
    return (${postForged.toString()})((data, transfer) => contentWindow.postMessage(data, '*', transfer));
  })()`);
  expect(sent).toBeGreaterThan(200);
  expect(await stateOf(at)).toEqual(before);
  // What has the form of a request is refused, and what has not is not answered at all.
  const answers = await at.page.evaluate(() =>
    (window as unknown as HostWindow).messages
      .map(({ data }) => data)
      .filter(({ kind, id }) => kind === 'response' && id?.startsWith('forged-')),
  );
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ ok }) => ok)).toEqual([]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  expect(await at.drive((studio) => studio.applyEdit('Untitled', 'My'))).toMatchObject({ version: 1 });
  await at.close();
});

it('hears nobody but the window around it, and answers no stranger', async () => {
  // Wide enough for each Studio to show its page.
  const at = await openHost(
    browser,
    host,
    { kinds: ['form', 'form'] },
    { viewport: { width: 2000, height: 900 } },
  );
  const before = await stateOf(at);
  // A frame beside it of the host's own origin, one without an origin, and one of the Studio's own: the other Studio.
  await at.page.evaluate((data) => {
    const post = `for (let n = 0; n < 25; n += 1)
      parent.frames[0].postMessage({ ...${JSON.stringify(data)}, id: name + n }, '*');
      addEventListener('message', ({ data }) => parent.postMessage({ stranger: name, data }, '*'));`;
    for (const [name, sandbox] of [
      ['same-', null],
      ['null-', 'allow-scripts'],
    ] as const) {
      const frame = document.createElement('iframe');
      frame.name = name;
      frame.style.display = 'none';
      if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
      frame.srcdoc = `<script>${post}parent.postMessage({ stranger: name, data: 'posted' }, '*')</script>`;
      document.body.append(frame);
    }
  }, request('x'));
  // Each says when it has sent all; whatever answered it would say so after that.
  await at.page.waitForFunction(() =>
    ['same-', 'null-'].every((name) =>
      (window as unknown as { messages: { data: { stranger?: string } }[] }).messages.some(
        ({ data }) => data.stranger === name,
      ),
    ),
  );
  const other = at.page.frames().filter((frame) => frame.url().includes('/embed/form'))[1];
  await other?.evaluate((data) => {
    for (let n = 0; n < 25; n += 1) parent.frames[0]?.postMessage({ ...data, id: `other-${n}` }, '*');
  }, request('x'));
  // A window that the host opened, and the one that is asked by its opener's frame.
  const popup = at.page.waitForEvent('popup');
  await at.page.evaluate(`void open(location.href + '&popup')`);
  const opened = await popup;
  await opened.waitForFunction('window.studios');
  const heardByPopup = await opened.evaluate(async (data) => {
    const heard: unknown[] = [];
    addEventListener('message', ({ source, data: told }) => {
      if (source === (opener as Window).frames[0]) heard.push(told);
    });
    for (let n = 0; n < 25; n += 1)
      (opener as Window).frames[0]?.postMessage({ ...data, id: `popup-${n}` }, '*');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return heard;
  }, request('x'));
  expect(heardByPopup).toEqual([]);
  await opened.close();
  // The page that it shows, which is anybody's, to the Studio and to the host above it.
  await at.drive((studio) =>
    studio.setRenderer(`<!doctype html><p>Shown</p><script id="platform-doc" type="application/json"></script><script>
      const data = ${JSON.stringify({ source: 'platform-studio', kind: 'request', method: 'setDocument', params: { document: '{}' } })};
      for (let n = 0; n < 25; n += 1) {
        parent.postMessage({ ...data, id: 'shown-' + n }, '*');
        top.postMessage({ source: 'platform-studio', kind: 'event', event: 'change', version: 99, payload: {} }, '*');
      }
      document.querySelector('p').textContent = 'Posted';
    </script>`),
  );
  await at.studio.frameLocator('iframe.shown').getByText('Posted').waitFor({ state: 'attached' });
  // The right window with another origin: a browser never says so of a host, so the event is made in the Studio's page.
  await studioFrame(at).evaluate(
    ([data, second]) => {
      for (const origin of [
        second,
        'https://evil.example',
        'null',
        '',
        'http://localhost',
        `${location.origin}.evil.example`,
      ])
        for (let n = 0; n < 10; n += 1) {
          const { parent: source } = window;
          dispatchEvent(
            new MessageEvent('message', { data: { ...data, id: `origin-${origin}-${n}` }, origin, source }),
          );
        }
    },
    [request('x'), SECOND] as const,
  );
  const after = await stateOf(at);
  expect([after.version, after.document]).toEqual([1, before.document]);
  const told = await at.page.evaluate(() =>
    (
      window as unknown as { messages: { data: { stranger?: string; data?: unknown; id?: string } }[] }
    ).messages.map(({ data }) => data),
  );
  const strangers = told.flatMap(({ stranger, data }) => (stranger ? [[stranger, data]] : []));
  expect(strangers.sort()).toEqual([
    ['null-', 'posted'],
    ['same-', 'posted'],
  ]);
  const ids = told.map(({ id }) => id ?? '');
  expect(ids.filter((id) => /^(same|null|other|popup|shown|origin)-/.test(id))).toEqual([]);
  await at.close();
});

it('lets no origin that may not embed it speak first', async () => {
  const at = await openHost(browser, host, { kinds: ['form'] });
  // One that nobody has asked anything yet.
  await at.page.evaluate(() => {
    const frame = (document.querySelector('#s0') as HTMLIFrameElement).cloneNode() as HTMLIFrameElement;
    frame.id = 'unasked';
    document.body.append(frame);
  });
  await at.page.frameLocator('#unasked').getByText('Valid', { exact: true }).waitFor();
  await at.page
    .frames()
    .findLast((one) => one.url().includes('/embed/form'))
    ?.evaluate((data) => {
      for (const origin of ['https://evil.example', 'null', `${location.origin}.evil.example`])
        dispatchEvent(new MessageEvent('message', { data, origin, source: parent }));
    }, request('first'));
  const answer = await at.page.evaluate(
    () =>
      new Promise((resolve) => {
        const own = (document.querySelector('#unasked') as HTMLIFrameElement).contentWindow;
        addEventListener('message', ({ source, data }) => {
          if (source === own && data.kind === 'response') resolve(data);
        });
        const ask = { source: 'platform-studio', kind: 'request', id: 'asked', method: 'getState' };
        own?.postMessage(ask, '*');
      }),
  );
  expect(answer).toMatchObject({ id: 'asked', ok: true, version: 0 });
  await at.close();
});

it('has an SDK that takes an answer or an event from its own Studio only', async () => {
  const at = await openHost(browser, host, { kinds: ['form', 'form'] });
  const outcome = await at.page.evaluate(async () => {
    const { studios } = window as unknown as HostWindow;
    const [studio] = studios;
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const own = frame.contentWindow;
    const events: unknown[] = [];
    for (const name of ['ready', 'change', 'submit'] as const)
      studio?.on(name, (payload) => events.push([name, payload]));
    // What is asked here goes nowhere, so that only a forgery could answer.
    let id = '';
    Object.defineProperty(frame, 'contentWindow', {
      configurable: true,
      get: () => ({ postMessage: (data: { id: string }) => (id = data.id) }),
    });
    let settled: unknown = null;
    const waiting = (studio as StudioHandle).getDocument().then((text) => (settled = text));
    Reflect.deleteProperty(frame, 'contentWindow');
    const source = 'platform-studio';
    const forged = [
      { source, kind: 'response', id, ok: true, result: 'forged', version: 9 },
      { source, kind: 'response', id, ok: false, error: { code: 'internal', message: 'x' }, version: 9 },
      {
        source,
        kind: 'event',
        event: 'change',
        payload: { version: 9, by: 'user', valid: true },
        version: 9,
      },
      { source, kind: 'event', event: 'ready', payload: { instance: 'forged' }, version: 0 },
      { source, kind: 'event', event: 'submit', payload: { values: {}, ok: true }, version: 0 },
    ];
    const { origin } = new URL(frame.src);
    const post = (data: unknown, from: Window | null, as: string): void =>
      void dispatchEvent(new MessageEvent('message', { data, source: from, origin: as }));
    let sent = 0;
    for (const data of forged) {
      for (const as of [
        'null',
        '',
        'https://evil.example',
        location.origin,
        `${origin}.evil.example`,
        origin.toUpperCase(),
      ]) {
        post(data, own, as);
        sent += 1;
      }
      for (const from of [null, window, window.frames[1] as Window]) {
        post(data, from, origin);
        sent += 1;
      }
    }
    // From a frame beside it, for real.
    const beside = document.createElement('iframe');
    const done = new Promise((resolve) =>
      addEventListener('message', ({ data }) => data === 'done' && resolve(null)),
    );
    beside.srcdoc = `<script>for (const data of ${JSON.stringify(forged)}) for (let n = 0; n < 20; n += 1) parent.postMessage(data, '*');
      parent.postMessage('done', '*')</script>`;
    document.body.append(beside);
    await done;
    sent += forged.length * 20;
    // From the right window with the right origin, but in no form of the protocol.
    const values = [undefined, null, 0, 'x', [], {}, new Map(), new Date(), new Blob([])];
    for (const value of values) {
      for (const data of [
        value,
        { source, kind: value },
        { source: value, kind: 'response', id, ok: true, result: 'forged' },
        { source, kind: 'response', id: value, ok: true, result: 'forged' },
        { source, kind: 'event', event: value, payload: value },
        { source, kind: 'request', id, method: 'getState', params: value },
      ]) {
        post(data, own, origin);
        sent += 1;
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
    const early = settled;
    return { sent, early, events, text: await waiting };
  });
  expect(outcome.sent).toBeGreaterThan(150);
  expect(outcome.early).toBe(null);
  expect(outcome.events).toEqual([]);
  expect(outcome.text).toContain('Untitled form');
  await at.close();
});
