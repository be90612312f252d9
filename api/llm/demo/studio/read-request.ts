import type { KindId } from '../../../content/kinds.ts';
import { readChanges } from '../changes.ts';
import { buildWish, triesOf, type Plan } from './build.ts';
import type { Request } from './change.ts';
import { readDescription, readTitle } from './change-title.ts';
import { clausesOf } from './clauses.ts';
import { readAddField } from './form/add-field.ts';
import { readMoveField, readRemoveField } from './form/arrange-fields.ts';
import { readRelabel, readRequire } from './form/change-field.ts';
import { readOptions, readRange } from './form/options.ts';
import { readRetype } from './form/retype-field.ts';
import { beginsWithSample, namedSample } from './sample-words.ts';
import { readAddSlide } from './slides/add-slide.ts';
import { readMoveSlide, readRemoveSlide } from './slides/arrange-slides.ts';
import { readBullet } from './slides/bullets.ts';
import { readChangeSlide } from './slides/change-slide.ts';
import { readTheme, themeWords } from './slides/theme.ts';
import { subjectOf } from './subject.ts';
import type { Reader, Wish } from './wish.ts';

/** What of a clause is understood, in this order: the first that can read it has it. */
const READERS: Readonly<Record<KindId, readonly Reader[]>> = {
  form: [
    readOptions,
    readRange,
    readRequire,
    readDescription,
    readTitle,
    readAddField,
    readMoveField,
    readRemoveField,
    readRetype,
    readRelabel,
  ],
  slides: [readBullet, readAddSlide, readTheme, readTitle, readChangeSlide, readMoveSlide, readRemoveSlide],
};

const MAKE = String.raw`(?:make|build|create|write|generate|draft|prepare|design|start|set\s+up|give|(?:i|we)(?:['’]d)?\s+(?:want|need|would\s+like|like)(?:\s+to\s+\w+)?)(?:\s+(?:me|us))?`;
const BUILD = new RegExp(
  String.raw`^(?:${MAKE}|(?:make|turn|change|convert)\s+(?:it|this|that|everything)\s+(?:into|to)|(?:replace|swap)\s+(?:it|this|that|everything|all)\s+(?:with|by|for)|start\s+(?:over|again)\s+with)\s+`,
  'iu',
);
/** "Create a question about lunch" adds to what is there. */
const SMALL: Readonly<Record<KindId, RegExp>> = {
  form: new RegExp(
    String.raw`^${MAKE}\s+(?=(?:an?|another|one\s+more)\s+(?:[\w/-]+\s+){0,2}?(?:question|field|option|choice|rating)\b)`,
    'iu',
  ),
  slides: new RegExp(
    String.raw`^${MAKE}\s+(?=(?:an?|another|one\s+more)\s+(?:[\w-]+\s+){0,2}?(?:slide(?!\s*(?:deck|show))|bullet|point)\b)`,
    'iu',
  ),
};
const NEW = /^new\s+(?=(?:question|field|slide(?!\s*(?:deck|show))|bullet|point)\b)/iu;

/** Reads what a request asks for: first a whole document, if it wants one, then each small change. */
export function readRequest(kind: KindId, text: string): Request {
  const wishes: Wish[] = [];
  const unread: string[] = [];
  let plan: Plan | null = null;
  for (const [index, raw] of clausesOf(text).entries()) {
    const clause = raw.replace(SMALL[kind], 'add ').replace(NEW, 'add a ');
    const named = plan === null && wantsWhole(kind, clause, index) ? namedSample(kind, clause) : null;
    const wish = named ? null : readClause(kind, clause, index);
    if (named) {
      plan = planOf(kind, clause, named);
      wishes.push(buildWish(kind, plan));
    } else if (wish) wishes.push(wish);
    else unread.push(clause);
  }
  return { wishes, unread, ending: plan ? triesOf(kind, plan) : '' };
}

/** A sentence without a verb, such as "a survey about lunch", counts only where nothing stands before it. */
function wantsWhole(kind: KindId, clause: string, index: number): boolean {
  const words = clause.replace(BUILD, '');
  return (words !== clause || index === 0) && beginsWithSample(kind, words);
}

const CALL_IT = /^(?:call|name|rename)\s+it\s+(?:to\s+|as\s+)?/iu;

function readClause(kind: KindId, clause: string, index: number): Wish | null {
  // Within one request, "it" is what was spoken of just now.
  if (index > 0 && CALL_IT.test(clause)) {
    return (kind === 'form' ? readRelabel : readChangeSlide)(clause.replace(CALL_IT, 'rename it to '));
  }
  for (const read of READERS[kind]) {
    const wish = read(clause);
    if (wish) return wish;
  }
  return null;
}

function planOf(kind: KindId, clause: string, { name, sure }: { name: string; sure: boolean }): Plan {
  const asked = BUILD.test(clause);
  const { title } = readChanges(clause);
  const rest =
    title === null ? clause : clause.replace(title, '').replace(/\b(?:called|named|titled)\b[\s"]*/giu, '');
  const subject = subjectOf(rest);
  const words = subject?.heading.slice(1) ?? '';
  const theme = kind === 'slides' ? themeWords(rest.replace(words, '')).join(' ') : '';
  return { sample: name, asked, sure, subject, title, theme };
}
