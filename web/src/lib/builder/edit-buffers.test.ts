import { describe, expect, it } from 'vitest';
import type { DraftState } from '../agent/workspace.ts';
import { changeOf, dropped, keptMine, rebased, typed, type Buffers } from './edit-buffers.ts';

const state = (files: Record<string, string>, aml = '', revision = 1): DraftState => ({
  revision,
  aml,
  files: new Map(Object.entries(files)),
});
const none: Buffers = new Map();

describe('edit buffers', () => {
  const first = state({ 'a.js': 'one', 'b.js': 'b' });

  it('hold what was typed until it is saved', () => {
    const buffers = typed(typed(none, first, 'a.js', 'one!'), first, 'a.js', 'one!!');
    expect(changeOf(buffers)).toEqual({ files: [{ path: 'a.js', content: 'one!!' }] });
    expect(rebased(buffers, state({ 'a.js': 'one!!', 'b.js': 'b' }, '', 2))).toEqual(new Map());
  });

  it('are empty again when the text is typed back', () => {
    expect(changeOf(typed(typed(none, first, 'a.js', 'two'), first, 'a.js', 'one'))).toBeNull();
  });

  it('keep the newer typing while an older one is saved', () => {
    const buffers = typed(none, first, 'a.js', 'newer');
    const rest = rebased(
      new Map([...buffers].map(([path, buffer]) => [path, { ...buffer, base: 'older' }])),
      state({ 'a.js': 'older', 'b.js': 'b' }, '', 2),
    );
    expect(changeOf(rest)).toEqual({ files: [{ path: 'a.js', content: 'newer' }] });
  });

  it('go on when somebody changed another file', () => {
    const buffers = rebased(
      typed(none, first, 'a.js', 'mine'),
      state({ 'a.js': 'one', 'b.js': 'theirs' }, '', 2),
    );
    expect(buffers.get('a.js')?.conflicted).toBe(false);
    expect(changeOf(buffers)).not.toBeNull();
  });

  it('are in conflict when somebody changed the same file, and saved only after a decision', () => {
    const theirs = state({ 'a.js': 'theirs', 'b.js': 'b' }, '', 2);
    const buffers = rebased(typed(none, first, 'a.js', 'mine'), theirs);
    expect(buffers.get('a.js')?.conflicted).toBe(true);
    expect(changeOf(buffers)).toBeNull();
    expect(changeOf(keptMine(buffers, theirs, 'a.js'))).toEqual({
      files: [{ path: 'a.js', content: 'mine' }],
    });
    expect(changeOf(dropped(buffers, 'a.js'))).toBeNull();
    // Typing on does not make the conflict go away.
    expect(changeOf(typed(buffers, theirs, 'a.js', 'mine too'))).toBeNull();
  });

  it('save the data model beside the files', () => {
    const buffers = typed(typed(none, first, 'model.aml', 'model A {}'), first, 'b.js', 'B');
    expect(changeOf(buffers)).toEqual({ aml: 'model A {}', files: [{ path: 'b.js', content: 'B' }] });
  });

  it('keep the line ends of a file, and know that it was typed back', () => {
    const crlf = state({ 'a.txt': 'one\r\ntwo\r\n' });
    const buffers = typed(none, crlf, 'a.txt', 'one\nTWO\n');
    expect(changeOf(buffers)).toEqual({ files: [{ path: 'a.txt', content: 'one\r\nTWO\r\n' }] });
    expect(changeOf(typed(buffers, crlf, 'a.txt', 'one\ntwo\n'))).toBeNull();
  });
});
