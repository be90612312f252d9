import type { IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import type { EvolutionChange, PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import type { ColumnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';

/** An enum that no longer names all of its values: those that rows hold stay allowed. */
export function keepEnumValues(
  work: ColumnWork,
  field: IrValueField,
  column: CatalogColumn,
  from: ColumnType,
  to: ColumnType,
): void {
  const { draft, model } = work;
  const table = work.table.table;
  const held = draft.count({ kind: 'castFailures', table, column: column.column, from, to });
  const gone = from.enumValues.filter((value) => !to.enumValues.includes(value));
  const target = `${model.name}.${field.name}`;
  if (held === 0) {
    draft.freedEnumValues.push({ model: model.name, field: field.name, enumName: field.type, values: gone });
    return;
  }
  draft.keptEnumValues.set(field.type, [...(draft.keptEnumValues.get(field.type) ?? []), ...gone]);
  draft.add({
    class: 'refused',
    change: 'remove_enum_value',
    target,
    rows: held,
    sentence: `${rowsText(held)} of ${model.name} ${verb(held, 'hold')} ${gone.join(', ')} in ${field.name}, which ${field.type} no longer names: the values stay allowed until no row holds them.`,
    steps: [],
  });
}

/** The values that are gone for good, by field; not those that rows of another field of the enum still hold. */
export function freedEnumValues(draft: PlanDraft): readonly EvolutionChange[] {
  return draft.freedEnumValues.flatMap(({ model, field, enumName, values }) => {
    const kept = draft.keptEnumValues.get(enumName) ?? [];
    const gone = values.filter((value) => !kept.includes(value));
    if (gone.length === 0) return [];
    return [
      {
        class: 'checked',
        change: 'remove_enum_value',
        target: `${model}.${field}`,
        rows: 0,
        sentence: `${enumName} no longer has ${gone.join(', ')}; no row of ${model} holds one in ${field}.`,
        steps: [],
      },
    ];
  });
}
