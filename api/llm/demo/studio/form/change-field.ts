import { unquoted } from '../clauses.ts';
import type { Opened } from '../opened.ts';
import { invoke, quote, type Nothing, type Reader, type Step } from '../wish.ts';
import { fieldNamed, nameOf } from './find-field.ts';

const NEEDED = 'required|mandatory|compulsory|obligatory|optional|voluntary|not required';
const MAKE = new RegExp(
  String.raw`^(?:make|set|mark|leave)\s+(?<target>\S[^\n]{0,200}?)\s+(?:as\s+|to\s+|to\s+be\s+|be\s+)?(?<how>${NEEDED})$`,
  'iu',
);
const MUST = new RegExp(
  String.raw`^(?<target>\S[^\n]{0,200}?)\s+(?:should|must|has to|have to|shall|is|are)\s+(?:be\s+)?(?<how>${NEEDED})$`,
  'iu',
);
const REQUIRE = /^(?<how>require)\s+(?<target>\S[^\n]{0,200})$/iu;
const ALL =
  /^(?:all|everything|every\s+(?:question|field|one)|all\s+(?:of\s+(?:it|them)|(?:the\s+)?(?:questions|fields)))$/iu;

/** "Make the e-mail required", "everything should be optional". */
export const readRequire: Reader = (clause) => {
  const { target, how = '' } = (MAKE.exec(clause) ?? MUST.exec(clause) ?? REQUIRE.exec(clause))?.groups ?? {};
  if (target === undefined) return null;
  const required = !/optional|voluntary|not/iu.test(how);
  return (now) => {
    if (ALL.test(target)) return requireAll(now, required);
    const field = fieldNamed(target, now);
    if (typeof field === 'string') return { why: field };
    const word = required ? 'required' : 'optional';
    if (isRequired(now.entries[field.at]) === required) {
      return { why: `The question ${field.name} is ${word} already.` };
    }
    return require(field.key, required, `The question ${field.name} is ${word} now.`, field.name);
  };
};

/** One question after the other, until all are so. */
function requireAll({ entries }: Opened, required: boolean): Step | Nothing {
  const left = entries.filter((field) => isRequired(field) !== required && typeof field['key'] === 'string');
  const [next] = left;
  const word = required ? 'required' : 'optional';
  if (!next) return { why: `Every question is ${word} now.` };
  return { ...require(String(next['key']), required, '', quote(nameOf(next))), more: true };
}

function require(key: string, required: boolean, done: string, name: string): Step {
  return {
    call: invoke('updateField', { key, changes: { required: required ? true : null } }),
    doing: `I make the question ${name} ${required ? 'required' : 'optional'}.`,
    done,
    touched: key,
  };
}

function isRequired(field: Readonly<Record<string, unknown>> | undefined): boolean {
  return field?.['required'] === true;
}

const RENAME =
  /^(?:rename|relabel|reword|rephrase|call|change|set|replace)\s+(?:the\s+)?(?:(?:label|text|wording|words|name)\s+(?:of\s+|for\s+)?)?(?:the\s+)?(?:(?:question|field)\s+(?=["\p{L}]))?(?<target>"[^"\n]+"|[^"\n]{1,200}?)\s+(?:to|as|into|with|by)\s*:?\s+(?<label>\S[^\n]{0,600})$/iu;

/** "Rename the question "Which size?" to Which cake?": other words, the same key, so that answers stay. */
export const readRelabel: Reader = (clause) => {
  const { target, label = '' } = RENAME.exec(clause)?.groups ?? {};
  if (target === undefined) return null;
  return (now) => {
    const field = fieldNamed(target, now);
    if (typeof field === 'string') return { why: field };
    const words = unquoted(label);
    if (words === '') return { why: 'A question needs words.' };
    return {
      call: invoke('updateField', { key: field.key, changes: { label: words } }),
      doing: `I reword the question ${field.name}.`,
      done: `The question ${field.name} reads ${quote(words)} now; its answers stay together.`,
      touched: field.key,
    };
  };
};
