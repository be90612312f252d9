import type { Ir, IrModel, IrValueField } from '../ir.ts';
import { valueFields } from '../value-fields.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { liveColumn, liveTable } from './catalog.ts';
import type { CastKind } from './column-type.ts';
import { castKind, columnType, enumValuesOf } from './column-type.ts';
import type { FormerName, Naming } from './former-names.ts';
import { lastCalled, newest } from './former-names.ts';

export interface Matched<T> {
  readonly entry: T;
  readonly restored: boolean;
}

export interface Matching<T> {
  readonly byName: ReadonlyMap<string, Matched<T>>;
  /** `@was` that named nothing. */
  readonly stale: readonly { readonly name: string; readonly was: string }[];
}

interface Remembered {
  readonly parked: boolean;
  readonly until?: number;
  readonly earlier?: readonly FormerName[];
}

/**
 * Says which entry of the catalog each declared name continues: the one of the same name, or the one that `@was`
 * names, never a guess. A swap (`a @was("b")`, `b @was("a")`) is applied once: an entry remembers the `@was` that
 * it came by. A name that was given up by a rename and comes back without its successor undoes the rename, also after
 * several renames, so that an earlier version that is published again finds its rows.
 */
function match<T extends Remembered>(
  declared: readonly Naming[],
  entries: readonly T[],
  live: (name: string) => T | undefined,
  namingOf: (entry: T) => Naming,
  parked: (declared: Naming, name: string) => T | undefined,
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
    const isApplied = own !== undefined && namingOf(own).was === item.was;
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
    const found = comeBack(item);
    if (found) claim(item.name, found, found.parked);
    if (
      item.was !== null &&
      (!found || (found.parked && namingOf(found).name !== item.was && !bore(found, item)))
    )
      stale.push({ name: item.name, was: item.was });
  }
  return { byName, stale };

  /**
   * The renames that a new `@was` needs: its own, and that of whoever bears the name now and has to give it up.
   * None when somebody keeps the name.
   */
  function moves(first: Naming): readonly { readonly name: string; readonly entry: T }[] {
    const steps: { name: string; entry: T }[] = [];
    let item: Naming | undefined = first;
    do {
      const entry = item.was === null || item.was === item.name ? undefined : live(item.was);
      if (entry === undefined || steps.length > declared.length) return [];
      steps.push({ name: item.name, entry });
      item = names.get(item.was ?? '');
    } while (item !== undefined && item !== first);
    return steps;
  }

  /**
   * What a name goes on with that nobody bears now. What bore it last: hidden since, or called otherwise. A parked name
   * in `@was` comes first, but for a version that has had its way with it before.
   */
  function comeBack(item: Naming): T | undefined {
    const namesake = parked(item, item.name);
    const successors = entries.filter((entry) => !entry.parked && !taken.has(entry));
    const bearers = (was?: string): T | undefined => {
      const hidden = namesake && (was === undefined || namingOf(namesake).was === was) ? [namesake] : [];
      const renamed = lastCalled(successors, item.name, was);
      return newest([
        ...hidden.map((entry) => ({ entry, until: entry.until ?? 0 })),
        ...(renamed ? [renamed] : []),
      ])?.entry;
    };
    if (item.was === null) return bearers();
    return bearers(item.was) ?? parked(item, item.was) ?? bearers();
  }

  function bore(entry: T, { name, was }: Naming): boolean {
    const naming = namingOf(entry);
    return naming.name === name && naming.was === was;
  }

  /** Matched by its own name although `@was` asks for another one. */
  function isStale(item: Naming, entry: T): boolean {
    return live(item.name) === entry && namingOf(entry).was !== item.was;
  }
}

export function matchTables(ir: Ir, catalog: Catalog): Matching<CatalogTable> {
  return match(
    ir.models,
    catalog.tables,
    (name) => liveTable(catalog, name),
    ({ model, was }) => ({ name: model, was }),
    (_, name) => newest(catalog.tables.filter((table) => table.parked && table.model === name)),
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
    table.columns,
    (name) => liveColumn(table, name),
    (column) => column.field,
    (declared, name) => {
      const field = fields.find((candidate) => candidate.name === declared.name);
      const hidden = table.columns.filter((column) => column.parked && column.field.name === name);
      // The field's last values come first, even if they have to be cast; those of its earlier types follow them.
      const last = newest(hidden.filter((column) => column.heir === undefined));
      if (!field) return undefined;
      return last && kindOf(last, field) !== 'none'
        ? last
        : newest(hidden.filter((column) => fits(column, field)));
    },
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
