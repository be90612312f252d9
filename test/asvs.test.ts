import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/asvs.md', root), 'utf8');

it('every file that docs/asvs.md names exists', () => {
  const named = new Set(
    [...text.matchAll(/`([\w./-]+\/[\w./-]+\.(?:ts|md))`/g)].map(([, path = '']) => path),
  );
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

it('every row of docs/asvs.md has a file or a reason, and no requirement comes twice', () => {
  const rows = [...text.matchAll(/^\| +(\d[\d., ]*?) +\|[^|]+\| *([^|]*?) *\|$/gm)];
  expect(rows.length).toBeGreaterThan(100);
  for (const [, numbers, shown] of rows) expect(shown, numbers).not.toBe('');
  const numbers = rows.flatMap(([, list = '']) => list.split(', '));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
