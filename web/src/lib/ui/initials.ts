const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

function first(word: string): string {
  for (const { segment } of segments.segment(word)) return segment.toLocaleUpperCase('en');
  return '';
}

/** One or two letters for a round picture: of the first and the last word, whole letters in every script. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const start = words[0];
  const end = words.at(-1);
  if (start === undefined || end === undefined) return '?';
  return words.length === 1 ? first(start) : first(start) + first(end);
}
