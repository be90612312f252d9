import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asEdited, withLineEndsOf } from './line-ends.ts';

describe('line ends', () => {
  it('stay as they were around what was edited', () => {
    expect(withLineEndsOf('a\r\nb\r\nc', 'a\nB\nc')).toBe('a\r\nB\r\nc');
    expect(withLineEndsOf('a\r\nb\r\n', 'a\nb\nc\n')).toBe('a\r\nb\r\nc\r\n');
    expect(withLineEndsOf('a\r\nb\nc\r\nd', 'a\nb\nnew\nc\nd')).toBe('a\r\nb\nnew\r\nc\r\nd');
    expect(withLineEndsOf('a\nb', 'a\nb\nc')).toBe('a\nb\nc');
    expect(withLineEndsOf('a\rb', 'a\nx')).toBe('a\rx');
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', '', '\r\n', '\n', '\r', 'ü'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  it('come back exactly when nothing was edited, and no edit is lost', () => {
    fc.assert(fc.property(text, (before) => withLineEndsOf(before, asEdited(before)) === before));
    fc.assert(
      fc.property(
        text,
        text.map(asEdited),
        (before, edited) => asEdited(withLineEndsOf(before, edited)) === edited,
      ),
    );
  });
});
