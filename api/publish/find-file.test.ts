import { describe, expect, it } from 'vitest';
import { findFile, type Found } from './find-file.ts';

const files = (...paths: string[]): ReadonlyMap<string, string> =>
  new Map(paths.map((path) => [path, `#${path}`]));
const SITE = files('index.html', 'app.js', 'docs/index.html', 'docs/page.html', 'a b/é.txt', 'README');
const file = (path: string, status: 200 | 404 = 200): Found => ({
  kind: 'file',
  path,
  hash: `#${path}`,
  status,
});

describe('what a path serves', () => {
  it.each([
    ['', file('index.html')],
    ['app.js', file('app.js')],
    ['README', file('README')],
    ['docs/', file('docs/index.html')],
    ['docs', { kind: 'folder' }],
    ['docs/page.html', file('docs/page.html')],
    ['a b/é.txt', file('a b/é.txt')],
    ['missing.js', { kind: 'missing' }],
    ['missing', { kind: 'missing' }],
    ['App.js', { kind: 'missing' }],
    ['app.js/', { kind: 'missing' }],
    ['docs//page.html', { kind: 'missing' }],
  ] as const)('%s to a script', (path, found) => expect(findFile(SITE, path, false)).toEqual(found));

  it.each([
    ['about', file('index.html')],
    ['about/me', file('index.html')],
    ['about/', file('index.html')],
    ['missing.js', { kind: 'missing' }],
    ['missing.html', { kind: 'missing' }],
    ['_data/', { kind: 'missing' }],
    ['_graphql/x', { kind: 'missing' }],
    ['_platform/x', { kind: 'missing' }],
  ] as const)('%s to a person', (path, found) => expect(findFile(SITE, path, true)).toEqual(found));

  it('prefers the 404 page of the app', () =>
    expect(findFile(files('index.html', '404.html'), 'about', true)).toEqual(file('404.html', 404)));

  it('has nothing without index.html', () => {
    expect(findFile(files('x.js'), '', true)).toEqual({ kind: 'missing' });
    expect(findFile(new Map(), 'constructor', true)).toEqual({ kind: 'missing' });
  });
});
