/** The types of a field, in the order in which editors offer them (spec 2.4). */
export const FIELD_TYPES = [
  'text',
  'long',
  'email',
  'number',
  'choice',
  'multi',
  'rating',
  'date',
  'bool',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface FormField {
  readonly type: FieldType;
  /** Names the field's values; unique within the form, and its column `c_<key>`. */
  readonly key: string;
  readonly label: string;
  readonly required?: boolean;
  /** Of choice and multi only. */
  readonly options?: readonly string[];
  /** Of number and rating only. */
  readonly range?: Range;
}

/** A valid document of the kind `form` (spec 2.4). */
export interface FormDocument {
  readonly title: string;
  readonly desc?: string;
  readonly fields: readonly FormField[];
}

/** The range of a rating that names none (design 11). */
export const DEFAULT_RATING: Range = { min: 1, max: 5 };

export function hasOptions(type: unknown): boolean {
  return type === 'choice' || type === 'multi';
}

export function hasRange(type: unknown): boolean {
  return type === 'number' || type === 'rating';
}
