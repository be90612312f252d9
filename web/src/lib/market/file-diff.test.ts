import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_CHARACTERS, diffOf } from './file-diff.ts';

describe('the difference of two texts', () => {
  it('numbers lines on both sides and counts what came and went', () => {
    expect(diffOf('a\nb\nc', 'a\nB\nc\nd')).toEqual({
      added: 3,
      removed: 2,
      hunks: [
        [
          { kind: 'same', text: 'a', before: 1, after: 1 },
          { kind: 'removed', text: 'b', before: 2, after: null },
          { kind: 'removed', text: 'c', before: 3, after: null },
          { kind: 'added', text: 'B', before: null, after: 2 },
          { kind: 'added', text: 'c', before: null, after: 3 },
          { kind: 'added', text: 'd', before: null, after: 4 },
        ],
      ],
    });
    expect(diffOf('same', 'same')).toEqual({ added: 0, removed: 0, hunks: [] });
    expect(diffOf('', 'new')?.hunks).toEqual([[{ kind: 'added', text: 'new', before: null, after: 1 }]]);
  });

  it('gives up on what is too long or too different, instead of standing still', () => {
    expect(diffOf('x'.repeat(COMPARED_CHARACTERS), 'y')).toBeNull();
    const lines = (letter: string): string =>
      Array.from({ length: 40_000 }, (_, line) => `${letter}${line}`)
        .join('\n')
        .slice(0, 190_000);
    const start = performance.now();
    diffOf(lines('a'), lines('b'));
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('names every changed line and no other', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', '+x', '-y', '\\'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffOf(before, after)?.hunks.flat() ?? [];
        for (const line of lines) {
          if (line.before !== null) expect(before.split('\n')[line.before - 1]).toBe(line.text);
          if (line.after !== null) expect(after.split('\n')[line.after - 1]).toBe(line.text);
        }
      }),
    );
  });
});
