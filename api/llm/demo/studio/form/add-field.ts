import { DEFAULT_RATING, type FormField } from '../../../../content/form/document.ts';
import { joined } from '../lists.ts';
import { folded } from '../find-entry.ts';
import type { Opened } from '../opened.ts';
import { placeForNew, readPlace } from '../place.ts';
import { invoke, quote, type Reader } from '../wish.ts';
import { TYPE_NAMES } from './field-type.ts';
import { findField, nameOf } from './find-field.ts';
import { readField } from './read-field.ts';

const ADD =
  /^(?:(?:add|insert|include|append)|(?:we|i)\s+(?:also\s+)?need)\s+(?:in\s+)?(?:an?\s+|the\s+|another\s+|one\s+more\s+)?(?:new\s+|further\s+)*(?<what>\S[^\n]*)$/iu;
const SEVERAL =
  /^(?:two|three|four|five|six|some|several|a\s+few|more|\d{1,3})\s+(?:more\s+|new\s+|other\s+)*(?:questions|fields)\b/iu;
const ASK =
  /^(?:also\s+)?ask\s+(?:people\s+|them\s+|guests\s+|everybody\s+|everyone\s+)?(?<what>\S[^\n]*)$/iu;

/** "Add a question about allergies", "add a choice "Size" with options S, M, L at the top", "ask whether they come by car". */
export const readAddField: Reader = (clause) => {
  const what = ADD.exec(clause)?.groups?.['what'];
  const asked = ASK.exec(clause)?.groups?.['what'];
  const words =
    what ??
    (asked === undefined
      ? null
      : `question ${/^(?:for|about|"|whether|if|how|wh)/iu.test(asked) ? '' : 'for '}${asked}`);
  if (words === null) return null;
  if (SEVERAL.test(words)) {
    return () => ({
      why: 'I add one question at a time, for I need the words of each: "add a question about pets".',
    });
  }
  const { place, rest } = readPlace(words);
  return (now) => {
    const wanted = placeForNew(place, now.entries.length, (name) => findField(name, now));
    // "What comes after lunch" is no place where no question has this name.
    const at = typeof wanted === 'string' ? now.entries.length : wanted;
    const field = readField(typeof wanted === 'string' ? words : rest);
    if ('lacks' in field) return { why: field.lacks };
    const same = now.entries.findIndex((one) => folded(nameOf(one)) === folded(field.label));
    if (same >= 0) return { why: `There is a question ${quote(field.label)} already, number ${same + 1}.` };
    const key = freeKey(field.key, now);
    const params = { field: { ...field, key }, ...(at < now.entries.length && { index: at }) };
    return {
      call: invoke('addField', params),
      doing: `I add the question ${quote(field.label)}.`,
      done: `Question ${at + 1} is new: ${quote(field.label)}, ${describe(field)}.`,
      touched: key,
    };
  };
};

function describe({ type, required, options = [], range }: FormField): string {
  const { min, max } = range ?? DEFAULT_RATING;
  const more =
    options.length > 0
      ? ` from ${joined(options)}`
      : type === 'rating' || range
        ? ` from ${min} to ${max}`
        : '';
  return `${TYPE_NAMES[type]}${more}${required ? ', required' : ''}`;
}

const SMALL =
  /^(?:the|an?|of|for|about|your|my|our|their|do|does|did|you|have|has|any|what|which|how|is|are|was|were|should|would|we|i|it|to|in|at|on|by|please|know|they|there|and|or|be|that|this)$/u;

/** A short key in lower case with underscores that no field has; it stays for good, for answers are kept under it. */
function freeKey(words: string, { entries }: Opened): string {
  const all = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/e-mail/gu, 'email')
    .split(/[^a-z0-9]+/u)
    .filter(Boolean);
  const telling = all.filter((word) => !SMALL.test(word));
  const key = (telling.length > 0 ? telling : all).slice(0, 3).join('_').slice(0, 40) || 'question';
  const taken = new Set(entries.map((field) => field['key']));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(free)) return free;
  }
}
