import { describe, expect, it } from 'vitest';
import { safeNext, withNext } from './next-path.ts';

describe('where one goes on after signing in', () => {
  it.each(['/', '/account', '/apps/x?view=source#top', '/build?prompt=a%20b'])('takes %s', (path) => {
    expect(safeNext(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'account',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /account',
    '/..//evil.example/..//x',
  ])('never leaves the site for %j', (path) => {
    const next = safeNext(path);
    expect(new URL(next, 'http://here.test').origin).toBe('http://here.test');
    expect(next.startsWith('//')).toBe(false);
  });

  it('falls back to the builder', () => {
    expect(safeNext('//evil.example')).toBe('/build');
    expect(safeNext(null, '/')).toBe('/');
  });

  it('keeps addresses short when there is nothing to keep', () => {
    expect(withNext('/signin', '/build')).toBe('/signin');
    expect(withNext('/signin', '/apps/x?view=source')).toBe('/signin?next=%2Fapps%2Fx%3Fview%3Dsource');
  });
});
