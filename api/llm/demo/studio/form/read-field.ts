import { hasOptions, hasRange, type FieldType, type FormField } from '../../../../content/form/document.ts';
import { toField } from '../../field.ts';
import { capitalised, unquoted } from '../clauses.ts';
import { listIn } from '../lists.ts';
import { typeAsked, typeIn, withoutType } from './field-type.ts';
import { topicOf } from './topics.ts';

/** A field that words describe; its key is not final, for another may have it. The sentence what lacks, otherwise. */
export type Described = FormField | { readonly lacks: string };

const OPTIONS =
  /[,:]?\s*(?:\(\s*)?\b(?:with|from|of|between|among|offering|having)\s+(?:the\s+|these\s+)?(?:(?:following\s+)?(?:options?|choices?|answers?|values?)\s*:?\s*)(?<list>[^\n]{1,600})$/iu;
const LISTED = /\s*(?::|\()\s*(?<list>[^\n]{1,600})$/u;
const BETWEEN = /\s+between\s+(?<list>[^\n]{1,600}?(?:\s+(?:and|or)\s+|,)[^\n]{1,200})$/iu;
const RANGE =
  /,?\s*\(?\b(?:on a scale\s+)?(?:(?:from|of|between)\s+)?(?<min>-?\d{1,6})\s*(?:to|-|–|and|bis)\s*(?<max>-?\d{1,6})\)?$/iu;
const REQUIRED =
  /,?\s*(?:\b(?:that|which)\s+(?:is|must be|has to be)\s+)?\b(?:required|mandatory|compulsory)\b/iu;
const OPTIONAL = /,?\s*\b(?:optional|voluntary)\b/iu;
const CONNECTOR =
  /\s*(?:\b(?:asking|that asks|which asks|to ask)(?:\s+(?:for|about|people|them))*|\b(?:about|regarding|concerning|for|on|of|called|named|labell?ed|titled|saying)|(?=\b(?:whether|if|how|which|what|when|where|who|why)\b)|:)\s*/iu;

/** Reads what stands behind "add a": "yes/no question about parking", "choice "Size" with options S, M, L". */
export function readField(words: string): Described {
  const required = REQUIRED.test(outside(words));
  const bare = cutOutside(cutOutside(words, REQUIRED), OPTIONAL).trim();
  const label = /"([^"]+)"/u.exec(bare);
  const before = label ? bare.slice(0, label.index) : bare;
  const range = RANGE.exec(bare) ?? (label ? RANGE.exec(before.trim()) : null);
  const named = typeIn(before);
  const listed = optionsOf(bare, label, named);
  const text = range ? bare.slice(0, range.index) : listed ? bare.slice(0, listed.from) : bare;
  const field = label ? quoted(label[1] ?? '', text.slice(0, label.index)) : described(text);
  if ('lacks' in field) return field;
  const options = listed?.options ?? [];
  const type = decided(field.type, named, options, range !== null);
  const own = type === field.type ? field : { key: field.key, label: field.label };
  if (hasOptions(type) && options.length === 0 && !('options' in own)) {
    return {
      lacks: `Which answers shall be possible? For example: add a choice "${field.label}" with options Yes, No, Perhaps.`,
    };
  }
  return {
    ...own,
    type,
    ...(required && { required }),
    ...(hasOptions(type) && options.length > 0 && { options }),
    ...(range && hasRange(type) && { range: rangeOf(range) }),
  };
}

const NAMED = /called|named|labell?ed|titled|saying|:/iu;
const NOUN = /\s*\b(?:questions?|fields?|inputs?|box|line)$/iu;
const IMPOSSIBLE =
  /\b(?:files?|uploads?|attachments?|photos?|pictures?|images?|signatures?|captcha|payments?|passwords?)\b/iu;
const CANNOT =
  'A form asks for texts, numbers, dates, e-mail addresses, choices, ratings and yes or no; it takes no files, signatures or payments.';

type Draft = Pick<FormField, 'key' | 'label'> & { readonly type: FieldType | null };

function quoted(label: string, before: string): Draft {
  return { type: typeIn(before) ?? typeAsked(label) ?? 'text', key: label, label: label.trim() };
}

function described(text: string): Draft | FormField | { readonly lacks: string } {
  const found = CONNECTOR.exec(text);
  const head = found ? text.slice(0, found.index) : text;
  const type = typeIn(head);
  const words = found ? text.slice(found.index + found[0].length).trim() : withoutType(head);
  if (IMPOSSIBLE.test(text)) return { lacks: CANNOT };
  const topic = NAMED.test(found?.[0] ?? '') ? null : topicOf(found ? words : head.replace(NOUN, ''));
  // In "a phone number field" the word "number" is no type.
  if (topic && (!found || type === null || type === topic.type)) return topic;
  if (topic && typeAsked(topic.label) === type) return { type, key: topic.key, label: topic.label };
  if (words === '') return nameless(type);
  const whether = /^(?:whether|if)\s+(?<rest>.+)$/iu.exec(words)?.groups?.['rest'];
  if (whether !== undefined) return { type: type ?? 'bool', key: whether, label: asYou(whether) };
  const asks = typeAsked(words);
  if (asks) return { type: type ?? asks, key: words, label: question(ofYou(words)) };
  const about = /\b(?:about|regarding|concerning|on)\b/iu.test(found?.[0] ?? '');
  if (about && (type === null || type === 'long')) {
    return { type: 'long', key: words, label: `What should we know about ${words}?` };
  }
  if (type === 'rating') return { type, key: words, label: `How do you like ${words}?` };
  if (type === 'bool') return { type, key: words, label: question(words) };
  const plain = type === null || type === 'number' ? plainType(words, type ?? '') : type;
  return { type: plain, key: words, label: capitalised(words) };
}

function nameless(type: FieldType | null): Draft | { readonly lacks: string } {
  if (type === 'rating') return { type, key: 'rating', label: 'How do you like it?' };
  if (type === 'date') return { type, key: 'date', label: 'Which day?' };
  if (type === 'number') return { type, key: 'number', label: 'How many?' };
  if (type === 'long') return { type, key: 'comments', label: 'Anything else that you want to say?' };
  const what = type === 'bool' ? 'a yes/no question' : 'a question';
  return {
    lacks: `What shall it ask? Put its words in quotes, for example: add ${what} "Do you come by car?"`,
  };
}

function plainType(words: string, kindWord = ''): FieldType {
  const kind = toField(words, kindWord)?.kind ?? 'text';
  return kind === 'email' || kind === 'number' || kind === 'date' ? kind : 'text';
}

function decided(
  own: FieldType | null,
  named: FieldType | null,
  options: readonly string[],
  ranged: boolean,
): FieldType {
  if (options.length > 0) return named === 'multi' ? 'multi' : 'choice';
  if (ranged) return own === 'number' ? 'number' : 'rating';
  return own ?? 'text';
}

function optionsOf(
  text: string,
  label: RegExpExecArray | null,
  named: FieldType | null,
): { readonly options: readonly string[]; readonly from: number } | null {
  const behind = label ? label.index + label[0].length : 0;
  const rest = text.slice(behind);
  const chooses = named === 'choice' || named === 'multi' || label !== null;
  const found = OPTIONS.exec(rest) ?? (chooses ? (BETWEEN.exec(rest) ?? LISTED.exec(rest)) : null);
  if (!found) return null;
  const options = listIn((found.groups?.['list'] ?? '').replace(/\)$/u, ''));
  return options.length === 0 ? null : { options, from: behind + found.index };
}

function rangeOf({ groups }: RegExpExecArray): { readonly min: number; readonly max: number } {
  const [a, b] = [Number(groups?.['min']), Number(groups?.['max'])];
  return a < b ? { min: a, max: b } : { min: b, max: a === b ? a + 1 : a };
}

/** "they come by car" as it is asked: "Do you come by car?" */
function asYou(words: string): string {
  const you = words
    .replace(/^(?:they|people|somebody|someone|one|guests)\s+(?:is|are)\s+/iu, 'are you ')
    .replace(/^(?:they|people|somebody|someone|one|guests|you)\s+(?:has|have)\s+/iu, 'do you have ')
    .replace(/^(?:they|people|somebody|someone|one|guests|you)\s+(?=can|will|would|could|should|may)/iu, '')
    .replace(/^(?:they|people|somebody|someone|one|guests|you)\s+/iu, 'do you ')
    .replace(/^(?<verb>can|will|would|could|should|may)\s+/iu, '$<verb> you ')
    .replace(/\btheir\b/giu, 'your')
    .replace(/\bthey\b/giu, 'you');
  return question(you);
}

/** "How many dogs they have" as it is asked: "How many dogs do you have" */
function ofYou(words: string): string {
  return words.replace(/\b(?:they|people|guests)\s+(?=[a-z]+$)/u, 'do you ').replace(/\btheir\b/giu, 'your');
}

function question(words: string): string {
  return `${capitalised(unquoted(words).replace(/\?+$/u, ''))}?`;
}

function outside(text: string): string {
  return text.replace(/"[^"]*"/gu, (part) => ' '.repeat(part.length));
}

function cutOutside(text: string, pattern: RegExp): string {
  const found = pattern.exec(outside(text));
  return found ? text.slice(0, found.index) + text.slice(found.index + found[0].length) : text;
}
