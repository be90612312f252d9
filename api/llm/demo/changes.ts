import { COLOUR_NAME, findColour } from './colour.ts';
import { toField, type Field } from './field.ts';

/** What the demo can change in an app; null where nothing is to change. */
export interface Changes {
  readonly title: string | null;
  /** `#rrggbb` */
  readonly colour: string | null;
  readonly theme: 'dark' | 'light' | 'light dark' | null;
  readonly field: Field | null;
  /** Options to add to a poll. */
  readonly options: readonly string[];
}

/** Characters that a title may have. */
export const TITLE_MAX = 120;

// More than a title may have is still read, so that it can be said that it is too long.
const READ = 1_000;
// "Anna and Tom" is one title; "Anna and make it blue" is a title and another wish.
const NEXT_WISH = String.raw`(?:an?|the|it|dark|light|make|change|set|turn|switch|use|add|${COLOUR_NAME})\b`;
const QUOTED = `["“”«'‘]([^"“”«»]{1,${READ}}?)["”“»'’](?=[\\s.,;!?)]|$)`;
const TITLE_LEAD = String.raw`\b(?:(?:re)?name[d]?|call(?:ed)?|titled?|title|heading|headline)\b(?:\s+(?:it|this|the\s+(?:app|page|title|site)))?(?:\s+(?:to|as|is|into|be))*\s*:?\s*`;
const QUOTED_TITLE = new RegExp(TITLE_LEAD + QUOTED, 'iu');
const BARE_TITLE = new RegExp(
  `${TITLE_LEAD}(?<title>[\\p{Lu}\\p{N}][^.,;!?\\n]{0,${READ}}?)(?=\\s+(?:and|with|in)\\s+${NEXT_WISH}|[.,;!?\\n]|$)`,
  'u',
);
const BARE_TITLE_TO = new RegExp(
  String.raw`\b(?:title|heading|headline|name|rename it)\s+to:?\s+(?<title>[^.,;!?\n]{1,${READ}}?)(?=\s+and\s+${NEXT_WISH}|[.,;!?\n]|$)`,
  'iu',
);
const QUESTION = new RegExp(String.raw`\bask(?:s|ing)?:?\s+` + QUOTED, 'iu');
const POLL_QUESTION = /\b(?:poll|vote)\b[^:?]{0,40}:\s*(?<title>[^?\n]{3,999}\?)(?<rest>[^\n]*)/iu;

const FIELD_AFTER =
  /\badd\s+(?:an?\s+|the\s+|another\s+)?(?:new\s+|optional\s+)*(?:(text|e-?mail|number|date|link|url)\s+)?(?:field|input|column|question)\s+(?:(?:for|called|named|to ask for|with)\s+)?(?:the\s+|an?\s+|your\s+|their\s+)?["“'‘]?([\p{L}][\p{L}\p{N} _-]{0,38}?)["”'’]?(?=\s+(?:to|in|on)\s+|\s+and\s+|[.,;!?\n]|$)/iu;
const FIELD_BEFORE =
  /\badd\s+(?:an?\s+|the\s+|another\s+)?(?:new\s+|optional\s+)*["“'‘]?([\p{L}][\p{L}\p{N} _-]{0,38}?)["”'’]?\s+(?:field|input|column)\b/iu;
const ADD_OPTION =
  /\badd\s+(?:an?\s+|the\s+|another\s+|more\s+)?(?:new\s+)?(?:option|choice|answer)s?\s*(?:for|called|named)?\s*:?\s*(?<list>[^\n]{1,400})/iu;

/** Reads the changes that a text asks for. */
export function readChanges(text: string): Changes {
  const poll = POLL_QUESTION.exec(text)?.groups;
  const title = readTitle(text) ?? poll?.['title']?.trim() ?? null;
  const field = readField(text);
  // A title or a field may have a colour's name in it, which is not the accent.
  const rest = [title, field?.label].reduce<string>(
    (left, part) => (part ? left.replace(part, '') : left),
    text,
  );
  const added = ADD_OPTION.exec(text)?.groups?.['list'] ?? poll?.['rest'] ?? '';
  return { title, colour: findColour(rest), theme: readTheme(rest), field, options: splitOptions(added) };
}

/** Whether there is anything to change. */
export function changesAnything({ title, colour, theme, field, options }: Changes): boolean {
  return title !== null || colour !== null || theme !== null || field !== null || options.length > 0;
}

function readTitle(text: string): string | null {
  const found =
    QUESTION.exec(text)?.[1] ??
    QUOTED_TITLE.exec(text)?.[1] ??
    BARE_TITLE_TO.exec(text)?.groups?.['title'] ??
    BARE_TITLE.exec(text)?.groups?.['title'];
  return found?.trim() || null;
}

function readTheme(text: string): Changes['theme'] {
  if (new RegExp(String.raw`\bdark\b(?!\s+${COLOUR_NAME})`, 'i').test(text)) return 'dark';
  if (
    /\blight\s+(?:theme|mode|look|background|version)\b|\b(?:make|turn|switch)\b.{0,20}\blight\b/i.test(text)
  )
    return 'light';
  if (/\b(?:follow|automatic|system)\b.{0,30}\b(?:theme|mode|system)\b/i.test(text)) return 'light dark';
  return null;
}

function readField(text: string): Field | null {
  const after = FIELD_AFTER.exec(text);
  if (after?.[2]) return toField(after[2].trim(), after[1]);
  const before = FIELD_BEFORE.exec(text);
  return before?.[1] ? toField(before[1].trim()) : null;
}

/** The single options in a list such as "a, b and c": 20 at most, of 80 characters. */
export function splitOptions(list: string): readonly string[] {
  const options = list
    .replace(/^[\s:,-]+|[\s.!?]+$/g, '')
    .replace(/^(?:options?|choices?|answers?)\s*:?\s*/i, '')
    .split(/\s*[,;/]\s*|\s+(?:and|or)\s+/i)
    .map((option) => option.replace(/^["“'‘]|["”'’]$/g, '').trim())
    .filter((option) => option !== '' && option.length <= 80);
  return [...new Set(options)].slice(0, 20);
}
