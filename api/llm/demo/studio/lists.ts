import { splitOptions } from '../changes.ts';

/** The single texts in a list such as "a, b and c" or "\"Fish and chips\", \"Soup\"". */
export function listIn(words: string): readonly string[] {
  const quoted = [...words.matchAll(/"([^"]{1,80})"/gu)].map(([, text = '']) => text.trim());
  if (quoted.length > 0) return [...new Set(quoted.filter(Boolean))];
  return splitOptions(words.replace(/[,;]\s*(?:and|or)\s+/giu, ', '));
}

/** "a", "a and b", "a, b and c". */
export function joined(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
