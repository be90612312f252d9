import type { JsonSchema } from '../kind.ts';
import { DEFAULT_RATING, type FieldType, type FormField, type Range } from './document.ts';

export interface ValueProblem {
  readonly code: string;
  /** Goes on from the field's label: "must be a number". */
  readonly message: string;
}

/** What the values of one field type are. */
interface FieldRule {
  schema(field: FormField): JsonSchema;
  /** Why a value that is not empty may not be stored, or null. */
  problem(value: unknown, field: FormField): ValueProblem | null;
}

/** Most characters of one text. */
export const MOST_CHARACTERS = 100_000;
/** What browsers take for an address in a field of the type email, and at most what mail allows. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const EMAIL_CHARACTERS = 254;

const text: FieldRule = {
  schema: () => ({ type: 'string', maxLength: MOST_CHARACTERS }),
  problem: (value) => (typeof value === 'string' ? textProblem(value) : wrongType('text')),
};

/** The rules of each field type (spec 2.4, design 11). */
export const FIELD_RULES: Readonly<Record<FieldType, FieldRule>> = {
  text,
  long: text,
  email: {
    schema: () => ({ type: 'string', format: 'email', maxLength: EMAIL_CHARACTERS }),
    problem: (value) => {
      if (typeof value !== 'string') return wrongType('text');
      return value.length <= EMAIL_CHARACTERS && EMAIL.test(value)
        ? null
        : { code: 'invalid_email', message: 'must be an e-mail address' };
    },
  },
  number: {
    schema: ({ range }) => ({ type: 'number', ...bounds(range) }),
    problem: (value, { range }) => numberProblem(value, range),
  },
  rating: {
    schema: ({ range = DEFAULT_RATING }) => ({ type: 'number', ...bounds(range) }),
    problem: (value, { range = DEFAULT_RATING }) => numberProblem(value, range),
  },
  choice: {
    schema: ({ options = [] }) => ({ type: 'string', enum: [...new Set(options)] }),
    problem: (value, { options = [] }) => {
      if (typeof value !== 'string') return wrongType('one of the options');
      return options.includes(value) ? null : unknownOption(value);
    },
  },
  multi: {
    schema: ({ options = [] }) => ({
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: [...new Set(options)] },
    }),
    problem: (value, { options = [] }) => {
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
        return wrongType('a list of options');
      }
      const unknown = value.find((one) => !options.includes(one));
      if (unknown !== undefined) return unknownOption(unknown);
      return new Set(value).size === value.length
        ? null
        : { code: 'repeated_option', message: 'names an option more than once' };
    },
  },
  date: {
    schema: () => ({ type: 'string', format: 'date' }),
    problem: (value) => {
      if (typeof value !== 'string') return wrongType('text such as 2026-05-31');
      return isDate(value)
        ? null
        : { code: 'invalid_date', message: 'must be a date of the calendar, such as 2026-05-31' };
    },
  },
  bool: {
    schema: () => ({ type: 'boolean' }),
    problem: (value) => (typeof value === 'boolean' ? null : wrongType('true or false')),
  },
};

function textProblem(value: string): ValueProblem | null {
  // Both bounds without counting characters: a character has one or two units.
  if (value.length > MOST_CHARACTERS && [...value].length > MOST_CHARACTERS) {
    return {
      code: 'too_long',
      message: `may have ${MOST_CHARACTERS.toLocaleString('en')} characters at most`,
    };
  }
  return value.includes('\0') || !value.isWellFormed()
    ? { code: 'bad_characters', message: 'has a character that cannot be stored' }
    : null;
}

function numberProblem(value: unknown, range: Range | undefined): ValueProblem | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('a number');
  if (range && (value < range.min || value > range.max)) {
    return { code: 'out_of_range', message: `must be from ${range.min} to ${range.max}` };
  }
  return null;
}

function bounds(range: Range | undefined): JsonSchema {
  return range ? { minimum: range.min, maximum: range.max } : {};
}

/** A day that exists, as RFC 3339 writes it. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function wrongType(what: string): ValueProblem {
  return { code: 'wrong_type', message: `must be ${what}` };
}

function unknownOption(value: string): ValueProblem {
  return { code: 'unknown_option', message: `has no option ${JSON.stringify(value.slice(0, 100))}` };
}
