import { describe, expect, it } from 'vitest';
import type { DraftState } from '../agent/workspace.ts';
import {
  Buffer,
  canSave,
  changeOf,
  dropped,
  isUnsettled,
  keptMine,
  rebased,
  sending,
  settled,
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

  /** Buffers of one typed text that is on its way to the server. */
  const sent = (text: string, before = first): Buffers => {
    const buffers = typed(none, before, 'a.js', text);
    return sending(buffers, changeOf(buffers) ?? {});
  };
  const stored = state({ 'a.js': 'older', 'b.js': 'b' }, '', 2);

  it('keep the newer typing while an older one is saved', () => {
    const rest = settled(typed(sent('older'), first, 'a.js', 'newer'), stored);
    expect(changeOf(rest)).toEqual({ files: [{ path: 'a.js', content: 'newer' }] });
    expect(isUnsettled(rest)).toBe(false);
  });

  it('keep what was typed back to its beginning while something else is saved', () => {
    const back = rebased(typed(sent('older'), first, 'a.js', 'one'), first);
    expect(back.get('a.js')?.text).toBe('one');
    expect(changeOf(settled(back, stored))).toEqual({ files: [{ path: 'a.js', content: 'one' }] });
    // The save was refused: the draft never had anything else.
    expect(settled(back, first)).toEqual(new Map());
  });

  it('take a save whose answer was lost for their own, also after a reload of the page', () => {
    const lost = rebased(typed(sent('older'), first, 'a.js', 'newer'), first);
    expect(isUnsettled(lost)).toBe(true);
    const kept: Buffers = new Map(
      [...lost].map(([path, buffer]) => [path, Buffer.of(JSON.parse(JSON.stringify(buffer)))]),
    );
    const rest = rebased(kept, stored);
    expect(rest.get('a.js')).toMatchObject({ base: 'older', text: 'newer', conflicted: false });
    // What somebody else saved is a conflict all the same.
    expect(rebased(kept, state({ 'a.js': 'theirs' }, '', 2)).get('a.js')?.conflicted).toBe(true);
  });

  it('are done when all of it is saved', () => {
    expect(settled(sent('older'), stored)).toEqual(new Map());
    const model = typed(none, first, 'model.aml', 'model A {}');
    const saved = state({ 'a.js': 'one', 'b.js': 'b' }, 'model A {}', 2);
    expect(settled(sending(model, changeOf(model) ?? {}), saved)).toEqual(new Map());
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
      ['a.js', { base: long, text: `${long}${'x'.repeat(100)}`, conflicted: false, sent: null }],
    ]);
    expect(written).toBe(1);
    // Typed back: the length says that it may be the same.
    expect(typed(buffers, large, 'a.js', edited(0)).size).toBe(0);
    expect(written).toBe(2);
  });

  it('come back as they were kept', () => {
    const kept = { base: 'one', text: 'two', conflicted: true, sent: 'one and a half' };
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
