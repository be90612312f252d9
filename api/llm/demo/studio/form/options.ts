import { hasOptions, hasRange } from '../../../../content/form/document.ts';
import { folded } from '../find-entry.ts';
import { joined, listIn } from '../lists.ts';
import { textIn, type Opened } from '../opened.ts';
import { invoke, type Reader } from '../wish.ts';
import { fieldNamed, nameOf } from './find-field.ts';

const NOUN = '(?:options?|answers?|choices|possibilit(?:y|ies))\\b';
const ADD = new RegExp(
  String.raw`^(?:add|include|append|insert)\s+(?:an?\s+|the\s+|another\s+|more\s+|some\s+)?(?:new\s+|further\s+)?${NOUN}\s*(?:called\s+|named\s+|for\s+(?=")|:\s*)?(?<list>\S[^\n]{0,600}?)(?:\s+(?:to|for|in)\s+(?<target>[^\n]{1,200}))?$`,
  'iu',
);
const REMOVE = new RegExp(
  String.raw`^(?:remove|delete|drop|take\s+out)\s+(?:the\s+)?${NOUN}\s+(?<list>\S[^\n]{0,600}?)(?:\s+(?:from|of|in)\s+(?<target>[^\n]{1,200}))?$`,
  'iu',
);
const SET = new RegExp(
  String.raw`^(?:set|change|make|replace)\s+(?:the\s+)?${NOUN}(?:\s+(?:of|for|in)\s+(?<target>[^\n:]{1,200}?))?\s*(?:\s(?:to|into|with|by)|:)\s*(?<list>[^\n]{1,600})$`,
  'iu',
);
const RANGE =
  /^(?:make|set|change|let)\s+(?:the\s+(?:range|scale)\s+(?:of|for)\s+)?(?<target>\S[^\n]{0,200}?)\s+(?:(?:go|run|range)\s+)?(?:to\s+(?:be\s+)?)?(?:on\s+)?(?:a\s+scale\s+)?(?:from\s+|of\s+|between\s+)?(?<min>-?\d{1,6})\s*(?:to|-|–|and)\s*(?<max>-?\d{1,6})$/iu;

type Change = (own: readonly string[], given: readonly string[]) => readonly string[];

/** "Add the option Sushi to question 3", "remove the option Soup", "set the options of the topic to A, B". */
export const readOptions: Reader = (clause) =>
  read(SET.exec(clause), (_own, given) => given) ??
  read(REMOVE.exec(clause), (own, given) =>
    own.filter((option) => !given.some((one) => folded(one) === folded(option))),
  ) ??
  read(ADD.exec(clause), (own, given) => [
    ...own,
    ...given.filter((one) => !own.some((option) => folded(option) === folded(one))),
  ]);

function read(found: RegExpExecArray | null, change: Change): ReturnType<Reader> {
  const { list = '', target } = found?.groups ?? {};
  const given = listIn(list);
  if (given.length === 0) return null;
  return (now) => {
    const field = fieldNamed(target ?? choiceIn(now, given), now);
    if (typeof field === 'string')
      return { why: target ? field : 'Say which question the options belong to.' };
    if (!hasOptions(field.type))
      return { why: `The question ${field.name} is no choice, so it has no options.` };
    const before = optionsOf(now.entries[field.at]);
    const options = change(before, given);
    if (options.join('\n') === before.join('\n')) {
      return { why: `Nothing had to change: the question ${field.name} has the options ${joined(before)}.` };
    }
    if (options.length === 0) return { why: `The question ${field.name} needs one option at least.` };
    return {
      call: invoke('updateField', { key: field.key, changes: { options } }),
      doing: `I change the options of ${field.name}.`,
      done: `The question ${field.name} has the options ${joined(options)} now.`,
      touched: field.key,
    };
  };
}

/** Where no question is named: the one that has such an option, the one that was spoken of, or the last choice. */
function choiceIn({ entries, touched }: Opened, given: readonly string[]): string {
  const choices = entries.filter((field) => hasOptions(field['type']));
  const having = choices.find((field) =>
    optionsOf(field).some((own) => given.some((one) => folded(one) === folded(own))),
  );
  const field = having ?? choices.find((one) => one['key'] === touched) ?? choices.at(-1);
  return textIn(field, 'key') || nameOf(field);
}

function optionsOf(field: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const own = field?.['options'];
  return Array.isArray(own) ? own.map(String) : [];
}

/** "Make the rating from 1 to 10". */
export const readRange: Reader = (clause) => {
  const { target, min, max } = RANGE.exec(clause)?.groups ?? {};
  if (target === undefined) return null;
  const range = { min: Number(min), max: Number(max) };
  return (now) => {
    const field = fieldNamed(target, now);
    if (typeof field === 'string') return { why: field };
    if (!hasRange(field.type)) return { why: `The question ${field.name} is no number and no rating.` };
    return {
      call: invoke('updateField', { key: field.key, changes: { range } }),
      doing: `I change how far the question ${field.name} goes.`,
      done: `The question ${field.name} goes from ${min} to ${max} now.`,
      touched: field.key,
    };
  };
};
