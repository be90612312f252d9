import type { Pool } from 'pg';
import { quoteName, quoteText, SCOPE_COLUMN } from '@platform/aml-compiler/emit/sql-names.ts';
import type { CatalogTable } from '@platform/aml-compiler/evolution/catalog.ts';
import type { DataPlane, SpaceRef } from '../../../api/data/contract.ts';
import type { ModelInfo, Models } from '../../../api/data/model-info.ts';
import { relatedModel } from '../../../api/data/model-info.ts';
import { sampleFor } from './random-input.ts';
import type { SharedTables } from './shared-tables.ts';
import { foreignKeySql, foreignUnique, foreignValue, rowKey, VALUES } from './values.ts';

const ROWS = 7;

/** Gives an app rows of its own through its owner's import, the same for the same seed. Foreign keys point to some of them. */
export async function plantOwn(
  plane: DataPlane,
  space: SpaceRef,
  models: Models,
  seed: number,
): Promise<void> {
  const random = sampleFor(seed);
  const made = new Map<ModelInfo, Readonly<Record<string, unknown>>[]>();
  for (const model of models.byName.values()) {
    const rows: Record<string, unknown>[] = [];
    made.set(model, rows);
    const taken = new Set<unknown>();
    for (let n = 0; n < ROWS; n += 1) {
      const row: Record<string, unknown> = {};
      for (const field of model.values) {
        const pool = field.kind === 'enum' ? ['ONE', 'TWO', 'THREE'] : (VALUES[field.type] ?? []);
        const value = field.list ? [random.of(pool), random.of(pool)] : random.of(pool);
        if (!field.optional || random.chance(0.7)) row[field.name] = value;
        if (field.unique)
          row[field.name] = field.type === 'String' ? `${String(VALUES['String']?.[0])}${n}` : n;
      }
      const key = rowKey(
        model.primaryKey.map(({ type }) => type),
        n + 1,
        'both apps',
      );
      for (const [i, name] of model.ir.primaryKey.entries()) row[name] = key[i];
      for (const relation of model.relations.filter((field) => field.fields.length > 0)) {
        const others = made.get(relatedModel(models, relation)) ?? [];
        const single = relation.fields.some((name) =>
          model.ir.uniques.some((unique) => unique.includes(name) && unique.length === 1),
        );
        const free = single ? others.filter((other) => !taken.has(other)) : others;
        const inKey = relation.fields.some((name) => model.ir.primaryKey.includes(name));
        const other = inKey
          ? others[n]
          : relation.optional && random.chance(0.2)
            ? undefined
            : free.length > 0
              ? random.of(free)
              : undefined;
        if (other && single) taken.add(other);
        for (const [i, name] of relation.fields.entries()) {
          if (other) row[name] = other[relation.references[i] ?? ''];
          else delete row[name];
        }
      }
      rows.push(row);
    }
    const bytes = Buffer.from(JSON.stringify(rows));
    const report = await plane
      .owner(space)
      .import(model.ir.name, { format: 'json', bytes }, { mode: 'error', dryRun: false });
    if (report.created !== ROWS)
      throw new Error(`${model.ir.name}: ${JSON.stringify(report.errors.slice(0, 3))}`);
  }
}

/**
 * Gives the neighbour, in the same tables, a row for each own one: once with its key and links, so that both apps have
 * rows of the same keys, and once with keys that only the neighbour has. All of them are marked.
 */
export async function plantForeign(
  pool: Pool,
  { schema, tables }: SharedTables,
  models: Models,
  scopes: { readonly own: string; readonly foreign: string },
): Promise<void> {
  const inserts = [false, true].flatMap((otherKeys) =>
    tables.map((table) => {
      const columns = table.columns.filter((column) => !column.parked);
      const values = columns.map(({ column, field }) => {
        const name = quoteName(column);
        if (isKeyOrLink(models, table, field.name)) return otherKeys ? foreignKeySql(name, field.type) : name;
        const unique = table.keys.some(
          (key) => key.unique && key.columns.some((part) => part.column === column),
        );
        if (!unique) return foreignValue(name, field);
        const once = foreignUnique(name, field.type);
        return otherKeys ? foreignUnique(`(${once})`, field.type) : once;
      });
      const from = `${quoteName(schema)}.${quoteName(table.table)}`;
      return (
        `INSERT INTO ${from} (${[...columns.map(({ column }) => column), SCOPE_COLUMN].map(quoteName).join(', ')}) ` +
        `OVERRIDING SYSTEM VALUE SELECT ${[...values, quoteText(scopes.foreign)].join(', ')} FROM ${from} ` +
        `WHERE ${quoteName(SCOPE_COLUMN)} = ${quoteText(scopes.own)}`
      );
    }),
  );
  await pool.query(
    ['BEGIN', `SET LOCAL session_replication_role = replica`, ...inserts, 'COMMIT'].join(';\n'),
  );
}

function isKeyOrLink(models: Models, table: CatalogTable, name: string): boolean {
  const model = models.byName.get(table.model);
  if (!model) throw new Error(`No model ${table.model}.`);
  return (
    model.ir.primaryKey.includes(name) || model.relations.some((relation) => relation.fields.includes(name))
  );
}
