import type { KindId } from '../../../content/kinds.ts';

type Words = readonly (readonly [string, RegExp])[];

const WORDS: Readonly<Record<KindId, Words>> = {
  form: [
    ['quiz', /\bquiz(?:zes)?\b/iu],
    ['feedback', /\b(?:feedback|evaluation|reviews?|retrospective|satisfaction)\b/iu],
    [
      'registration',
      /\b(?:registrations?|register|sign[\s-]?ups?|rsvp|enrol(?:l?ment)?|bookings?|attendance|invitation|applications?|anmeldung)\b/iu,
    ],
    ['order', /\b(?:(?:pre-?\s?)?orders?|order form|shop|bestellung)\b/iu],
    ['contact', /\b(?:contact|get in touch|enquir(?:y|ies)|inquir(?:y|ies)|kontakt)\b/iu],
    ['survey', /\b(?:surveys?|questionnaires?|polls?|umfrage)\b/iu],
  ],
  slides: [
    ['pitch', /\b(?:pitch|proposal|sales deck|business plan)\b/iu],
    ['report', /\b(?:reports?|review|results|retrospective|status|quarterly)\b/iu],
    ['lesson', /\b(?:lessons?|teach|class|course|tutorial|training|workshop|how[\s-]?to)\b/iu],
    ['talk', /\b(?:talk|introduction|overview|keynote|speech|lecture)\b/iu],
  ],
};

/** What names a kind of document as such. */
const ANY: Readonly<Record<KindId, RegExp>> = {
  form: /\b(?:forms?|formular)\b/iu,
  slides: /\b(?:decks?|slide[\s-]?shows?|slides|presentations?|pr(?:ä|ae)sentation)\b/iu,
};

// Somebody is to come to these, so that a form for them takes names.
const EVENT =
  /\b(?:workshop|party|parties|event|meeting|meetup|trip|tour|excursion|course|class|camp|concert|conference|wedding|dinner|picnic|tournament|race|festival|hackathon|barbecue|bbq)\b/iu;

/** A sample of this kind that a text names; `sure` is false where only the kind is named. Null when it names none. */
export function namedSample(
  kind: KindId,
  text: string,
): { readonly name: string; readonly sure: boolean } | null {
  const found = WORDS[kind]
    .map(([name, pattern]) => ({ name, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (found) return { name: found.name, sure: true };
  if (!ANY[kind].test(text)) return null;
  if (kind === 'slides') return { name: 'talk', sure: true };
  return { name: EVENT.test(text) ? 'registration' : 'survey', sure: false };
}

// "Add two slides about bees" and "our survey has three questions" name no new document.
const NOT_BEFORE =
  '(?:great|lovely|perfect|cool|the|this|that|these|those|about|for|on|of|with|is|are|has|have|in|at|to|from|question|field|slide|option|bullet|point|where|how|why|who|when|no|not|any|more|less|fewer|too|all|both|two|three|four|five|six|\\d+|add|insert|include|append|remove|delete|drop|take|move|put|mark|change|set|rename|reword|turn|convert|require|replace|use|switch|bring|keep|show|hide|sort|duplicate|copy|swap|translate|shorten|explain|check|fix|improve|update|edit|merge|split|print|publish|share|export|download)';
const BEHIND = String.raw`(?=\s*(?:$|[:,.!?("]|\s(?:about|for|on|of|with|called|named|titled|in|to|regarding|concerning|that|which|where|so|from|please|and|at)\b))`;

const PHRASE: Readonly<Record<KindId, RegExp>> = { form: phrase('form'), slides: phrase('slides') };

function phrase(kind: KindId): RegExp {
  const nouns = [...WORDS[kind].map(([, pattern]) => pattern.source), ANY[kind].source].join('|');
  return new RegExp(
    String.raw`^(?:the\s+new\s+)?(?:(?!${NOT_BEFORE}\b)[\p{L}\p{N}'’-]{1,30}\s+){0,5}?(?:${nouns})(?:\s+(?:${nouns}))*(?:\s+(?:sheet|page|list))?${BEHIND}`,
    'iu',
  );
}

/** Whether words begin with a document of this kind as such: "a short survey about lunch", but not "the survey is too long". */
export function beginsWithSample(kind: KindId, words: string): boolean {
  return PHRASE[kind].test(words);
}
