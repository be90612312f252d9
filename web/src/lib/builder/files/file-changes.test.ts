import { describe, expect, it } from 'vitest';
import { changed } from '#lib/agent/workspace.ts';
import { inverseOf, moved, placesMistake, roomMistake, tidied } from './file-changes.ts';

const files = new Map([
  ['index.html', '<p>'],
  ['lib/a.js', 'a'],
  ['lib/deep/b.js', 'b'],
  ['library.js', 'c'],
]);
const state = { revision: 1, aml: 'model A {}', files };

describe('changes of files', () => {
  it('move a folder with all that is in it, and can be taken back', () => {
    const change = { files: moved(files, 'lib', 'src/lib') };
    const after = changed(state, change, 2);
    expect([...after.files.keys()].sort()).toEqual([
      'index.html',
      'library.js',
      'src/lib/a.js',
      'src/lib/deep/b.js',
    ]);
    const back = changed(after, inverseOf(state, change), 1);
    expect(new Map([...back.files].sort())).toEqual(new Map([...files].sort()));
    expect(inverseOf(state, { aml: '' })).toEqual({ files: [], aml: 'model A {}' });
  });

  it('check paths as the server does', () => {
    expect(placesMistake(files, ['css/app.css'])).toBeNull();
    expect(placesMistake(files, ['lib/a.js'])).toMatch(/already/);
    expect(placesMistake(files, ['lib/a.js'], ['lib/a.js'])).toBeNull();
    expect(placesMistake(files, ['LIB/A.js'])).toMatch(/only in case/);
    expect(placesMistake(files, ['lib'])).toMatch(/file and a folder/);
    expect(placesMistake(files, ['index.html/x'])).toMatch(/file and a folder/);
    expect(placesMistake(files, ['Model.aml'])).toMatch(/data model/);
    for (const bad of ['', '../x', 'a//b', 'a\\b', '_data/x', 'a/./b', `${'ä'.repeat(129)}`])
      expect(placesMistake(files, [bad])).toMatch(/^The name /);
    expect(tidied(' ./css/a.css ')).toBe('css/a.css');
  });

  it('keep to the limits of an app', () => {
    const many = new Map(Array.from({ length: 1_997 }, (_, at) => [`${at}`, 'x']));
    expect(roomMistake(files, new Map([...many].slice(1)))).toBeNull();
    expect(roomMistake(files, many)).toMatch(/2,000 files/);
    expect(roomMistake(files, new Map([['a', 'x'.repeat(11 * 1024 * 1024)]]))).toMatch(/a has 12 MB/);
    const nine = 'x'.repeat(9 * 1024 * 1024);
    expect(
      roomMistake(
        files,
        new Map([
          ['a', nine],
          ['b', nine],
          ['c', nine],
        ]),
      ),
    ).toMatch(/together/);
  });
});
