import type { Field, Model, Row } from './model.ts';
import { valueFields } from './model.ts';

/** What a form holds for each field: text, as inputs have it. */
export type Texts = Readonly<Record<string, string>>;

export type ReadTexts = { readonly values: Row } | { readonly mistakes: Readonly<Record<string, string>> };

/** The text of a value for its input. Dates are in the reader's own time. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.list || field.type === 'Json') return JSON.stringify(value, null, 2);
  return field.type === 'DateTime' ? toLocal(String(value)) : String(value);
}

/** What an empty form begins with. */
export function startTexts(model: Model): Texts {
  return Object.fromEntries(
    valueFields(model).map((field) => [
      field.name,
      field.default === null ? '' : textOf(field, field.default),
    ]),
  );
}

export function textsOf(model: Model, row: Row): Texts {
  return Object.fromEntries(valueFields(model).map((field) => [field.name, textOf(field, row[field.name])]));
}

/**
 * The values of the fields whose text is another one than before. An empty input is no value where the field may be
 * without one, else the empty text.
 */
export function readTexts(
  fields: readonly Field[],
  before: Texts | null,
  texts: Texts,
  notJson: string,
): ReadTexts {
  const values: Record<string, unknown> = {};
  const mistakes: Record<string, string> = {};
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (before !== null && text === (before[field.name] ?? '')) continue;
    // Of a new row what was left empty is left out: defaults hold, and what must be there is asked for.
    if (before === null && text === '') continue;
    if (text === '') values[field.name] = field.optional || field.list || field.type !== 'String' ? null : '';
    else if (field.list || field.type === 'Json') {
      try {
        values[field.name] = JSON.parse(text) as unknown;
      } catch {
        mistakes[field.name] = notJson;
      }
    } else if (field.type === 'DateTime') values[field.name] = new Date(text).toISOString();
    else values[field.name] = text;
  }
  return Object.keys(mistakes).length > 0 ? { mistakes } : { values };
}

/** `2026-01-31T12:00:00.000` of the reader's time zone, as `datetime-local` takes it. */
function toLocal(iso: string): string {
  const date = new Date(iso);
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const day = `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
  const time = `${part(date.getHours())}:${part(date.getMinutes())}:${part(date.getSeconds())}`;
  return `${day}T${time}.${part(date.getMilliseconds(), 3)}`;
}
