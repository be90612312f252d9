import type { IrValidator, IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { rowsText, verb } from './change.ts';
import { columnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';

const PATTERNS: ReadonlySet<IrValidator['kind']> = new Set(['email', 'url', 'regex']);
/** They change what comes in and say nothing of what is there. */
const CHANGING: ReadonlySet<IrValidator['kind']> = new Set(['trim', 'lower']);

/** Says how many rows do not fit what a field asks from now on. They keep their values (design 5: checked). */
export function narrowValidators(work: ColumnWork, field: IrValueField, column: CatalogColumn): void {
  const before = column.field.validators;
  const narrower = field.validators.filter(
    (validator) => !CHANGING.has(validator.kind) && !before.some((old) => implies(old, validator)),
  );
  if (narrower.length === 0) return;
  const at = { table: work.table.table, column: column.column };
  const rows = narrower.some(({ kind }) => PATTERNS.has(kind))
    ? work.draft.count({ kind: 'mismatches', ...at, field: { ...field, validators: narrower } })
    : work.draft.count({
        kind: 'misfits',
        ...at,
        type: columnType(column.field, column.enumValues),
        validators: narrower,
      });
  const target = `${work.model.name}.${field.name}`;
  const asks = narrower.map(words).join(' and ');
  work.draft.add({
    class: rows > 0 ? 'refused' : 'checked',
    change: 'narrow_field',
    target,
    rows,
    steps: [],
    sentence:
      rows > 0
        ? `${target} asks for ${asks}, but ${rowsText(rows)} ${verb(rows, 'have')} another value: it stays there, and every new value is checked.`
        : `${target} asks for ${asks}; every row has that.`,
  });
}

/** Whether whatever meets the one meets the other. */
function implies(old: IrValidator, validator: IrValidator): boolean {
  if (old.kind === 'length' && validator.kind === 'length')
    return old.min >= validator.min && old.max <= validator.max;
  return JSON.stringify(old) === JSON.stringify(validator);
}

function words(validator: IrValidator): string {
  switch (validator.kind) {
    case 'length':
      return `a length of ${validator.min} to ${validator.max}`;
    case 'email':
      return 'an e-mail address';
    case 'url':
      return 'a web address';
    case 'regex':
      return `a match of ${validator.pattern}`;
    case 'gt':
      return `more than ${validator.value}`;
    case 'gte':
      return `${validator.value} or more`;
    case 'lt':
      return `less than ${validator.value}`;
    case 'lte':
      return `${validator.value} or less`;
    case 'trim':
    case 'lower':
      return validator.kind;
  }
}
