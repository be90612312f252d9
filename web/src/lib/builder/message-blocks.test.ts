import { describe, expect, it } from 'vitest';
import { withMentions } from './message-blocks.ts';

const files = new Set(['index.html', 'lib/a.js', 'model.aml']);
const shown = (text: string): string =>
  withMentions(text, files)
    .map((piece) => (piece.mention ? `[${piece.text}]` : piece.text))
    .join('');

describe('mentions in a message', () => {
  it.each([
    ['Look at @index.html.', 'Look at [@index.html].'],
    ['@lib/a.js and (@model.aml)', '[@lib/a.js] and ([@model.aml])'],
    ['ada@index.html', 'ada@index.html'],
    ['@nobody @', '@nobody @'],
    ['', ''],
  ])('are those that name a file: %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
