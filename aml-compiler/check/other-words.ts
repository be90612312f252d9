/**
 * Attributes that other languages have, and what says the same here: distance alone would send `@min` to `@id`.
 * `value` is their first argument when it is a number; `long` whether the field is a text or a list.
 */
type Advice = (value: string | null, long: boolean) => string;

const required: Advice = () => 'Remove it: a field is required unless its type ends in `?`.';
const optional: Advice = () => 'Remove it and put a `?` behind the type.';
const atLeast: Advice = (value, long) =>
  long ? `Write \`@length(min: ${value ?? '1'})\`.` : `Write \`@gte(${value ?? '0'})\`.`;
const atMost: Advice = (value, long) =>
  long ? `Write \`@length(${value ?? '80'})\`.` : `Write \`@lte(${value ?? '100'})\`.`;
const pattern: Advice = () => 'Write `@regex("…")`, with a JavaScript pattern.';
const key: Advice = () => 'Write `@id`.';
const made: Advice = () => 'Write `@default(now())`.';
const hidden: Advice = () =>
  'Remove it: no field is hidden by itself. Who sees the records says `@@allow(read, …)`.';

const FIELD_WORDS: ReadonlyMap<string, Advice> = new Map([
  ['required', required],
  ['notnull', required],
  ['nonnull', required],
  ['notempty', () => 'Write `@length(min: 1)`.'],
  ['optional', optional],
  ['nullable', optional],
  ['null', optional],
  ['min', atLeast],
  ['minimum', atLeast],
  ['minlength', (value) => `Write \`@length(min: ${value ?? '1'})\`.`],
  ['max', atMost],
  ['maximum', atMost],
  ['maxlength', (value) => `Write \`@length(${value ?? '80'})\`.`],
  ['len', () => 'Write `@length(1, 80)`.'],
  ['size', () => 'Write `@length(1, 80)`.'],
  ['range', () => 'Write `@gte(1) @lte(5)`.'],
  ['between', () => 'Write `@gte(1) @lte(5)`.'],
  ['positive', () => 'Write `@gt(0)`.'],
  ['negative', () => 'Write `@lt(0)`.'],
  ['nonnegative', () => 'Write `@gte(0)`.'],
  ['pattern', pattern],
  ['match', pattern],
  ['matches', pattern],
  ['startswith', pattern],
  ['endswith', pattern],
  ['contains', pattern],
  ['lowercase', () => 'Write `@lower`.'],
  ['primary', key],
  ['primarykey', key],
  ['pk', key],
  ['key', key],
  ['autoincrement', () => 'Write `@default(autoincrement())`.'],
  ['createdat', made],
  ['created', made],
  ['now', made],
  ['uuid', () => 'Write `@default(uuid())`.'],
  ['cuid', () => 'Write `@default(cuid())`.'],
  ['ignore', () => 'Remove it: every field is stored and in the API.'],
  ['omit', hidden],
  ['hidden', hidden],
  ['private', hidden],
  ['password', hidden],
  [
    'foreignkey',
    () => 'Write `@relation(fields: […], references: […])` behind the field that has a model as its type.',
  ],
  [
    'references',
    () => 'Write `@relation(fields: […], references: […])` behind the field that has a model as its type.',
  ],
]);

const MODEL_WORDS: ReadonlyMap<string, string> = new Map([
  ['deny', 'Say with `@@allow(op, who)` who may: `@@allow(read, owner)` keeps everybody else out.'],
  ['auth', 'Who may do what says `@@allow(op, who)`, such as `@@allow(update, owner)`.'],
  ['primary', 'Write `@@id([…])`.'],
  ['primarykey', 'Write `@@id([…])`.'],
  ['ignore', 'Remove it, or the model: every model has its table and its part of the API.'],
]);

/** What to write in the place of another language's field attribute, or null when it is none that we know. */
export function otherFieldAttribute(name: string, value: string | null, long: boolean): string | null {
  return FIELD_WORDS.get(name.toLowerCase())?.(value, long) ?? null;
}

/** The same for a block's attribute. */
export function otherModelAttribute(name: string): string | null {
  return MODEL_WORDS.get(name.toLowerCase()) ?? null;
}

/** What other languages call the subjects and operations of a rule. */
export const RULE_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['everyone', 'anyone'],
  ['everybody', 'anyone'],
  ['anybody', 'anyone'],
  ['public', 'anyone'],
  ['all', 'anyone'],
  ['any', 'anyone'],
  ['guest', 'anyone'],
  ['visitor', 'anyone'],
  ['true', 'anyone'],
  ['admin', 'owner'],
  ['view', 'read'],
  ['list', 'read'],
  ['select', 'read'],
  ['insert', 'create'],
  ['add', 'create'],
  ['edit', 'update'],
  ['remove', 'delete'],
  ['destroy', 'delete'],
]);
