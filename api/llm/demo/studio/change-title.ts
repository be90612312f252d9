import type { Call } from '../move.ts';
import { unquoted } from './clauses.ts';
import { headEdit } from './head.ts';
import { textIn, type Opened } from './opened.ts';
import { invoke, quote, type Reader } from './wish.ts';

const OWN = String.raw`(?:form|survey|questionnaire|quiz|deck|presentation|slide\s?show|document|page|whole\s+thing)`;
const TITLE = new RegExp(
  String.raw`^(?:(?:change|set|rename|reword|make|update|edit)\s+)?(?:the\s+)?(?:(?:${OWN})['’]?s?\s+)?(?:title|heading|headline|name(?=\s+of\s))(?:\s+of\s+(?:the|this)\s+${OWN})?\s*(?:\s(?:to|as|into|be|is)|:)\s*(?<title>\S[^\n]*)$`,
  'iu',
);
const CALL = new RegExp(
  String.raw`^(?:rename|retitle|call|name|title)\s+(?:it|this|(?:the|this)\s+${OWN})\s+(?:to\s+|as\s+|into\s+)?(?<title>\S[^\n]*)$`,
  'iu',
);
const MAKE = /^(?:make|set)\s+the\s+title\s+(?<title>\S[^\n]*)$/iu;
const DESC =
  /^(?:(?:change|set|add|make|write|update|rename|use)\s+)?(?:the\s+|an?\s+)?(?:description|intro(?:duction)?(?:\s+text)?|lead|sub-?title|sub-?heading)\s*(?:\s(?:to|saying|that\s+says|as|is)|:|(?=\s"))\s*(?<desc>\S[^\n]*)$/iu;
const WORDLESS =
  /^(?:change|set|add|make|write|update)\s+(?:the\s+|an?\s+)?(?:description|intro(?:duction)?(?:\s+text)?|lead|sub-?title)$/iu;
const NO_DESC =
  /^(?:remove|delete|drop)\s+the\s+(?:description|intro(?:duction)?(?:\s+text)?|lead|sub-?title)$/iu;

/** Characters that a title may have. */
export const LONGEST_TITLE = 120;

/** "Change the title to Summer party", "call it Summer party". */
export const readTitle: Reader = (clause) => {
  const found = TITLE.exec(clause) ?? CALL.exec(clause) ?? MAKE.exec(clause);
  const title = unquoted(found?.groups?.['title'] ?? '');
  if (title === '') return null;
  return (now) => {
    const before = textIn(now.document, 'title');
    const length = [...title].length;
    if (length > LONGEST_TITLE) {
      return {
        why: `That title is too long: it has ${length} characters, and ${LONGEST_TITLE} is the limit.`,
      };
    }
    // A deck shows the heading of its first slide; its title is the name of the page.
    if (before === title) return coverStep(now, title) ?? { why: `The title is ${quote(title)} already.` };
    const call = headEdit(now, 'title', title);
    if (!call) return { why: 'The document has no title that I could change.' };
    const more = now.kind === 'slides' && textIn(now.entries[0], 'heading') === before;
    return { call, doing: 'I change the title.', done: `The title is ${quote(title)} now.`, more };
  };
};

function coverStep({ kind, entries: [cover] }: Opened, title: string) {
  if (kind !== 'slides' || cover?.['layout'] !== 'title' || textIn(cover, 'heading') === title) return null;
  const call: Call = invoke('update', { index: 0, changes: { heading: title } });
  return { call, doing: 'The first slide shows it too.', done: 'The first slide shows it too.', touched: 0 };
}

/** "Change the description to …"; a deck has none. */
export const readDescription: Reader = (clause) => {
  if (WORDLESS.test(clause))
    return () => ({ why: 'What shall it say? For example: change the description to "Come all."' });
  const desc = NO_DESC.test(clause) ? '' : unquoted(DESC.exec(clause)?.groups?.['desc'] ?? '');
  if (desc === '' && !NO_DESC.test(clause)) return null;
  return (now) => {
    if (textIn(now.document, 'desc') === desc) return { why: 'The description is like that already.' };
    const call = headEdit(now, 'desc', desc);
    if (!call) return { why: 'There is no title below which a description could stand.' };
    const done = desc === '' ? 'The description is gone.' : `The description reads ${quote(desc)} now.`;
    return { call, doing: 'I change the description.', done };
  };
};
