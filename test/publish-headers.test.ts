import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT, startPublishFixture, type PublishFixture } from './support/publish-fixture.ts';
import type { RawAnswer } from './support/publish-server.ts';

// Every class of answer with all of its headers (design 7): what is not listed here is not sent.

type Headers = Readonly<Record<string, string>>;
type Where = 'own' | 'shared' | 'sandbox';

const NOSNIFF = { 'x-content-type-options': 'nosniff' };
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const FILE = { ...NOSNIFF, 'cache-control': 'no-cache', 'accept-ranges': 'bytes', vary: 'Sec-Fetch-Dest' };
const TEXT = { ...FILE, vary: 'Sec-Fetch-Dest, Accept-Encoding' };
const NO_DEVICES = 'payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()';
const DOCUMENTS = {
  ...TEXT,
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'cross-origin',
};
const FRAMED = "frame-ancestors 'self' http://localhost:4000";
const OWN_PAGE = {
  ...DOCUMENTS,
  'origin-agent-cluster': '?1',
  'content-security-policy': `object-src 'none'; base-uri 'self'; ${FRAMED}`,
  'permissions-policy': `${NO_DEVICES}, camera=(self), microphone=(self), geolocation=(self)`,
};
const OPAQUE_PAGE = {
  ...DOCUMENTS,
  'content-security-policy':
    "sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock; object-src 'none'; base-uri 'self'",
  'permissions-policy': `${NO_DEVICES}, camera=(), microphone=(), geolocation=()`,
};
const NOTHING_RUNS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
};
const OURS = {
  ...NOSNIFF,
  ...OPEN,
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const SCRIPT = { ...TEXT, ...OPEN, 'content-type': 'text/javascript; charset=utf-8' };
const GONE = { 'clear-site-data': '"cache", "storage"' };
const REDIRECT = { ...OURS, vary: 'Sec-Fetch-Dest' };
const BRIDGE = {
  ...NOSNIFF,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, form-browser, form-token, idempotency-key',
  'access-control-max-age': '600',
  'access-control-expose-headers': 'retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  vary: 'Origin, Sec-Fetch-Site',
};
const OPEN_BRIDGE = { ...BRIDGE, 'access-control-allow-origin': '*' };
const OWN_BRIDGE = { ...BRIDGE, 'access-control-allow-origin': 'http://a-one.localhost' };
const PREFLIGHT = {
  ...OPEN,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'content-type, range, if-none-match, cache-control, x-requested-with',
  'access-control-max-age': '600',
  allow: 'GET, HEAD, OPTIONS',
};

interface Row {
  readonly path: string;
  readonly sends?: Headers;
  readonly method?: string;
  readonly status: number;
  /** All headers but `date`, `connection`, `etag`, `content-length` and `location`. */
  readonly headers: Headers;
}

const GET_PAGE: Row = { path: '/a/one/', sends: DOCUMENT, status: 200, headers: OWN_PAGE };
const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

const TABLE: readonly (readonly [Where, string, Row])[] = [
  ['own', 'a page', GET_PAGE],
  ['own', 'a page, HEAD', { ...GET_PAGE, method: 'HEAD' }],
  ['own', 'a page by history routing', { ...GET_PAGE, path: '/a/one/about' }],
  ['sandbox', 'a page', { ...GET_PAGE, headers: OPAQUE_PAGE }],
  ['shared', 'a page for a program', { path: '/a/one/', status: 200, headers: OPAQUE_PAGE }],
  ['shared', 'a page in a browser', { path: '/a/one/', sends: DOCUMENT, status: 307, headers: REDIRECT }],
  ['own', 'a script', { path: '/a/one/app.js', status: 200, headers: SCRIPT }],
  [
    'own',
    'an encoded script',
    {
      path: '/a/one/app.js',
      sends: { 'accept-encoding': 'zstd' },
      status: 200,
      headers: { ...SCRIPT, 'content-encoding': 'zstd' },
    },
  ],
  ['sandbox', 'a script', { path: '/a/one/app.js', status: 200, headers: SCRIPT }],
  [
    'own',
    'a picture',
    { path: '/a/one/pixel.png', status: 200, headers: { ...FILE, ...OPEN, 'content-type': 'image/png' } },
  ],
  [
    'own',
    'a part of a clip',
    {
      path: '/a/one/clip.mp4',
      sends: { range: 'bytes=0-1' },
      status: 206,
      headers: { ...FILE, ...OPEN, 'content-type': 'video/mp4', 'content-range': 'bytes 0-1/10' },
    },
  ],
  [
    'own',
    'a part that is not there',
    {
      path: '/a/one/clip.mp4',
      sends: { range: 'bytes=99-' },
      status: 416,
      headers: { ...FILE, ...OPEN, 'content-range': 'bytes */10' },
    },
  ],
  [
    'own',
    'a file of unknown type',
    {
      path: '/a/one/tool.exe',
      status: 200,
      headers: {
        ...FILE,
        ...OPEN,
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
      },
    },
  ],
  ...(
    [
      ['art.svg', 'image/svg+xml; charset=utf-8', TEXT],
      ['feed.xml', 'application/xml; charset=utf-8', TEXT],
      ['paper.pdf', 'application/pdf', FILE],
    ] as const
  ).flatMap(([file, type, base]): (readonly [Where, string, Row])[] => {
    const row = { path: `/a/one/${file}`, status: 200 };
    const headers = { ...base, ...OPEN, 'content-type': type };
    return [
      ['own', file, { ...row, headers: { ...headers, 'content-security-policy': FRAMED } }],
      ['sandbox', file, { ...row, headers: { ...headers, ...NOTHING_RUNS } }],
    ];
  }),
  [
    'own',
    'a preflight of a file',
    { path: '/a/one/app.js', method: 'OPTIONS', status: 204, headers: PREFLIGHT },
  ],
  ['own', 'data', { path: '/a/one/_data', status: 200, headers: { ...OWN_BRIDGE, ...JSON_TYPE } }],
  ['sandbox', 'data', { path: '/a/one/_data', status: 200, headers: { ...OPEN_BRIDGE, ...JSON_TYPE } }],
  ['own', 'GraphQL', { path: '/a/one/_graphql', status: 200, headers: { ...OWN_BRIDGE, ...JSON_TYPE } }],
  [
    'own',
    'a preflight of data',
    {
      path: '/a/one/_data',
      method: 'OPTIONS',
      status: 204,
      headers: { ...OWN_BRIDGE, allow: 'GET, HEAD, POST, OPTIONS' },
    },
  ],
  ['sandbox', 'a missing file', { path: '/a/one/none.js', status: 404, headers: { ...OURS, ...JSON_TYPE } }],
  [
    'sandbox',
    'a missing page',
    { path: '/a/one/none.html', sends: DOCUMENT, status: 404, headers: { ...OURS, ...HTML_TYPE } },
  ],
  [
    'sandbox',
    'the 404.html of an app',
    { path: '/a/Two/x', sends: DOCUMENT, status: 404, headers: OPAQUE_PAGE },
  ],
  [
    'sandbox',
    'no app',
    { path: '/a/none/', sends: DOCUMENT, status: 404, headers: { ...OURS, ...HTML_TYPE } },
  ],
  [
    'sandbox',
    'a removed app',
    { path: '/a/past/', sends: DOCUMENT, status: 410, headers: { ...OURS, ...GONE, ...HTML_TYPE } },
  ],
  [
    'sandbox',
    'a file of a removed app',
    { path: '/a/past/x.js', status: 410, headers: { ...OURS, ...GONE, ...JSON_TYPE } },
  ],
  [
    'sandbox',
    'data of a removed app',
    { path: '/a/past/_data', status: 410, headers: { ...OPEN_BRIDGE, ...GONE, ...JSON_TYPE } },
  ],
  ['own', 'no slash', { path: '/a/one', status: 308, headers: REDIRECT }],
  ['own', 'a folder', { path: '/a/one/docs', status: 308, headers: REDIRECT }],
  [
    'own',
    'a service worker',
    {
      path: '/a/one/app.js',
      sends: { 'service-worker': 'script' },
      status: 403,
      headers: { ...OURS, ...JSON_TYPE },
    },
  ],
  [
    'own',
    'another method',
    {
      path: '/a/one/app.js',
      method: 'PUT',
      status: 405,
      headers: { ...OURS, ...JSON_TYPE, allow: 'GET, HEAD, OPTIONS' },
    },
  ],
  ['shared', 'health', { path: '/healthz', status: 200, headers: { ...OURS, ...JSON_TYPE } }],
];

/** Headers that differ from answer to answer, or belong to the connection. */
const VARYING: ReadonlySet<string> = new Set(['date', 'connection', 'etag', 'content-length', 'location']);

describe('every class of answer has exactly its headers', () => {
  let fixture: PublishFixture;
  beforeAll(async () => {
    fixture = await startPublishFixture();
  });
  afterAll(() => fixture.close());

  const ask = (where: Where, { path, sends = {}, method = 'GET' }: Row): Promise<RawAnswer> => {
    const server = where === 'sandbox' ? fixture.sandbox : fixture.server;
    return server.get(path, { ...(where === 'own' ? fixture.own : {}), ...sends }, method);
  };
  const fixedOf = ({ headers }: RawAnswer): Headers =>
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !VARYING.has(name))
        .map(([name, value]) => [name, value.replace(/(localhost):(?!4000)\d+/, '$1')]),
    );

  it.each(TABLE)('%s host: %s', async (where, _, row) => {
    const answer = await ask(where, row);
    expect(answer.status).toBe(row.status);
    expect(fixedOf(answer)).toEqual(row.headers);
    const etag = answer.headers['etag'];
    expect(etag !== undefined).toBe(row.headers['cache-control'] === 'no-cache' && row.status !== 416);
    if (etag === undefined || row.status !== 200 || row.method !== undefined) return;
    const again = await ask(where, { ...row, sends: { ...row.sends, 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const bare = without(
      without(without(row.headers, 'content-type'), 'content-disposition'),
      'content-encoding',
    );
    expect([fixedOf(again), again.headers['etag'], again.body.length]).toEqual([bare, etag, 0]);
  });
});
