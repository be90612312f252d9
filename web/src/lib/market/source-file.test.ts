import { describe, expect, it } from 'vitest';
import { SHOWN_CHARACTERS, fileUrl, fileViewOf, inReadingOrder } from './source-file.ts';

describe('a file in the source view', () => {
  it('is text, a picture or neither', () => {
    expect(fileViewOf('a\nb')).toEqual({ kind: 'text', text: 'a\nb', cut: false });
    expect(fileViewOf('')).toEqual({ kind: 'text', text: '', cut: false });
    expect(fileViewOf('data:image/png;base64,AAAA').kind).toBe('image');
    expect(fileViewOf('data:font/woff2;base64,AAAA').kind).toBe('binary');
    expect(fileViewOf('data: is how this sentence begins').kind).toBe('text');
  });

  it('says when it is cut', () => {
    const view = fileViewOf('x'.repeat(SHOWN_CHARACTERS + 1));
    expect(view.kind === 'text' && view.cut && view.text.length === SHOWN_CHARACTERS).toBe(true);
  });

  it('stands after the entry, in the order of names', () => {
    const paths = inReadingOrder(['b.js', 'a10.js', 'index.html', 'a2.js'].map((path) => ({ path }))).map(
      (file) => file.path,
    );
    expect(paths).toEqual(['index.html', 'a2.js', 'a10.js', 'b.js']);
  });

  it('has an address under its app, whatever its name', () => {
    expect(fileUrl('http://h/a/x/', 'img/a b#c?.png')).toBe('http://h/a/x/img/a%20b%23c%3F.png');
    expect(fileUrl('http://h/a/x/', '//evil/x')).toMatch(/^http:\/\/h\//);
    expect(fileUrl('http://h/a/x/', 'http://evil/x')).toMatch(/^http:\/\/h\/a\/x\//);
  });
});
