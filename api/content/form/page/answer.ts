import type { FormDocument, FormField } from '../document.ts';
import { DEFAULT_RATING } from '../document.ts';
import { checkRecord } from '../record.ts';
import type { Language } from '../../page/language.ts';
import { readNumber, writeNumber } from './numbers.ts';

/** What stands in the inputs, by the field's key; more than one for checkboxes. */
export type Entries = ReadonlyMap<string, readonly string[]>;
/** The code of what is wrong, by the field's key. */
export type Mistakes = ReadonlyMap<string, string>;

/** Before a field's key in the names of inputs: no key can be taken for one of our own names. */
const PREFIX = 'answer.';
/** Names of our own inputs. */
export const TOKEN_INPUT = 'token';
export const LANGUAGE_INPUT = 'language';
export const BROWSER_INPUT = 'browser';
/** How far a visitor got, in what the page tells of it (marks.ts). */
export const MARK_INPUT = 'mark';

export function inputName({ key }: FormField): string {
  return PREFIX + key;
}

/** The entries of a form that was sent; what is no answer is left out. */
export function entriesOf(form: Iterable<readonly [string, unknown]>): Entries {
  const entries = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (!name.startsWith(PREFIX) || typeof value !== 'string') continue;
    const key = name.slice(PREFIX.length);
    // Browsers send line ends as CR LF, whatever the text area says.
    entries.set(key, [...(entries.get(key) ?? []), value.replaceAll('\r\n', '\n')]);
  }
  return entries;
}

/**
 * The answer that the inputs stand for, as the API takes it (spec 2.5): each value in the JSON type of its field, empty
 * ones left out. A text that is no number stays a text, for the check to say so.
 */
export function readAnswer({ fields }: FormDocument, entries: Entries, language: Language): object {
  const values = fields.flatMap((field) => {
    const value = valueOf(field, entries.get(field.key) ?? [], language);
    return value === undefined ? [] : [[field.key, value] as const];
  });
  // fromEntries makes own members whatever a key is called.
  return Object.fromEntries(values);
}

function valueOf(field: FormField, given: readonly string[], language: Language): unknown {
  const filled = given.filter((one) => one.trim() !== '');
  const [first] = filled;
  if (first === undefined) return undefined;
  switch (field.type) {
    case 'multi':
      return [...new Set(filled)];
    case 'number':
    case 'rating':
      return readNumber(first, language) ?? first;
    case 'bool':
      return first === 'true' ? true : first === 'false' ? false : first;
    case 'email':
    case 'date':
      // A blank that came along with a pasted address is no mistake of the person.
      return first.trim();
    default:
      return first;
  }
}

/** The same check as before storage, by field. */
export function findMistakes(document: FormDocument, answer: object): Mistakes {
  return mistakesOf(checkRecord(document, answer).diagnostics);
}

export function mistakesOf(diagnostics: readonly { code: string; path?: string }[]): Mistakes {
  return new Map(
    diagnostics.map(({ code, path = '' }) => [
      path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
      code,
    ]),
  );
}

/** What an address fills in: `?key=value`, repeated for more than one choice. What does not fit is left out. */
export function prefill({ fields }: FormDocument, query: URLSearchParams, language: Language): Entries {
  const entries = new Map<string, readonly string[]>();
  for (const field of fields) {
    const given = query.getAll(field.key).filter((value) => value !== '');
    const usable = given.flatMap((value) => usableValue(field, value, language) ?? []);
    const values = field.type === 'multi' ? usable : usable.slice(0, 1);
    if (values.length > 0) entries.set(field.key, values);
  }
  return entries;
}

function usableValue(field: FormField, value: string, language: Language): string | null {
  switch (field.type) {
    case 'choice':
    case 'multi':
      return field.options?.includes(value) ? value : null;
    case 'bool':
      return value === 'true' || value === 'false' ? value : null;
    case 'number':
    case 'rating':
      return Number.isFinite(Number(value)) && value.trim() !== ''
        ? writeNumber(Number(value), language)
        : null;
    default:
      return value;
  }
}

/** The values that a rating shows as a row of choices; null where it is a number to be typed. */
export function ratingSteps({ type, range = DEFAULT_RATING }: FormField): readonly number[] | null {
  const count = range.max - range.min;
  if (type !== 'rating' || !Number.isInteger(count) || count > 10) return null;
  return Array.from({ length: count + 1 }, (_, step) => range.min + step);
}
