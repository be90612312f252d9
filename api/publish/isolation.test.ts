import { describe, expect, it } from 'vitest';
import { decideIsolation, type Verdict } from './isolation.ts';
import { readPlace } from './place.ts';
import { classifyHost } from './request-host.ts';

const OWN: Verdict = { kind: 'serve', shape: 'own' };
const OPAQUE: Verdict = { kind: 'serve', shape: 'opaque' };
const GO: Verdict = { kind: 'redirect', origin: 'http://a-one.localhost:4001' };

/** mode, Host, label of the path, method, Sec-Fetch-Dest, verdict. */
type Row = readonly ['subhost' | 'sandbox', string, string | null, string, string | undefined, Verdict | 404];

const TABLE: readonly Row[] = [
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'document', GO],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'iframe', GO],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'frame', GO],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'embed', GO],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'object', GO],
  ['subhost', 'LOCALHOST:4001', 'a-one', 'GET', 'document', GO],
  ['subhost', '127.0.0.1:4001', 'a-one', 'GET', 'document', GO],
  ['subhost', '127.8.9.1:4001', 'a-one', 'GET', 'document', GO],
  ['subhost', '[::1]:4001', 'a-one', 'GET', 'document', GO],
  ['subhost', 'localhost:4001', 'a-one', 'GET', undefined, OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'empty', OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'script', OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'worker', OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'GET', 'serviceworker', OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'POST', 'document', OPAQUE],
  ['subhost', 'localhost:4001', 'a-one', 'HEAD', undefined, OPAQUE],
  ['subhost', 'localhost', 'a-one', 'GET', 'image', OPAQUE],
  ['subhost', 'a-one.localhost:4001', 'a-one', 'GET', 'document', OWN],
  ['subhost', 'a-one.localhost:4001', 'a-one', 'GET', 'empty', OWN],
  ['subhost', 'a-one.localhost:4001', 'a-one', 'POST', undefined, OWN],
  ['subhost', 'A-ONE.localhost:4001', 'a-one', 'GET', undefined, OWN],
  ['subhost', 'a-two.localhost:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', 'a-two.localhost:4001', 'a-one', 'GET', 'empty', 404],
  ['subhost', 'a-one.localhost.:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', 'localhost.:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', 'x.a-one.localhost:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', '.localhost:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', 'notlocalhost:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', 'example.org', 'a-one', 'GET', 'document', 404],
  ['subhost', '10.0.0.7:4001', 'a-one', 'GET', 'document', 404],
  ['subhost', '127.0.0.1.example.org', 'a-one', 'GET', 'document', 404],
  ['subhost', 'localhost:4001', null, 'GET', 'document', 404],
  ['subhost', 'a-one.localhost:4001', null, 'GET', 'document', 404],
  ['sandbox', 'localhost:4001', 'a-one', 'GET', 'document', OPAQUE],
  ['sandbox', 'localhost:4001', 'a-one', 'GET', 'iframe', OPAQUE],
  ['sandbox', '127.0.0.1:4001', 'a-one', 'GET', undefined, OPAQUE],
  ['sandbox', 'a-one.localhost:4001', 'a-one', 'GET', 'document', 404],
  ['sandbox', 'example.org', 'a-one', 'GET', 'document', 404],
];

describe('the decision table', () => {
  it.each(TABLE)(
    '%s, Host %s, path of %s, %s to %s',
    (isolation, hostHeader, label, method, fetchDest, expected) => {
      const place = readPlace({
        publishOrigin: 'http://localhost:4001',
        baseUrl: 'http://localhost:4000',
        isolation,
      });
      const decide = (): Verdict =>
        decideIsolation({ host: classifyHost(hostHeader, place), label, method, fetchDest }, place);
      if (expected === 404) expect(decide).toThrow(expect.objectContaining({ code: 'not_found' }));
      else expect(decide()).toEqual(expected);
    },
  );
});

describe('the mode', () => {
  const mode = (publishOrigin: string, isolation: 'auto' | 'subhost' | 'sandbox'): string =>
    readPlace({ publishOrigin, baseUrl: 'http://localhost:4000', isolation }).isolation;

  it.each([
    ['http://localhost:4001', 'auto', 'subhost'],
    ['http://127.0.0.1:4001', 'auto', 'sandbox'],
    ['https://apps.example.org', 'auto', 'sandbox'],
    ['https://apps.example.org', 'subhost', 'subhost'],
    ['http://localhost:4001', 'sandbox', 'sandbox'],
  ] as const)('of %s with %s is %s', (origin, asked, expected) => expect(mode(origin, asked)).toBe(expected));

  it.each(['http://127.0.0.1:4001', 'http://[::1]:4001'])('refuses sub-hosts of the address %s', (origin) =>
    expect(() => mode(origin, 'subhost')).toThrow(/needs a host name/),
  );

  it('does not take loopback addresses for a real name', () => {
    const place = readPlace({
      publishOrigin: 'https://apps.example.org',
      baseUrl: 'https://example.org',
      isolation: 'auto',
    });
    expect(classifyHost('127.0.0.1', place)).toEqual({ kind: 'unknown' });
    expect(classifyHost('apps.example.org', place)).toEqual({ kind: 'shared' });
  });
});
