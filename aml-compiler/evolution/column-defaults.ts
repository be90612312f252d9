import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { EvolutionChange } from './change.ts';
import { columnType } from './column-type.ts';

/**
 * `onDelete: SetDefault` sets what the database holds as the column's default, so these columns have one. All other
 * defaults are given by the data plane and by clients, and the database knows nothing of them.
 */
export function columnDefaults(
  before: readonly CatalogTable[],
  after: readonly CatalogTable[],
): readonly EvolutionChange[] {
  const known = new Map(before.map((table) => [table.table, defaulted(table)]));
  return after.flatMap((table) => {
    const old = known.get(table.table) ?? new Map<string, CatalogColumn>();
    const now = defaulted(table);
    const gone = [...old.keys()].filter((column) => !now.has(column));
    const fresh = [...now.values()].filter((column) => {
      const earlier = old.get(column.column);
      return JSON.stringify(earlier?.field.default) !== JSON.stringify(column.field.default);
    });
    return [
      ...gone.map((column): EvolutionChange => {
        const steps = [{ kind: 'dropDefault', table: table.table, column }] as const;
        return change('remove_default', table.model, steps, 'no longer falls back to a default');
      }),
      ...fresh.map(({ column, field, enumValues }): EvolutionChange => {
        const at = { table: table.table, column, type: columnType(field, enumValues) };
        const steps =
          field.default === null ? [] : [{ kind: 'setDefault', ...at, value: field.default } as const];
        const what = 'falls back to its default when the row that it points to goes';
        return change('set_default', `${table.model}.${field.name}`, steps, what);
      }),
    ];
  });
}

function change(
  name: string,
  target: string,
  steps: EvolutionChange['steps'],
  what: string,
): EvolutionChange {
  return { class: 'free', change: name, target, rows: null, sentence: `${target} ${what}.`, steps };
}

/** Columns with a literal default in a foreign key that falls back to it. */
function defaulted(table: CatalogTable): ReadonlyMap<string, CatalogColumn> {
  const names = new Set(
    table.foreignKeys
      .filter(({ onDelete, onUpdate }) => onDelete === 'SetDefault' || onUpdate === 'SetDefault')
      .flatMap(({ columns }) => columns),
  );
  return new Map(
    table.columns
      .filter(({ column, field }) => names.has(column) && field.default?.kind === 'literal')
      .map((column) => [column.column, column]),
  );
}
