import { capitalised, unquoted } from '../clauses.ts';
import { textIn, type Opened } from '../opened.ts';
import { invoke, quote, type Reader } from '../wish.ts';
import { findSlide, slideName } from './find-slide.ts';

const MEMBERS: Readonly<Record<string, string>> = {
  heading: 'heading',
  headline: 'heading',
  title: 'heading',
  subtitle: 'subtitle',
  'sub-title': 'subtitle',
  text: 'body',
  body: 'body',
};
const MEMBER = 'heading|headline|title|sub-?title|text|body';
const TARGET = String.raw`(?:slide\s*#?\d{1,3}|the\s+[^\n"]{1,80}?\s*(?:slide|page)|the\s+slide\s+[^\n"]{1,100}?|it|this\s+slide|"[^"\n]+")`;
const OF = new RegExp(
  String.raw`^(?:(?:change|set|make|rename|reword|add|write|give)\s+)?(?:the\s+|an?\s+)?(?<member>${MEMBER})\s+(?:of|on|for|in|to)\s+(?<target>${TARGET})\s*(?:\s(?:to|into|as|saying)|:)\s*(?<text>\S[^\n]*)$`,
  'iu',
);
const RENAME = new RegExp(
  String.raw`^(?:rename|retitle|call|name|title)\s+(?<target>${TARGET})\s+(?:to\s+|as\s+|into\s+)?(?<text>\S[^\n]*)$`,
  'iu',
);
const REWORD =
  /^(?:change|reword|replace)\s+(?<target>"[^"\n]+")\s+(?:to|with|by|into)\s+(?<text>\S[^\n]*)$/iu;
const SUBTITLE =
  /^(?:(?:change|set|add|make|write|update|use)\s+)?(?:the\s+|an?\s+)?(?<member>sub-?title)\s*(?:\s(?:to|saying|as|is)|:|(?=\s"))\s*(?<text>\S[^\n]*)$/iu;

/** "Change the heading of slide 2 to Costs", "rename slide 2 to Costs", "change the subtitle to Spring meeting". */
export const readChangeSlide: Reader = (clause) => {
  const groups = (OF.exec(clause) ?? SUBTITLE.exec(clause) ?? RENAME.exec(clause) ?? REWORD.exec(clause))
    ?.groups;
  if (!groups) return null;
  const { target = 'slide 1' } = groups;
  const member = MEMBERS[(groups['member'] ?? 'heading').toLowerCase()] ?? 'heading';
  const words = unquoted(groups['text'] ?? '');
  if (words === '') return null;
  return (now) => {
    // "Call it …" is the deck, unless a slide was spoken of.
    if (/^it$/iu.test(target) && groups['member'] === undefined && now.touched === null) {
      return { why: 'Say which slide, or say "change the title to …" for the deck.' };
    }
    const at = findSlide(target, now);
    if (typeof at === 'string') return { why: at };
    const text = member === 'heading' ? capitalised(words) : words;
    const name = slideName(at, now);
    if (textIn(now.entries[at], member) === text) return { why: `${capitalised(name)} says so already.` };
    return {
      call: invoke('update', { index: at, changes: { [member]: withNotes(now, at, member, text) } }),
      doing: `I change ${name}.`,
      done: `The ${member === 'body' ? 'text' : member} of slide ${at + 1} reads ${quote(text)} now.`,
      touched: at,
    };
  };
};

/** What the speaker should say stands behind the text, and stays. */
function withNotes({ entries }: Opened, at: number, member: string, text: string): string {
  const notes =
    member === 'body' ? /^[ \t]*notes:[ \t]*$[\s\S]*/imu.exec(textIn(entries[at], 'body'))?.[0] : undefined;
  return notes === undefined ? text : `${text}\n\n${notes}`;
}
