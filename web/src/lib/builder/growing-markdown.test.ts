import fc from 'fast-check';
import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { GrowingMarkdown } from './growing-markdown.ts';

const PIECES = [
  'A line of **words** and `code`',
  '\n',
  '\n\n',
  '- one\n- two\n',
  '  - deeper\n',
  '1. first\n2. second\n',
  '```js\nlet a = 1;\n\n// - no list\n',
  '```\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n',
  '# Title\n',
  '===\n',
  '---\n',
  '> quoted\n',
  '    indented code\n',
  '[link](https://example.org) and <b>html</b>',
  '[name]: https://example.org\n',
  'see [name]',
  '<div>\n',
  '\r\n',
  '\t',
  '* * *\n',
];

describe('Markdown that grows', () => {
  it('has the blocks of the whole text, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }),
        fc.array(fc.nat(40), { maxLength: 30 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const growing = new GrowingMarkdown();
          let end = 0;
          for (const cut of cuts) {
            end = Math.min(text.length, end + cut);
            growing.tokensOf(text.slice(0, end));
          }
          const whole = lexer(text.replaceAll(/\r\n?/g, '\n'), { gfm: true, breaks: false });
          expect(growing.tokensOf(text)).toEqual([...whole]);
        },
      ),
      { numRuns: Number(process.env['MARKDOWN_RUNS'] ?? 500) },
    );
  });

  it('keeps what is settled as the same objects', () => {
    const growing = new GrowingMarkdown();
    const [first] = growing.tokensOf('First.\n\nSecond');
    expect(growing.tokensOf('First.\n\nSecond and more.\n\nThird')[0]).toBe(first);
  });

  it('begins anew with another text', () => {
    const growing = new GrowingMarkdown();
    growing.tokensOf('First.\n\nSecond.\n\nThird');
    expect(growing.tokensOf('Else')).toEqual([...lexer('Else')]);
  });
});
