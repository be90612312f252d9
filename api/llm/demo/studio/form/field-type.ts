import type { FieldType } from '../../../../content/form/document.ts';

const YES_NO = String.raw`yes[\s/-]*(?:or[\s-]*)?no|boolean|tick[\s-]?box|check[\s-]?box`;
const WORDS: readonly (readonly [FieldType, string])[] = [
  [
    'multi',
    String.raw`check[\s-]?boxes|tick[\s-]?boxes|multi(?:[\s-]?select)?|several[\s-]choices?|multiple[\s-]answers?`,
  ],
  ['bool', YES_NO],
  [
    'choice',
    String.raw`multiple[\s-]choice|single[\s-]choice|choice|drop[\s-]?down|select|radio(?:[\s-]buttons?)?`,
  ],
  ['rating', String.raw`(?:star[\s-])?ratings?|stars?|scale|score`],
  ['date', 'date|day|calendar'],
  ['email', String.raw`e-?mail(?:[\s-]address)?`],
  ['number', 'numbers?|numeric|amount|quantity'],
  [
    'long',
    String.raw`long(?:[\s-](?:text|answer))?|paragraph|comments?|free[\s-]text|text[\s-]?area|multi[\s-]?line(?:[\s-]text)?`,
  ],
  ['text', String.raw`short(?:[\s-](?:text|answer))?|text|one[\s-]line`],
];

const NOUN = '(?:questions?|fields?|inputs?|items?|box|line)';
const INSIDE = WORDS.map(([type, words]) => [type, new RegExp(String.raw`\b(?:${words})\b`, 'iu')] as const);
const WHOLE = WORDS.map(
  ([type, words]) =>
    [type, new RegExp(String.raw`^(?:an?\s+|the\s+)?(?:${words})(?:\s+${NOUN})?$`, 'iu')] as const,
);
const ALL = new RegExp(String.raw`\b(?:${WORDS.map(([, words]) => words).join('|')}|${NOUN})\b`, 'giu');

/** The type that words before a question name: "yes/no", "choice"; null when they name none. */
export function typeIn(words: string): FieldType | null {
  return INSIDE.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** The type that words are, and nothing besides; null otherwise. */
export function typeNamed(words: string): FieldType | null {
  return WHOLE.find(([, pattern]) => pattern.test(words.trim()))?.[0] ?? null;
}

/** Words without those that name a type or say "question". */
export function withoutType(words: string): string {
  return words.replace(ALL, ' ').replace(/\s+/gu, ' ').trim();
}

const ASKS: readonly (readonly [FieldType, RegExp])[] = [
  ['bool', /^(?:do|does|did|are|is|was|were|will|would|can|could|have|has|may|should)\b/iu],
  ['number', /^how (?:many|much|old|long|far)\b/iu],
  ['rating', /^how (?:well|good|satisfied|happy|likely|important|did you like|do you like|was|is|are)\b/iu],
  ['date', /^(?:when|(?:on |by |until )?(?:which|what) (?:day|date))\b/iu],
  ['long', /^(?:why|how|tell|describe|explain)\b|^what (?:should|would|could|did|do|is|was|are)\b/iu],
];

/** The type that a question's own words suggest; null when they suggest none. */
export function typeAsked(label: string): FieldType | null {
  return ASKS.find(([, pattern]) => pattern.test(label))?.[0] ?? null;
}

/** How a type is called in a sentence. */
export const TYPE_NAMES: Readonly<Record<FieldType, string>> = {
  text: 'a short text',
  long: 'a long text',
  email: 'an e-mail address',
  number: 'a number',
  choice: 'a choice of one',
  multi: 'a choice of several',
  rating: 'a rating',
  date: 'a date',
  bool: 'a yes/no question',
};
