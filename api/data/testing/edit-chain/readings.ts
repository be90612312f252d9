import type { Cells } from './cells.ts';
import type { AppModel, FieldState, ModelState } from './app-model.ts';
import { MARK, typeOf } from './app-model.ts';

export type Reading = Readonly<Record<string, unknown>>;
/** What the bridge shows: model → mark → record. */
export type Readings = ReadonlyMap<string, ReadonlyMap<string, Reading>>;

/** Values of live columns that the bridge does not show as they are stored. */
export function unreadable(cells: Cells, readings: Readings): readonly string[] {
  return cells.catalog.tables
    .filter((table) => !table.parked)
    .flatMap((table) => {
      const shown = readings.get(table.model);
      const mark = table.columns.find((column) => column.field.name === MARK)?.column ?? MARK;
      const marks = [...cells.values.keys()].filter(
        (key) => key.startsWith(`${table.table}/`) && key.endsWith(`/${mark}`),
      );
      return marks.flatMap((key) => {
        const name = key.split('/')[1] ?? '';
        const record = shown?.get(name);
        if (!record) return [`${table.model} ${name} is not shown`];
        return table.columns
          .filter((column) => !column.parked)
          .flatMap(({ column, field }) => {
            const stored = cells.values.get(`${table.table}/${name}/${column}`);
            const value = record[field.name] ?? null;
            if (stored === undefined ? value === null : sameMeaning(parseStored(stored), value)) return [];
            return [`${table.model} ${name} ${field.name} is ${stored} but reads ${JSON.stringify(value)}`];
          });
      });
    });
}

/**
 * Where an edit changed a value that it had no business with. A field continues the one of the same id when it has
 * the same name or names it by `@was`; its values stay, or change with its type to the same meaning. One that does not
 * fit gives way to one that was stored for the row before, or to nothing. What
 * was empty may get a default or a value that was stored for this row before.
 */
export function discontinued(
  before: { readonly app: AppModel; readonly readings: Readings },
  after: { readonly app: AppModel; readonly readings: Readings },
  everStored: (mark: string, value: unknown) => boolean,
): readonly string[] {
  return after.app.models.flatMap((model) => {
    const old = before.app.models.find((candidate) => candidate.id === model.id);
    if (!old || (old.name !== model.name && model.was !== old.name)) return [];
    // A swap that is swapped back reads as the swap that was there already.
    const looksApplied = before.app.models.some((m) => m.name === model.name && m.was === model.was);
    if (old.name !== model.name && looksApplied) return [];
    const [shown, earlier] = [after.readings.get(model.name), before.readings.get(old.name)];
    return [...(earlier ?? [])].flatMap(([mark, record]) => {
      const now = shown?.get(mark);
      if (!now) return [`${model.name} no longer has ${mark}`];
      return model.fields.flatMap((field) => {
        const source = sourceOf(old, field);
        const value = now[field.name] ?? null;
        if (source === 'anything' || !isUncontested(model, old, field)) return [];
        const was = source === null ? null : (record[source.name] ?? null);
        const retyped = source !== null && isRetyped(before.app, source, after.app, field);
        const fine =
          was === null
            ? value === null || isFilling(field, value) || everStored(mark, value)
            : sameMeaning(was, value) ||
              (retyped &&
                !certainlyFits(was, source, field) &&
                (value === null || everStored(mark, value) || isFilling(field, value)));
        return fine
          ? []
          : [
              `${model.name} ${mark} ${field.name} was ${JSON.stringify(was)} and is ${JSON.stringify(value)}`,
            ];
      });
    });
  });
}

/** The field that a declared field goes on with; 'anything' where its `@was` leaves room for more than one. */
function sourceOf(old: ModelState, field: FieldState): FieldState | null | 'anything' {
  const same = old.fields.find((candidate) => candidate.id === field.id);
  const named = old.fields.find((candidate) => candidate.name === field.was);
  // Where an earlier version comes back, its `@was` may look as if it had been applied already.
  const looksApplied =
    field.was !== null && old.fields.some((f) => f.name === field.name && f.was === field.was);
  if (same && same.name !== field.name) return field.was === same.name && !looksApplied ? same : 'anything';
  if (same) return named && named !== same && same.was !== field.was ? 'anything' : same;
  return field.was === null && !old.fields.some((candidate) => candidate.name === field.name)
    ? null
    : 'anything';
}

/** A foreign key has the type of the key that it points to, which may not be the declared one. */
function isRetyped(before: AppModel, source: FieldState, after: AppModel, field: FieldState): boolean {
  const linked = source.relation !== null || field.relation !== null;
  return linked || typeOf(before, source) !== typeOf(after, field) || source.list !== field.list;
}

/** Values that any cast worth its name keeps: texts of whole numbers, numbers and Booleans as text, all as JSON. */
function certainlyFits(value: unknown, from: FieldState | null, to: FieldState): boolean {
  if (!from || from.relation || to.relation || from.list || to.list || from.type === 'Json') return false;
  if (to.type === 'Json') return true;
  if (to.type === 'String') return true;
  const isWhole = /^(0|-?[1-9]\d{0,8})$/.test(String(value));
  return isWhole && NUMBERS.has(to.type) && (from.type === 'String' || NUMBERS.has(from.type));
}

/** Whether no other field has just been said to have been called so before, which may make a swap of it. */
function isUncontested(model: ModelState, old: ModelState, field: FieldState): boolean {
  return model.fields.every(
    (other) =>
      other === field ||
      other.was !== field.name ||
      old.fields.some((earlier) => earlier.id === other.id && earlier.was === other.was),
  );
}

const NUMBERS: ReadonlySet<string> = new Set(['Int', 'BigInt', 'Float', 'Decimal']);

function isFilling(field: FieldState, value: unknown): boolean {
  return field.hasDefault || (field.list && Array.isArray(value) && value.length === 0);
}

/** A stored value, with numbers as text where a double would not hold them. */
export function parseStored(json: string): unknown {
  if (json.includes('{')) return JSON.parse(json);
  // Numbers become texts, outside of texts.
  return JSON.parse(
    json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) =>
      part.startsWith('"') ? part : `"${part}"`,
    ),
  );
}

/** Whether two values are the same but for their type: `7` and `"7"`, `true` and `1`, `[x]` and `x`. */
export function sameMeaning(a: unknown, b: unknown): boolean {
  // Json may hold numbers with more digits than a reader of JSON keeps here.
  return plain(a) === plain(b) || (typeof b === 'number' && typeof a === 'string' && Number(a) === b);
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? plain(value[0]) : `[${value.map(plain).join()}]`;
  if (value === true || value === 'true') return '1';
  if (value === false || value === 'false') return '0';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  if (/^-?[\d.]+e\+\d+$/i.test(text)) return BigInt(Number(text)).toString();
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  return /^[[{]/.test(text) ? text.replaceAll(/[\s"]/g, '') : text;
}

/**
 * Where an earlier version that comes back at once shows something else than it did. What was empty may have a default
 * by now. Two things are shown no more and only kept: an enum's value that it no longer named, after its field was of
 * another type in between; and a value that did not fit that type, where the row has an older one that did: which of
 * the two somebody wants is not known.
 */
export function differing(
  before: { readonly app: AppModel; readonly readings: Readings },
  between: AppModel,
  after: Readings,
  everStored: (mark: string, value: unknown) => boolean,
): readonly string[] {
  return before.app.models.flatMap((model) => {
    const other = between.models.find((candidate) => candidate.id === model.id);
    return [...(before.readings.get(model.name) ?? [])].flatMap(([mark, record]) => {
      const now = after.get(model.name)?.get(mark);
      if (!now) return [`${model.name} no longer has ${mark}`];
      return model.fields.flatMap((field) => {
        const [was, is] = [record[field.name] ?? null, now[field.name] ?? null];
        if (was === null || sameMeaning(was, is)) return [];
        const type = typeOf(before.app, field);
        const values = before.app.enums.find((item) => item.name === type)?.values;
        const retyped = other?.fields.some(
          (next) => next.id === field.id && isRetyped(before.app, field, between, next),
        );
        if (retyped && values && !values.includes(String(was))) return [];
        if (retyped && is !== null && everStored(mark, is)) return [];
        return [
          `${model.name} ${mark} ${field.name} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`,
        ];
      });
    });
  });
}
