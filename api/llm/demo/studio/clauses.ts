const CHARACTERS = 4_000;
const CLAUSES = 12;

const VERB =
  '(?:add|insert|include|append|remove|delete|drop|take|move|put|make|mark|change|set|rename|reword|call|name|turn|convert|require|replace|use|switch|bring)';
const THEN = String.raw`,?\s+(?:and\s+then|and\s+also|and|then|also)\s+(?:please\s+)?`;
const THING = String.raw`(?:an?|another|one\s+more)\s+(?:[\w/-]+\s+){0,2}?(?:question|field|rating|slide|bullet|point)\b`;
const CUT = new RegExp(
  String.raw`"[^"]*"|(?<cut>\s*\n\s*|\s*;\s*|[.!]\s+(?=\p{L})|${THEN}(?=(?:${VERB}\b|${THING}))|\s+with\s+(?=${THING})|,\s+(?=${VERB}\b|${THING}))`,
  'giu',
);
const THING_ALONE = new RegExp(`^${THING}`, 'iu');
const LEAD =
  /^(?:(?:please|thanks|thank you|now|then|also|ok(?:ay)?|hi|hello|hey|and|can you|could you|would you|will you|i want you to|i would like you to|i['’]d like you to|let['’]?s)\b[\s,:]*)+/iu;

/**
 * Cuts a request into its single wishes: "add a question about allergies and make it required" has two. What stands in
 * quotes is never cut; quotes of every sort come out as straight ones.
 */
export function clausesOf(request: string): readonly string[] {
  const text = straightQuotes(request.slice(0, CHARACTERS));
  const clauses: string[] = [];
  let from = 0;
  for (const found of text.matchAll(CUT)) {
    const cut = found.groups?.['cut'];
    if (cut === undefined) continue;
    clauses.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  clauses.push(text.slice(from));
  return clauses
    .map(tidy)
    .filter(Boolean)
    .slice(0, CLAUSES)
    .map((clause, index) => (index > 0 && THING_ALONE.test(clause) ? `add ${clause}` : clause));
}

function tidy(clause: string): string {
  return clause
    .trim()
    .replace(LEAD, '')
    .replace(/[\s.!,]+$/u, '')
    .replace(/\s+please$/iu, '');
}

/** Single quotes count only around words: in "don't" there is none. */
function straightQuotes(text: string): string {
  return text
    .replace(/[“”„«»]/gu, '"')
    .replace(/(?<=^|[\s(:])['‘‚]([^'‘’\n]{1,300})['’](?=$|[\s.,;:!?)])/gu, '"$1"');
}

/** Words that may stand in quotes, without them and without an end of a sentence. */
export function unquoted(words: string): string {
  const whole = /^"([^"]*)"[.,!]*$/.exec(words.trim())?.[1];
  return (whole ?? words.replaceAll('"', '')).trim();
}

export function capitalised(text: string): string {
  const [first = '', ...rest] = [...text];
  return first.toUpperCase() + rest.join('');
}
