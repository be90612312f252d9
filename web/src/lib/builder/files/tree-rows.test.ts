import { expect, it } from 'vitest';
import { filesInOrder, foldersOf, treeRows } from './tree-rows.ts';

const paths = ['lib/b.js', 'about.html', 'lib/deep/a.js', 'index.html', 'css/x10.css', 'css/x9.css'];

it('puts the model first, folders before files, the entry page before the others', () => {
  const rows = treeRows(paths, new Set(['css']));
  expect(rows.map(({ path, level }) => `${'-'.repeat(level - 1)}${path}`)).toEqual([
    'model.aml',
    'css',
    'lib',
    '-lib/deep',
    '--lib/deep/a.js',
    '-lib/b.js',
    'index.html',
    'about.html',
  ]);
  expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/5',
    '2/5',
    '3/5',
    '1/2',
    '1/1',
    '2/2',
    '4/5',
    '5/5',
  ]);
  expect(
    treeRows(paths, new Set())
      .filter(({ level }) => level === 2)
      .map(({ name }) => name),
  ).toContain('x9.css');
  expect(foldersOf(paths)).toEqual(['css', 'lib', 'lib/deep']);
});

it('lists files without their folders, the top first', () => {
  const paths = ['css/x10.css', 'b.js', 'css/x9.css', 'index.html', 'model.aml'];
  expect(filesInOrder(paths)).toEqual(['model.aml', 'index.html', 'b.js', 'css/x9.css', 'css/x10.css']);
  expect(filesInOrder(['a/b.js'])).toEqual(['a/b.js']);
});
