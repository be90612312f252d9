import type { DataPlaceInput, DataSpaceQuery } from '#lib/gql/graphql.ts';

export type Place = DataPlaceInput;
export type Space = DataSpaceQuery['dataSpace'];
export type Model = Space['models'][number];
export type Field = Model['fields'][number];
export type Quotas = Space['quotas'];
export type HealthNote = Space['health'][number];
/** A row as JSON: BigInt and Decimal as text, dates in ISO. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is stored, relations aside. */
export function valueFields(model: Model): readonly Field[] {
  return model.fields.filter((field) => field.kind !== 'relation');
}

/** The key of a row: the value itself, or an object of its parts. */
export function keyOf(model: Model, row: Row): unknown {
  const [only, ...others] = model.primaryKey;
  if (only !== undefined && others.length === 0) return row[only];
  return Object.fromEntries(model.primaryKey.map((name) => [name, row[name]]));
}

/** The relation that a field is the key of, when it is that alone. */
export function relationOf(model: Model, field: Field): Field | null {
  return (
    model.fields.find(
      (other) => other.kind === 'relation' && other.fields.length === 1 && other.fields[0] === field.name,
    ) ?? null
  );
}

/** The field by which people know a row: its first text that is no key of another row. */
export function labelField(model: Model): Field | null {
  const texts = valueFields(model).filter(
    (field) =>
      field.type === 'String' &&
      !field.list &&
      !model.primaryKey.includes(field.name) &&
      relationOf(model, field) === null,
  );
  const named = texts.find((field) => /^(name|title|label|email|username|slug)$/i.test(field.name));
  return named ?? texts[0] ?? null;
}

/** The stored fields as columns: what people know a row by comes first, a key of many letters last. */
export function columnsOf(model: Model): readonly Field[] {
  const fields = valueFields(model);
  const label = labelField(model);
  const [only, ...others] = model.primaryKey;
  const isLongKey = (field: Field): boolean =>
    others.length === 0 && field.name === only && field.type === 'String' && !field.creatable;
  const middle = fields.filter((field) => field !== label && !isLongKey(field));
  return [...(label ? [label] : []), ...middle, ...fields.filter(isLongKey)];
}

export function isNumeric(field: Field): boolean {
  return !field.list && ['Int', 'BigInt', 'Float', 'Decimal'].includes(field.type);
}

export function isSortable(field: Field): boolean {
  return field.kind !== 'relation' && !field.list && field.type !== 'Json';
}
