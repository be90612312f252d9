import type { CatalogColumn } from '@platform/aml-compiler/evolution/catalog.ts';
import type { AppModel, FieldState } from './app-model.ts';
import { typeOf } from './app-model.ts';
import type { Cells } from './cells.ts';

const OWN_NAMES = new Set(['id', 'part', 'mark']);

/**
 * The next model on the way to bringing everything back: what is parked is named again, with the type it had, or by
 * `@was` where its name is taken. Of several with one name each round brings one. Null when nothing is parked.
 */
export function restoringModel(app: AppModel, { catalog }: Cells, round: number): AppModel | null {
  const next = plainly(app);
  let made = 0;
  const fresh = (): number => 1_000_000 + round * 1_000 + (made += 1);
  const named = new Set<string>();
  for (const table of catalog.tables) {
    const model = next.models.find((candidate) => candidate.name === table.model);
    if (table.parked) {
      if (named.has(table.model)) continue;
      named.add(table.model);
      const id = fresh();
      const name = model ? { name: `Back${id}`, was: table.model } : { name: table.model, was: null };
      next.models.push({ id, ...name, key: 'mark', fields: [], uniques: [], indexes: [] });
      continue;
    }
    const columns = model ? table.columns.filter((column) => column.parked) : [];
    for (const column of columns) {
      const { name } = column.field;
      if (named.has(`${table.table}.${name}`)) continue;
      named.add(`${table.table}.${name}`);
      const isTaken = OWN_NAMES.has(name) || model?.fields.some((field) => field.name === name);
      const id = fresh();
      const naming = isTaken ? { name: `back${id}`, was: name } : { name, was: null };
      model?.fields.push(fieldOf(column, { id, ...naming }, next));
    }
  }
  return made > 0 ? next : null;
}

/** Without relations, keys and `@was`, which would have a say in what comes back. */
function plainly(app: AppModel): AppModel {
  const models = app.models.map((model) => ({
    ...model,
    was: null,
    uniques: [],
    indexes: [],
    fields: model.fields.map((field) => ({
      ...field,
      type: typeOf(app, field),
      was: null,
      unique: false,
      relation: null,
    })),
  }));
  return { models, enums: structuredClone(app.enums) };
}

function fieldOf(
  { field, enumValues }: CatalogColumn,
  naming: Pick<FieldState, 'id' | 'name' | 'was'>,
  app: AppModel,
): FieldState {
  const shape = { optional: !field.list, list: field.list, unique: false, hasDefault: false, relation: null };
  if (field.kind === 'scalar') return { ...naming, ...shape, type: field.type };
  const type = `Kept${naming.id}`;
  app.enums.push({ name: type, values: [...enumValues] });
  return { ...naming, ...shape, type };
}
