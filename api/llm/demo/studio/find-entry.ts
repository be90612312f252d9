import { toNumber } from './place.ts';
import type { Opened } from './opened.ts';
import { quote } from './wish.ts';

const NUMBERED =
  /^(?:(?:question|field|slide|number|no\.?|q)\s*#?\s*(?<n>\d{1,3})|(?:the\s+)?#?(?<nth>[\p{L}\d]{1,8})(?:\s+(?:question|field|slide|one|page))?)$/iu;
const LAST = /^(?:the\s+)?(?:very\s+)?(?:last|final|closing)(?:\s+(?:question|field|slide|one|page))?$/iu;
const PRONOUN =
  /^(?:it|this|that|this one|that one|(?:the|this|that)\s+(?:new\s+)?(?:question|field|slide))$/iu;

/**
 * The place from 0 of the entry that words name by its number, by "it", or by its own words; the sentence why there is
 * none otherwise.
 * @param names what each entry is called, in its own words
 * @param hints what it may be named by besides, where no name fits
 */
export function findEntry(
  words: string,
  { entries, kind, touched }: Opened,
  names: readonly (readonly string[])[],
  hints: readonly (readonly string[])[],
): number | string {
  const noun = kind === 'form' ? 'question' : 'slide';
  if (entries.length === 0) return `There is no ${noun} yet.`;
  if (PRONOUN.test(words)) {
    const at = typeof touched === 'number' ? touched : entries.findIndex(({ key }) => key === touched);
    return at >= 0 && at < entries.length && touched !== null ? at : `I do not know which ${noun} you mean.`;
  }
  if (LAST.test(words)) return entries.length - 1;
  const { n, nth } = NUMBERED.exec(words)?.groups ?? {};
  const number = toNumber(n ?? nth ?? '');
  if (number !== null && number > entries.length)
    return `There is no ${noun} ${number}: the last one is number ${entries.length}.`;
  return number !== null ? number - 1 : byWords(words, [names, hints], noun);
}

function byWords(
  words: string,
  sorts: readonly (readonly (readonly string[])[])[],
  noun: string,
): number | string {
  const wanted = folded(words);
  const parts = stems(wanted);
  const tests: readonly ((text: string) => boolean)[] = [
    (text) => text === wanted,
    (text) => ` ${text} `.includes(` ${wanted} `),
    (text) => parts.length > 0 && parts.every((part) => ` ${text}`.includes(` ${part}`)),
  ];
  for (const texts of wanted === '' ? [] : sorts) {
    for (const test of tests) {
      const found = texts.flatMap((own, at) => (own.some((text) => test(folded(text))) ? [at] : []));
      const [only, other] = found;
      if (only !== undefined && other === undefined) return only;
      if (only !== undefined && other !== undefined) {
        return `More than one ${noun} fits ${quote(words)}: number ${only + 1} and number ${other + 1}. Say the number.`;
      }
    }
  }
  const names = sorts[0] ?? [];
  const list = names.slice(0, 12).map(([name = ''], at) => `${at + 1}. ${quote(name)}`);
  return `I find no ${noun} ${quote(words)}. There are ${list.join(', ')}${names.length > 12 ? ' …' : '.'}`;
}

/** Without case, accents and signs, so that "E-Mail" is "email". */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\be[\s-]?mail\b/gu, 'email')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const SMALL =
  /^(?:the|an?|of|for|about|your|my|our|their|with|and|question|field|slide|input|column|one|box)$/u;

function stems(text: string): readonly string[] {
  return text
    .split(' ')
    .filter((word) => word !== '' && !SMALL.test(word))
    .map((word) => (word.length > 5 ? word.replace(/(?:ies|s|y)$/u, '') : word));
}
