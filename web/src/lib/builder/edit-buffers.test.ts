import { describe, expect, it } from 'vitest';
import type { DraftState } from '../agent/workspace.ts';
import {
  Buffer,
  canSave,
  changeOf,
  dropped,
  keptMine,
  rebased,
  savedAs,
  typed,
  type Buffers,
  type EditedText,
} from './edit-buffers.ts';
import { takeOver } from './editor-setup.ts';

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
    const saved = savedAs(buffers, new Map([['a.js', 'older']]));
    const rest = rebased(saved, state({ 'a.js': 'older', 'b.js': 'b' }, '', 2));
    expect(changeOf(rest)).toEqual({ files: [{ path: 'a.js', content: 'newer' }] });
  });

  it('are done when all of it is saved', () => {
    const saved = savedAs(typed(none, first, 'a.js', 'new'), new Map([['a.js', 'new']]));
    expect(rebased(saved, state({ 'a.js': 'new', 'b.js': 'b' }, '', 2))).toEqual(new Map());
  });

  it('write a text out once for all who ask, and at no key', () => {
    const long = 'a line of the file\n'.repeat(5_000);
    const large = state({ 'a.js': long });
    let written = 0;
    const edited = (keys: number): EditedText => ({
      length: long.length + keys,
      toString: () => {
        written += 1;
        return long + 'x'.repeat(keys);
      },
    });
    let buffers = none;
    for (let key = 1; key <= 100; key += 1) {
      const text = edited(key);
      buffers = rebased(typed(buffers, large, 'a.js', text), large);
      expect(canSave(buffers)).toBe(true);
      // The editor is shown what it holds itself.
      const view = { state: { doc: text } } as unknown as Parameters<typeof takeOver>[0];
      const buffer = buffers.get('a.js');
      if (buffer !== undefined) takeOver(view, buffer);
    }
    expect(written).toBe(0);
    expect(changeOf(buffers)?.files?.[0]?.content).toBe(`${long}${'x'.repeat(100)}`);
    expect(JSON.parse(JSON.stringify([...buffers]))).toEqual([
      ['a.js', { base: long, text: `${long}${'x'.repeat(100)}`, conflicted: false }],
    ]);
    expect(written).toBe(1);
    // Typed back: the length says that it may be the same.
    expect(typed(buffers, large, 'a.js', edited(0)).size).toBe(0);
    expect(written).toBe(2);
  });

  it('come back as they were kept', () => {
    const kept = { base: 'one', text: 'two', conflicted: true };
    expect(JSON.parse(JSON.stringify(Buffer.of(kept)))).toEqual(kept);
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
