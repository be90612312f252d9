import type { Ir, IrModel, IrValueField } from '../ir.ts';
import { valueFields } from '../value-fields.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { liveColumn, liveTable } from './catalog.ts';
import type { CastKind } from './column-type.ts';
import { castKind, columnType, enumValuesOf } from './column-type.ts';

export interface Matched<T> {
  readonly entry: T;
  readonly restored: boolean;
}

export interface Matching<T> {
  readonly byName: ReadonlyMap<string, Matched<T>>;
  /** `@was` that named nothing. */
  readonly stale: readonly { readonly name: string; readonly was: string }[];
}

interface Named {
  readonly name: string;
  readonly was: string | null;
}

/**
 * Says which entry of the catalog each declared name continues: the one of the same name, or the one that `@was`
 * names, never a guess. A swap (`a @was("b")`, `b @was("a")`) is applied once: an entry remembers the `@was` that
 * it came by. A name that was given up by a rename and comes back without its successor undoes the rename, so that
 * an earlier version that is published again finds its rows.
 */
function match<T>(
  declared: readonly Named[],
  live: (name: string) => T | undefined,
  wasOf: (entry: T) => string | null,
  parked: (declared: Named, name: string) => T | undefined,
  renamedFrom: (name: string) => T | undefined,
): Matching<T> {
  const byName = new Map<string, Matched<T>>();
  const taken = new Set<T>();
  const stale: { name: string; was: string }[] = [];
  const names = new Map(declared.map((item) => [item.name, item]));
  const claim = (name: string, entry: T, restored: boolean): void => {
    if (byName.has(name) || taken.has(entry)) return;
    byName.set(name, { entry, restored });
    taken.add(entry);
  };
  for (const item of declared) {
    const own = live(item.name);
    const isApplied = own !== undefined && wasOf(own) === item.was;
    if (item.was !== null && !isApplied) for (const step of moves(item)) claim(step.name, step.entry, false);
  }
  for (const item of declared) {
    const own = live(item.name);
    if (own !== undefined) claim(item.name, own, false);
  }
  for (const item of declared) {
    if (byName.has(item.name)) {
      const matched = byName.get(item.name);
      if (item.was !== null && matched && isStale(item, matched.entry))
        stale.push({ name: item.name, was: item.was });
      continue;
    }
    const former = item.was === null ? undefined : parked(item, item.was);
    const entry = former ?? parked(item, item.name);
    const successor = entry === undefined && item.was === null ? renamedFrom(item.name) : undefined;
    if (successor !== undefined) claim(item.name, successor, false);
    if (item.was !== null && former === undefined) stale.push({ name: item.name, was: item.was });
    if (entry !== undefined) claim(item.name, entry, true);
  }
  return { byName, stale };

  /**
   * The renames that a new `@was` needs: its own, and that of whoever bears the name now and has to give it up.
   * None when somebody keeps the name.
   */
  function moves(first: Named): readonly { readonly name: string; readonly entry: T }[] {
    const steps: { name: string; entry: T }[] = [];
    let item: Named | undefined = first;
    do {
      const entry = item.was === null || item.was === item.name ? undefined : live(item.was);
      if (entry === undefined || steps.length > declared.length) return [];
      steps.push({ name: item.name, entry });
      item = names.get(item.was ?? '');
    } while (item !== undefined && item !== first);
    return steps;
  }

  /** Matched by its own name although `@was` asks for another one. */
  function isStale(item: Named, entry: T): boolean {
    return live(item.name) === entry && wasOf(entry) !== item.was;
  }
}

export function matchTables(ir: Ir, catalog: Catalog): Matching<CatalogTable> {
  return match(
    ir.models,
    (name) => liveTable(catalog, name),
    (table) => table.was,
    (_, name) => catalog.tables.find((table) => table.parked && table.model === name),
    (name) => catalog.tables.find((table) => !table.parked && table.was === name),
  );
}

export function matchColumns(
  model: IrModel,
  table: CatalogTable,
  enums: Ir['enums'],
): Matching<CatalogColumn> {
  const fields = valueFields(model);
  return match(
    fields,
    (name) => liveColumn(table, name),
    (column) => column.field.was,
    (declared, name) => {
      const field = fields.find((candidate) => candidate.name === declared.name);
      const hidden = table.columns.filter((column) => column.parked && column.field.name === name);
      // The field's last values come first, even if they have to be cast; those of its earlier types follow them.
      const last = hidden.find((column) => column.heir === undefined);
      if (!field) return undefined;
      return last && kindOf(last, field) !== 'none' ? last : hidden.find((column) => fits(column, field));
    },
    (name) => table.columns.find((column) => !column.parked && column.field.was === name),
  );

  function kindOf(column: CatalogColumn, field: IrValueField): CastKind {
    const from = columnType(column.field, column.enumValues);
    return castKind(from, columnType(field, enumValuesOf(field, enums)));
  }

  /** A parked column of an earlier type comes back only for a field that can show its values (design 5). */
  function fits(column: CatalogColumn, field: IrValueField): boolean {
    const kind = kindOf(column, field);
    return kind === 'same' || kind === 'widen' || kind === 'narrow-enum';
  }
}
