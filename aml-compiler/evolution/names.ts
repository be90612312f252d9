const MAX_NAME = 52;
/** Postgres keeps these for itself in every table. */
const SYSTEM_COLUMNS = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', 'oid']);

/**
 * A physical table or column name for an AML name: `[a-z][a-z0-9_]*`, at most 55 characters, so that neither the
 * 63-byte cut of identifiers nor case folding can make two names meet. Never equal to the scope column, which has
 * a capital letter.
 */
export function physicalName(logical: string, taken: ReadonlySet<string>): string {
  const base = safe(logical);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name) && !SYSTEM_COLUMNS.has(name)) return name;
  }
}

/**
 * A physical table name. Keys and sequences live beside the tables of a schema under names that are made from theirs
 * (`pk_order`, `u_order_title`, `order_id_seq`), also those that come later: no table is called like one of them.
 */
export function tableName(logical: string, taken: ReadonlySet<string>): string {
  const base = physicalName(logical, new Set());
  const apart = /^(pk|u|i|f)_/.test(base) ? `t_${base}` : /_seq[0-9_]*$/.test(base) ? `${base}_t` : logical;
  return physicalName(apart, taken);
}

/** A name for the schema of an app. Postgres keeps `pg_` and `information_schema` for itself. */
export function schemaNameFor(app: string): string {
  const name = physicalName(app, new Set());
  return /^(pg_|information_schema$)/.test(name) ? `app_${name}` : name;
}

/** A name for a key or constraint of a table, unique among `taken`; key names share the namespace of the schema. */
export function constraintName(
  prefix: string,
  table: string,
  columns: readonly string[],
  taken: ReadonlySet<string>,
): string {
  return physicalName(`${prefix}_${table}_${columns.join('_')}`, taken);
}

function safe(logical: string): string {
  const snake = logical
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_');
  const named = /^[a-z]/.test(snake) ? snake : `x${snake}`;
  return named.length <= MAX_NAME ? named : `${named.slice(0, MAX_NAME - 8)}_${hash(logical)}`;
}

/** FNV-1a, seven characters: tells long names apart that begin alike. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(36).padStart(7, '0');
}
