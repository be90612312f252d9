import { Script, createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bridgeScript, scriptJson } from './bridge-script.ts';

const APP = { appId: 'x', basePath: '/a/x/' };
const DRAFT = { appId: 'd1', basePath: '/p/tok/3/', reportTo: 'http://localhost:4000' };

describe('the text of the bridge', () => {
  it.each([APP, DRAFT])('is one line of plain ASCII that parses and cannot end its element', (config) => {
    const text = bridgeScript(config);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).not.toMatch(/<\/|<!--|<script/i);
    // Only inside addresses: anywhere else it would comment out the rest of the line.
    expect(text).not.toMatch(/(?<!:)\/\//);
    expect(() => new Script(text)).not.toThrow();
  });

  it('reports only from previews', () => {
    expect(bridgeScript(APP)).not.toContain('platform-preview');
    expect(bridgeScript(DRAFT)).toContain('platform-preview');
  });

  it('is small, for it is in every page', () => expect(bridgeScript(APP).length).toBeLessThan(7_000));
});

describe('JSON in a script', () => {
  it('is read back as it was and holds nothing that ends an element or a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = scriptJson({ text });
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
    expect(scriptJson('</script><!--\u2028\u2029&')).toBe(
      '"\\u003c/script\\u003e\\u003c!--\\u2028\\u2029\\u0026"',
    );
  });
});

interface Platform {
  readonly version: number;
  readonly appId: string;
  submit(values: unknown, options?: { entity?: string }): Promise<unknown>;
  query(query?: unknown): Promise<unknown>;
  graphql(query: string, variables?: unknown): Promise<unknown>;
}

interface Sent {
  readonly url: string;
  readonly init: { readonly method: string; readonly body: string; readonly credentials: string };
}

/** Runs the bridge in a page made of the little it touches; `reply` is what the server would answer. */
function openPage(reply: () => Promise<Response>): {
  platform: Platform;
  sent: Sent[];
  run: (code: string) => unknown;
} {
  const sent: Sent[] = [];
  const page: Record<string, unknown> = {
    location: { href: 'http://a-x.localhost:4001/a/x/deep/page.html' },
    document: { currentScript: { remove: () => undefined } },
    localStorage: {},
    URL,
    fetch: (url: string, init: Sent['init']) => {
      sent.push({ url, init });
      return reply();
    },
  };
  page['window'] = page;
  createContext(page);
  runInContext(
    'Object.assign(window, { JSON, Error, Object, Array, String, WeakSet, encodeURIComponent, isFinite })',
    page,
  );
  runInContext(bridgeScript(APP), page);
  return { platform: page['platform'] as Platform, sent, run: (code) => runInContext(code, page) };
}

const answer =
  (body: unknown, status = 200) =>
  async (): Promise<Response> =>
    Response.json(body, { status });

describe('window.platform', () => {
  it('is frozen and stays in its place, and a page may still declare the name', () => {
    const { platform, run } = openPage(answer({ ok: true }));
    expect(Object.isFrozen(platform)).toBe(true);
    expect(platform).toMatchObject({ version: 1, appId: 'x' });
    expect(Object.keys(platform)).toEqual(['version', 'appId', 'submit', 'query', 'graphql']);
    run('window.platform = 1');
    expect(run('window.platform.version')).toBe(1);
    expect(run('const platform = window.platform; platform.appId')).toBe('x');
  });

  it('submits to the app however deep the page lies', async () => {
    const { platform, sent } = openPage(answer({ ok: true, id: '1', record: {} }, 201));
    expect(await platform.submit({ a: 1 })).toEqual({ ok: true, id: '1', record: {} });
    await platform.submit({ a: 1 }, { entity: 'Görl&1' });
    expect(sent.map(({ url }) => url)).toEqual([
      'http://a-x.localhost:4001/a/x/_data',
      'http://a-x.localhost:4001/a/x/_data?entity=G%C3%B6rl%261',
    ]);
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"a":1}', credentials: 'omit' });
  });

  it('sends nothing under another model than the one that was meant', async () => {
    const { platform, sent, run } = openPage(answer({ ok: true }));
    expect(platform.version).toBe(1);
    for (const options of ['{ model: "Task" }', '"Task"', '{ entity: "Task", values: {} }']) {
      const refused = run(`window.platform.submit({ a: 1 }, ${options})`) as Promise<unknown>;
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('only entity') as string,
      });
    }
    expect(sent).toEqual([]);
    await run('window.platform.submit({ a: 1 }, null)');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['query({ where: { done: undefined } })', '"done" is undefined'],
    ['query({ where: { done: { equals: undefined } } })', '"equals" is undefined'],
    ['query([{}, { where: { OR: [{ n: 1 }, undefined] } }])', '"1" is undefined'],
    ['query({ select: { tasks: { where: { n: undefined } } } })', '"n" is undefined'],
    ['query({ limit: NaN })', '"limit" is NaN'],
    ['submit({ n: -Infinity })', '"n" is -Infinity'],
    ['submit({ at: new Date("x") })', '"at" is Invalid Date'],
    ['submit(new Map([["a", 1]]))', 'Object.fromEntries'],
    ['submit((() => { const a = {}; a.a = a; return a; })())', 'cannot be sent as JSON'],
  ])('sends nothing where JSON would say something else: %s', async (call, message) => {
    const { sent, run } = openPage(answer({ ok: true }));
    const refused = run(`window.platform.${call}`) as Promise<unknown>;
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      status: 0,
      message: expect.stringContaining(message) as string,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    ['query({ where: undefined, limit: undefined })', '{}'],
    [
      'query({ where: { a: null, at: new Date(0) } })',
      '{"where":{"a":null,"at":"1970-01-01T00:00:00.000Z"}}',
    ],
    [
      'submit({ a: undefined, big: 2n ** 60n, list: [null, 1] })',
      '{"big":"1152921504606846976","list":[null,1]}',
    ],
    ['graphql("{ n }", { after: undefined })', '{"query":"{ n }","variables":{}}'],
  ])('sends what may be left out, and great numbers as text: %s', async (call, body) => {
    const { sent, run } = openPage(answer({ ok: true, data: {} }));
    await run(`window.platform.${call}`);
    expect(sent.map(({ init }) => init.body)).toEqual([body]);
  });

  it('queries with one, several or no query', async () => {
    const { platform, sent } = openPage(answer({ ok: true, records: [] }));
    await platform.query();
    await platform.query({ entity: 'M', limit: 3 });
    await platform.query([{ entity: 'M' }, {}]);
    expect(sent.map(({ init }) => init.body)).toEqual([
      '{}',
      '{"entity":"M","limit":3}',
      '[{"entity":"M"},{}]',
    ]);
    expect(sent[0]?.url).toBe('http://a-x.localhost:4001/a/x/_data/query');
  });

  it('answers GraphQL with data and errors', async () => {
    const good = openPage(answer({ data: { n: 1 } }));
    expect(await good.platform.graphql('{ n }', { v: 1 })).toEqual({ data: { n: 1 } });
    expect(good.sent[0]?.init.body).toBe('{"query":"{ n }","variables":{"v":1}}');
    const bad = openPage(answer({ errors: [{ message: 'no' }] }, 400));
    expect(await bad.platform.graphql('{')).toEqual({ data: null, errors: [{ message: 'no' }] });
    const refused = openPage(answer({ ok: false, error: { code: 'not_found', message: 'No.' } }, 404));
    await expect(refused.platform.graphql('{ n }')).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it('rejects with code, status and diagnostics', async () => {
    const diagnostics = [{ code: 'required', message: 'Missing.' }];
    const { platform, run } = openPage(
      answer({ ok: false, error: { code: 'invalid_record', message: 'Not stored.' }, diagnostics }, 422),
    );
    const error = await platform.submit({}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'Not stored.', code: 'invalid_record', status: 422, diagnostics });
    expect((run('(e) => e instanceof Error') as (thrown: unknown) => boolean)(error)).toBe(true);
  });

  it('rejects when there is no server and when it speaks no JSON', async () => {
    const gone = openPage(() => Promise.reject(new TypeError('failed')));
    await expect(gone.platform.query()).rejects.toMatchObject({
      code: 'unavailable',
      status: 0,
      diagnostics: [],
    });
    const html = openPage(async () => new Response('<h1>Bad gateway', { status: 502 }));
    await expect(html.platform.query()).rejects.toMatchObject({ code: 'internal', status: 502 });
  });
});
