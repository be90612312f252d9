import type { FieldType, FormField } from '../../api/content/form/document.ts';

/** One thing that a person or a program may give as the answer to a field. */
export interface FieldCase {
  /** As a person puts it into the page; left out where the page cannot say it. */
  readonly typed?: string | readonly string[];
  /** As the API takes it. */
  readonly value: unknown;
  /** As it is stored; null is no answer. Left out where nothing is stored. */
  readonly stored?: unknown;
  /** The code of what is wrong; left out where it fits. */
  readonly code?: string;
}

const OPTIONS = ['Red', 'Green', '__proto__'];
const LONG = 'x'.repeat(100_000);
const fits = (value: unknown, typed?: string | readonly string[]): FieldCase => ({
  value,
  stored: value,
  ...(typed === undefined ? {} : { typed }),
});
const wrong = (code: string, value: unknown, typed?: string | readonly string[]): FieldCase => ({
  value,
  code,
  ...(typed === undefined ? {} : { typed }),
});

const TEXTS: readonly FieldCase[] = [
  fits('a', 'a'),
  fits(' é \u{1F600} ', ' é \u{1F600} '),
  fits('null', 'null'),
  fits('<b>&amp;"\'', '<b>&amp;"\''),
  fits(LONG, LONG),
  wrong('too_long', `${LONG}x`, `${LONG}x`),
  wrong('bad_characters', 'a\0b', 'a\0b'),
  wrong('wrong_type', 5),
  wrong('wrong_type', ['a']),
  wrong('wrong_type', {}),
];

/** Valid, boundary, invalid and of the wrong type, for each type of field (spec 2.4, 2.5). */
export const FIELD_CASES: Readonly<Record<FieldType, readonly FieldCase[]>> = {
  text: TEXTS,
  long: [...TEXTS, { value: 'two\nlines', typed: 'two\r\nlines', stored: 'two\nlines' }],
  email: [
    fits('a@b', 'a@b'),
    fits(`${'a'.repeat(242)}@example.org`, `${'a'.repeat(242)}@example.org`),
    wrong('invalid_email', 'a', 'a'),
    wrong('invalid_email', 'a@b@c', 'a@b@c'),
    wrong('invalid_email', `${'a'.repeat(243)}@example.org`, `${'a'.repeat(243)}@example.org`),
    wrong('wrong_type', 5),
  ],
  number: [
    fits(-2, '-2'),
    fits(10.5, '10.5'),
    fits(0, '0'),
    fits(1e-7, '1e-7'),
    wrong('out_of_range', -2.0000001, '-2.0000001'),
    wrong('out_of_range', 11, '11'),
    wrong('wrong_type', 'five', 'five'),
    wrong('wrong_type', true),
    wrong('wrong_type', [5]),
  ],
  rating: [
    fits(1, '1'),
    fits(5, '5'),
    wrong('out_of_range', 0, '0'),
    wrong('out_of_range', 6, '6'),
    wrong('wrong_type', 'x', 'x'),
    wrong('wrong_type', false),
  ],
  choice: [
    ...OPTIONS.map((option) => fits(option, option)),
    wrong('unknown_option', 'red', 'red'),
    wrong('unknown_option', 'constructor', 'constructor'),
    wrong('wrong_type', 0),
    wrong('wrong_type', ['Red']),
  ],
  multi: [
    fits(['Red'], ['Red']),
    fits([...OPTIONS], [...OPTIONS]),
    wrong('unknown_option', ['Red', 'Blue'], ['Red', 'Blue']),
    wrong('repeated_option', ['Red', 'Red']),
    wrong('wrong_type', 'Red'),
    wrong('wrong_type', ['Red', 1]),
  ],
  date: [
    fits('2026-05-31', '2026-05-31'),
    fits('2024-02-29', '2024-02-29'),
    fits('0001-01-01', '0001-01-01'),
    fits('9999-12-31', '9999-12-31'),
    wrong('invalid_date', '2026-02-29', '2026-02-29'),
    wrong('invalid_date', '2026-5-1', '2026-5-1'),
    wrong('wrong_type', 20260531),
  ],
  bool: [
    fits(true, 'true'),
    fits(false, 'false'),
    wrong('wrong_type', 'maybe', 'maybe'),
    wrong('wrong_type', 0),
    wrong('wrong_type', [true]),
  ],
};

/** No answer, in each way that it can be given. */
export function emptyCases(required: boolean): readonly FieldCase[] {
  const end = required ? { code: 'missing_value' } : { stored: null };
  return [
    { value: undefined, typed: [], ...end },
    { value: null, ...end },
    { value: '', typed: '', ...end },
    { value: ' \n', typed: ' \n', ...end },
    { value: [], ...end },
  ];
}

/** A field that the cases of its type are about. */
export function fieldOfCases(type: FieldType, required: boolean, key = 'it'): FormField {
  return {
    type,
    key,
    label: 'It',
    required,
    ...(type === 'choice' || type === 'multi' ? { options: OPTIONS } : {}),
    ...(type === 'number' ? { range: { min: -2, max: 10.5 } } : {}),
  };
}
