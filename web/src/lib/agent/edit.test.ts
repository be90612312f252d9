import { describe, expect, it } from 'vitest';
import { replaceOnce } from './edit.ts';

const text = 'const a = 1;\nconst b = 2;\nfunction greet(name) {\n  return `Hello ${name}`;\n}\n';

describe('replaceOnce', () => {
  it('replaces the one match, literally', () => {
    expect(replaceOnce(text, 'const b = 2;', 'const b = "$&";')).toMatchObject({ ok: true, line: 2 });
    const edit = replaceOnce(text, '2', '$1');
    expect(edit.ok && edit.text).toContain('const b = $1;');
  });

  it('refuses several matches with their number and lines', () => {
    const edit = replaceOnce(text, 'const', 'let');
    expect(edit).toMatchObject({ ok: false, code: 'several_matches', matches: 2 });
    expect(!edit.ok && edit.candidates.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('counts overlapping matches too', () => {
    expect(replaceOnce('aaa', 'aa', 'b')).toMatchObject({ code: 'several_matches', matches: 2 });
  });

  it('refuses no match and shows the nearest place', () => {
    const edit = replaceOnce(text, 'function greet(name) {\n  return `Hallo ${name}`;', 'x');
    expect(edit).toMatchObject({ ok: false, code: 'no_match', matches: 0 });
    expect(!edit.ok && edit.candidates[0]).toEqual({
      line: 3,
      text: 'function greet(name) {\n  return `Hello ${name}`;',
    });
  });

  it('says when only the line endings differ', () => {
    const edit = replaceOnce('a\r\nb\r\n', 'a\nb', 'c');
    expect(!edit.ok && edit.message).toContain('line endings');
  });

  it('shows nothing when nothing is alike', () => {
    expect(replaceOnce(text, '<section id="menu">', 'x')).toMatchObject({ code: 'no_match', candidates: [] });
  });

  it('refuses an empty find and a change into itself', () => {
    expect(replaceOnce(text, '', 'x')).toMatchObject({ code: 'empty_find' });
    expect(replaceOnce(text, 'a', 'a')).toMatchObject({ code: 'no_change' });
  });
});
