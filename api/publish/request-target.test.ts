import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTarget } from './request-target.ts';
import { matchRoute } from './route.ts';

describe('a request target', () => {
  it.each([
    ['/a/x/', ['a', 'x', '']],
    ['/a/x/b%20c.js?q=/../', ['a', 'x', 'b c.js']],
    ['/a/x/%252e%252e/y', ['a', 'x', '%2e%2e', 'y']],
    ['/a/x/e%CC%81.png', ['a', 'x', 'é'.normalize('NFC') + '.png']],
    ['/a/x/a+b', ['a', 'x', 'a+b']],
    ['//evil.example/a', ['', 'evil.example', 'a']],
  ])('%s is decoded once', (raw, segments) => expect(parseTarget(raw).segments).toEqual(segments));

  it.each([
    'http://localhost/a/x/',
    'http://evil.example/a/x/',
    '*',
    '',
    'a/x/',
    '/a/x/../y/',
    '/a/x/..',
    '/a/./x',
    '/a/x/%2e%2e/y',
    '/a/x/%2E%2e%2Fy',
    '/a/x/.%2e/y',
    '/a/x%2f..%2fy/',
    '/a/x/a%2Fb',
    '/a/x/a%5cb',
    '/a/x/a\\b',
    '/a/x/..\\..\\y',
    '/a/x/a%00.js',
    '/a/x/%',
    '/a/x/%zz',
    '/a/x/%c0%ae%c0%ae/',
    '/a/x/%ff',
    '/a/x/#frag',
  ])('%s is refused', (raw) =>
    expect(() => parseTarget(raw)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
  );

  it('round-trips every path of a site', () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .map((text) => text.normalize('NFC'))
      .filter((text) => text !== '.' && text !== '..' && !/[/\\\0]/.test(text) && text.isWellFormed());
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const path = segments.map(encodeURIComponent).join('/');
        fc.pre(!/(^|\/)_(data|graphql)/.test(path));
        const route = matchRoute(parseTarget(`/a/x/${path}`));
        expect(route?.want).toEqual({ kind: 'file', path: segments.join('/') });
      }),
    );
  });
});

describe('routes', () => {
  const route = (raw: string): unknown => matchRoute(parseTarget(raw));

  it.each([
    ['/a/x', { kind: 'root-redirect' }],
    ['/a/x/', { kind: 'file', path: '' }],
    ['/a/x/_data', { kind: 'bridge', route: '_data' }],
    ['/a/x/_data/query', { kind: 'bridge', route: '_data/query' }],
    ['/a/x/_graphql', { kind: 'bridge', route: '_graphql' }],
    ['/a/x/_data/', { kind: 'file', path: '_data/' }],
    ['/a/x/sub/_data', { kind: 'file', path: 'sub/_data' }],
    ['/p/tok/3', { kind: 'root-redirect' }],
    ['/p/tok/3/', { kind: 'file', path: '' }],
    ['/p/tok/3/_data/query?x=1', { kind: 'bridge', route: '_data/query' }],
  ])('%s', (raw, want) => expect(route(raw)).toMatchObject({ want }));

  it('names the site by its whole address', () => {
    expect(route('/a/Ab/x.js')).toMatchObject({ subject: { kind: 'app', appId: 'Ab' }, basePath: '/a/Ab/' });
    expect(route('/p/tok/3/x.js')).toMatchObject({
      subject: { kind: 'draft', token: 'tok', revision: 3 },
      basePath: '/p/tok/3/',
    });
  });

  it.each(['/', '/a', '/a/', '/a//x', '//a/x/', '/b/x/', '/a/x.y/', '/a/%20/', `/a/${'x'.repeat(65)}/`])(
    'nothing lives at %s',
    (raw) => expect(route(raw)).toBeNull(),
  );
  it.each([
    '/p/tok',
    '/p/tok/',
    '/p/tok/-1/',
    '/p/tok/01/',
    '/p/tok/1e3/',
    '/p/t.k/1/',
    '/p/tok/9999999999/',
  ])('nothing lives at %s', (raw) => expect(route(raw)).toBeNull());
});
