import { expect, it } from 'vitest';
import { checkDraft, DraftChecker } from './draft.ts';
import { KeptReadings } from './kept-readings.ts';

it('reads a text once for as long as it stays', () => {
  const read: string[] = [];
  const readings = new KeptReadings((path, source) => {
    read.push(`${path} ${source}`);
    return source.length;
  });
  const round = (files: Readonly<Record<string, string>>): readonly number[] => {
    const found = Object.entries(files).map(([path, source]) => readings.of(path, source));
    readings.forgetUnused();
    return found;
  };
  expect(round({ a: 'one', b: 'four' })).toEqual([3, 4]);
  expect(round({ a: 'one', b: 'seven' })).toEqual([3, 5]);
  expect(round({ b: 'seven' })).toEqual([5]);
  expect(read).toEqual(['a one', 'b four', 'b seven']);
  round({ a: 'one' });
  expect(read.at(-1)).toBe('a one');
});

it('finds after every change what a first look at all files finds', () => {
  const checker = new DraftChecker();
  const files = new Map<string, string>([
    [
      'index.html',
      '<script src="app.js"></script><script type="module">import { b } from "./b.js";</script>',
    ],
    ['app.js', 'let a = ;'],
    ['b.js', 'export const c = 1;'],
    ['app.css', 'body { background: url(lost.png) }'],
    ['data.json', '{'],
  ]);
  const changes: readonly (readonly [string, string | null])[] = [
    ['app.js', 'import "./b.js"; import "three";'],
    ['b.js', 'export const b = 1;'],
    ['index.html', '<script type="importmap">{ "imports": { "three": "./b.js" } }</script>'],
    ['lost.png', 'data:image/png;base64,AA=='],
    ['b.js', null],
    ['data.json', '{}'],
    ['index.html', null],
  ];
  let aml = 'model A {';
  expect(checker.check({ files, aml })).toEqual(checkDraft({ files, aml }));
  for (const [path, text] of changes) {
    if (text === null) files.delete(path);
    else files.set(path, text);
    aml += ' ';
    expect(checker.check({ files, aml })).toEqual(checkDraft({ files, aml }));
    expect(checker.check({ files, aml })).toEqual(checkDraft({ files, aml }));
  }
});
