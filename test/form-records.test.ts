import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType, type FormField } from '../api/content/form/document.ts';
import { isEmpty } from '../api/content/form/record.ts';
import { form } from '../api/content/form/kind.ts';

if (!form.data.collects) throw new Error('Forms collect.');
const { checkRecord, recordSchema } = form.data;

interface Values {
  readonly valid: readonly unknown[];
  /** With the code that tells what is wrong. */
  readonly invalid: readonly (readonly [code: string, value: unknown])[];
}

/** For the schema's side: the library passes over `__proto__`. */
const KEY = 'a~/"b';
const LONG = 'x'.repeat(100_000);
const TEXTS: Values = {
  valid: ['a', ' a ', 'é', '\u{1F600}'.repeat(100_000), LONG, '0', 'null'],
  invalid: [
    ['too_long', `${LONG}x`],
    ['bad_characters', 'a\0b'],
    ['bad_characters', 'a\ud800'],
    ['wrong_type', 5],
    ['wrong_type', true],
    ['wrong_type', ['a']],
    ['wrong_type', {}],
  ],
};
const RANGE = { min: -2, max: 10.5 };
const OPTIONS = ['Red', 'Green', '__proto__'];

const VALUES: Readonly<Record<FieldType, Values>> = {
  text: TEXTS,
  long: TEXTS,
  email: {
    valid: ['a@b', 'ada.l+x@example.org', `${'a'.repeat(242)}@example.org`],
    invalid: [
      ['invalid_email', 'a'],
      ['invalid_email', 'a@b@c'],
      ['invalid_email', ' a@b'],
      ['invalid_email', 'a@b\n'],
      ['invalid_email', `${'a'.repeat(243)}@example.org`],
      ['wrong_type', 5],
    ],
  },
  number: {
    valid: [-2, 10.5, 0, -0, 1e-300],
    invalid: [
      ['out_of_range', -2.0000001],
      ['out_of_range', 11],
      ['wrong_type', '5'],
      ['wrong_type', Infinity],
      ['wrong_type', NaN],
      ['wrong_type', true],
      ['wrong_type', [5]],
    ],
  },
  rating: {
    valid: [1, 5, 3],
    invalid: [
      ['out_of_range', 0],
      ['out_of_range', 6],
      ['wrong_type', '3'],
      ['wrong_type', false],
    ],
  },
  choice: {
    valid: OPTIONS,
    invalid: [
      ['unknown_option', 'red'],
      ['unknown_option', 'Red '],
      ['unknown_option', 'constructor'],
      ['wrong_type', 0],
      ['wrong_type', ['Red']],
    ],
  },
  multi: {
    valid: [['Red'], [...OPTIONS]],
    invalid: [
      ['unknown_option', ['Red', 'Blue']],
      ['repeated_option', ['Red', 'Red']],
      ['wrong_type', 'Red'],
      ['wrong_type', ['Red', 1]],
      ['wrong_type', { 0: 'Red' }],
    ],
  },
  date: {
    valid: ['2026-05-31', '2024-02-29', '0001-01-01', '9999-12-31'],
    invalid: [
      ['invalid_date', '2026-02-29'],
      ['invalid_date', '2026-13-01'],
      ['invalid_date', '2026-00-10'],
      ['invalid_date', '2026-5-1'],
      ['invalid_date', '2026-05-31T00:00'],
      ['wrong_type', 20260531],
    ],
  },
  bool: {
    valid: [true, false],
    invalid: [
      ['wrong_type', 'true'],
      ['wrong_type', 0],
      ['wrong_type', [true]],
    ],
  },
};

function fieldOf(type: FieldType, required: boolean, key = '__proto__'): FormField {
  return {
    type,
    key,
    label: 'It',
    required,
    ...(type === 'choice' || type === 'multi' ? { options: OPTIONS } : {}),
    ...(type === 'number' ? { range: RANGE } : {}),
  };
}

/** JSON.parse makes an own member of any name. */
function record(value: unknown, key = '__proto__'): unknown {
  return value === undefined ? {} : Object.fromEntries([[key, value]]);
}

describe.each(FIELD_TYPES)('an answer to a field of the type %s', (type) => {
  for (const required of [true, false]) {
    const document = { title: 'x', fields: [fieldOf(type, required)] };
    const codes = (given: unknown): readonly string[] =>
      checkRecord(document, given).diagnostics.map(({ code }) => code);

    it(`that is ${required ? 'required' : 'optional'} is stored only when it fits`, () => {
      for (const value of [undefined, null, '', '  \n', []]) {
        expect([value, codes(record(value))]).toEqual([value, required ? ['missing_value'] : []]);
      }
      for (const value of VALUES[type].valid) expect([value, codes(record(value))]).toEqual([value, []]);
      for (const [code, value] of VALUES[type].invalid) {
        expect([value, codes(record(value))]).toEqual([value, [code]]);
        expect(checkRecord(document, record(value)).diagnostics[0]?.path).toBe('/__proto__');
      }
      for (const given of [null, 5, 'x', [], [{}]]) expect(codes(given)).toEqual(['wrong_type']);
      expect(codes({ other: 1 })).toContain('unknown_field');
    });

    it(`that is ${required ? 'required' : 'optional'} fits the form's own JSON Schema just when it is stored`, () => {
      const document = { title: 'x', fields: [fieldOf(type, required, KEY)] };
      const ajv = new Ajv2020({ strict: true, formats: { email: true, date: true } });
      const fits = ajv.compile(recordSchema(document));
      for (const value of VALUES[type].valid)
        expect([value, fits(record(value, KEY))]).toEqual([value, true]);
      // What the schema leaves to formats and to storage, the check alone refuses.
      const beyond = new Set(['invalid_email', 'invalid_date', 'bad_characters']);
      for (const [code, value] of VALUES[type].invalid) {
        if (!beyond.has(code)) expect([value, fits(record(value, KEY))]).toEqual([value, false]);
      }
      expect(fits({})).toBe(!required);
      expect(fits({ other: 1 })).toBe(false);
    });
  }
});

it('any value is stored only when its schema takes it too', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIELD_TYPES), fc.boolean(), fc.jsonValue(), (type, required, value) => {
      const document = { title: 'x', fields: [fieldOf(type, required, KEY)] };
      const { ok } = checkRecord(document, record(value, KEY));
      if (!ok || isEmpty(value)) return;
      const ajv = new Ajv2020({ formats: { email: true, date: true } });
      expect(ajv.compile(recordSchema(document))(record(value, KEY))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
