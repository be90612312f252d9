import { capitalised } from './clauses.ts';

/** What a document shall be about. */
export interface Subject {
  /** As a title begins: "Summer party". */
  readonly heading: string;
  /** As it stands within a sentence: "the summer party"; null where that could read oddly. */
  readonly within: string | null;
}

const LONGEST = 60;
const END = String.raw`(?=\s+(?:with|called|named|titled|in\s+(?:a\s+)?(?:dark|light|red|orange|amber|yellow|green|teal|blue|violet|purple|rose|pink|slate)|which|that|asking|please|and\s+(?:add|make|with)|using|so)\b|[.,;:!?()"\n]|$)`;
const ABOUT = new RegExp(
  String.raw`(?:\b(?:about|regarding|concerning|covering)\s+|:\s*)(?<words>[^.,;:!?()"\n]{1,200}?)${END}`,
  'iu',
);
const FOR = new RegExp(String.raw`\b(?:for|on|of|to)\s+(?<words>[^.,;:!?()"\n]{1,200}?)${END}`, 'iu');
// What shall be in it is not what it is about.
const CONTENTS =
  /\s+(?:with|including)\s+(?:an?|some|two|three|four|five|\d{1,2}|questions?|fields?|options?)\s[^\n]*$/iu;
const NOT_MEANT =
  /^(?:me|us|you|it|them|him|her|my\s+self|everybody|everyone|all|this|that|now|today|fun|free|(?:\w+\s+){0,2}(?:questions?|slides?|fields?|pages?|minutes?|points?|answers?))$/iu;
const BEFORE =
  /\b(?:an?|the|our|my|your|build|make|create|write|need|want)\s+(?<words>(?:[\p{L}\p{N}'’-]{1,30}\s+){1,4}?)(?:survey|questionnaire|registration|sign-?\s?up|rsvp|booking|feedback|evaluation|order|contact|quiz|form|deck|slide|slides|presentation|talk|pitch|proposal|report|lesson|workshop|training)\b/iu;
const PLAIN =
  /^(?:an?|the|me|us|new|short|long|small|little|quick|simple|nice|good|great|real|better|basic|online|sample|example|first|dark|light|red|orange|amber|yellow|green|teal|blue|violet|purple|rose|pink|slate|slide|feedback|contact|order|registration|survey|customer|build|make|create|write|need|want|please|some|business|quarterly|monthly|weekly|yearly|annual|status)$/iu;

/** What a request is about, by its words: "a survey about lunch", "a garden deck"; null when it does not say. */
export function subjectOf(request: string): Subject | null {
  const text = request.replace(CONTENTS, '');
  for (const pattern of [ABOUT, FOR]) {
    const words = pattern.exec(text)?.groups?.['words']?.trim() ?? '';
    if (words !== '' && words.length <= LONGEST && !NOT_MEANT.test(words)) return subject(words);
  }
  const before = BEFORE.exec(text)?.groups?.['words'] ?? '';
  const left = before.split(/\s+/).filter((word) => word !== '' && !PLAIN.test(word));
  return left.length === 0 ? null : { heading: capitalised(left.join(' ')), within: null };
}

function subject(words: string): Subject {
  const bare = words.replace(/^(?:an?|the)\s+/iu, '');
  return { heading: capitalised(bare), within: words.replace(/^an?\s+/iu, 'the ') };
}
