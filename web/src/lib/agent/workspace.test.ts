import { describe, expect, it } from 'vitest';
import { changed, collision, type DraftState } from './workspace.ts';

const before: DraftState = {
  revision: 1,
  aml: 'model A {}',
  files: new Map([
    ['a.js', 'a'],
    ['b.js', 'b'],
  ]),
};

describe('collision', () => {
  const mine = { files: [{ path: 'a.js', content: 'mine' }] };

  it('is none while the files of the change are what they were', () => {
    expect(collision(before, before, mine)).toBeNull();
    const other = changed(before, { files: [{ path: 'b.js', content: 'theirs' }], aml: '' }, 2);
    expect(collision(before, other, mine)).toBeNull();
  });

  it('names the file that somebody wrote, made or deleted meanwhile', () => {
    const written = changed(before, { files: [{ path: 'a.js', content: 'theirs' }] }, 2);
    const gone = changed(before, { files: [{ path: 'a.js', content: null }] }, 2);
    const made = changed(before, { files: [{ path: 'c.js', content: 'theirs' }] }, 2);
    expect(collision(before, written, mine)).toBe('a.js');
    expect(collision(before, gone, mine)).toBe('a.js');
    expect(collision(before, made, { files: [{ path: 'c.js', content: 'mine' }] })).toBe('c.js');
  });

  it('counts the data model as a file', () => {
    const other = changed(before, { aml: 'model B {}' }, 2);
    expect(collision(before, other, { aml: 'model C {}' })).toBe('model.aml');
    expect(collision(before, other, mine)).toBeNull();
  });
});
