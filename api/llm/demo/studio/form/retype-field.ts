import { hasOptions, hasRange, type FieldType } from '../../../../content/form/document.ts';
import { unquoted } from '../clauses.ts';
import { listIn } from '../lists.ts';
import { invoke, type Reader } from '../wish.ts';
import { TYPE_NAMES, typeNamed } from './field-type.ts';
import { fieldNamed } from './find-field.ts';

const LEAD = /^(?:make|turn|change|convert|switch)\s+(?:the\s+type\s+of\s+)?/iu;
const OPTIONS = /\s+with\s+(?:the\s+)?(?:options|choices|answers)\s*:?\s*(?<list>[^\n]{1,600})$/iu;
const BETWEEN = /\s+(?:(?:in)?to|be|as)$/iu;
const MOST_WORDS = 6;

/** "Make the age a number", "turn the topic into checkboxes". */
export const readRetype: Reader = (clause) => {
  const options = listIn(OPTIONS.exec(clause)?.groups?.['list'] ?? '');
  const found = LEAD.test(clause) ? splitType(clause.replace(LEAD, '').replace(OPTIONS, '')) : null;
  if (!found) return null;
  const { target, type } = found;
  return (now) => {
    const field = fieldNamed(target, now);
    if (typeof field === 'string') return { why: field };
    if (field.type === type) return { why: `The question ${field.name} is ${TYPE_NAMES[type]} already.` };
    const { options: own, range } = now.entries[field.at] ?? {};
    if (hasOptions(type) && options.length === 0 && own === undefined) {
      return {
        why: `A choice needs options: say "turn ${unquoted(target)} into a choice with options A, B".`,
      };
    }
    const changes = {
      type,
      ...(hasOptions(type) && options.length > 0 && { options }),
      ...(!hasOptions(type) && own !== undefined && { options: null }),
      ...(!hasRange(type) && range !== undefined && { range: null }),
    };
    return {
      call: invoke('updateField', { key: field.key, changes }),
      doing: `I turn the question ${field.name} into ${TYPE_NAMES[type]}.`,
      done: `The question ${field.name} is ${TYPE_NAMES[type]} now.`,
      touched: field.key,
    };
  };
};

/** The type is the longest that the last words are. */
function splitType(words: string): { readonly target: string; readonly type: FieldType } | null {
  const all = words.split(/\s+/u);
  for (let count = Math.min(MOST_WORDS, all.length - 1); count > 0; count -= 1) {
    const type = typeNamed(all.slice(-count).join(' '));
    if (type === null) continue;
    const target = all.slice(0, -count).join(' ').replace(BETWEEN, '');
    return target === '' ? null : { target, type };
  }
  return null;
}
