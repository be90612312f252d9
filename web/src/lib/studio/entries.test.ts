import { expect, it } from 'vitest';
import { mistakesAt, mistakesByEntry } from './entries.ts';

it('finds the mistakes of every entry in one pass, as one by one', () => {
  const paths = [
    '',
    '/title',
    '/fields',
    '/fields/1',
    '/fields/1/key',
    '/fields/10/options/2',
    '/fields/x',
    '/fields2/1',
  ];
  const diagnostics = paths.map((path) => ({ code: 'x', message: 'x', path }));
  const found = mistakesByEntry(diagnostics, 'fields');
  expect([...found.keys()]).toEqual([1, 10]);
  for (const index of [0, 1, 10]) {
    expect(found.get(index) ?? []).toEqual(mistakesAt(diagnostics, `/fields/${index}`));
  }
});
