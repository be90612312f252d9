import type { Box } from './xml.ts';

/** Characters that are as wide as they are high: CJK, and what is drawn as a picture. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uffef]/u;
const NARROW = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Of an average letter, in parts of the font size; a little more than usual fonts have, so that no line is lost. */
const LETTER = 0.56;
const SMALLEST = 0.2;

/**
 * By how much text has to be made smaller to stay in its box. A program that shows the file has its own fonts, so this
 * is an estimate on the safe side; programs that shrink text themselves go on from it.
 * @param size of the font, in CSS pixels
 * @param lead of a line, and of the space after a paragraph, in parts of the size
 */
export function scaleToFit(
  paragraphs: readonly string[],
  { w, h }: Pick<Box, 'w' | 'h'>,
  size: number,
  lead: { readonly line: number; readonly after: number },
): number {
  for (let scale = 1; scale > SMALLEST; scale *= 0.93)
    if (heightOf(paragraphs, w, size * scale, lead) <= h) return scale;
  return SMALLEST;
}

/** How high text gets, in CSS pixels. */
export function heightOf(
  paragraphs: readonly string[],
  width: number,
  size: number,
  lead: { readonly line: number; readonly after: number },
): number {
  const lines = paragraphs
    .flatMap((text) => text.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((widthOf(line) * size * 1.04) / width)), 0);
  return (lines * lead.line + paragraphs.length * lead.after) * size;
}

function widthOf(line: string): number {
  let width = 0;
  for (const character of line) width += WIDE.test(character) ? 1.05 : NARROW.test(character) ? 0 : LETTER;
  return width;
}
