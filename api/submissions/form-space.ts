import type { IrModel, IrScalarField, ScalarType } from '@platform/aml-compiler';
import { quoteName } from '@platform/aml-compiler/emit/sql-names.ts';
import type { FormDocument } from '../content/form/document.ts';
import { describeModels, type ModelInfo, type Models } from '../data/model-info.ts';
import type { SqlTables } from '../data/sql/tables.ts';
import { columnsOf, tableOf, type AnswerState, type ColumnType } from './columns.ts';

/** A column of a form's table that no field of the form as it is now fills. */
export interface OldColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * A form's table as the data plane knows tables, so that its grammar, its SQL and its cursors serve answers too (design
 * 11). In `model` every field has its column's name; what a request may call it is in `named`.
 */
export interface FormSpace {
  readonly models: Models;
  readonly model: ModelInfo;
  /** For reading requests: fields by key, by `c_<key>` and by the names of the system's columns. */
  readonly named: ModelInfo;
  readonly tables: SqlTables;
  /** The columns of the form as it is now, the system's first. */
  readonly current: readonly string[];
}

const TYPES: Readonly<Record<ColumnType, ScalarType>> = {
  text: 'String',
  'double precision': 'Float',
  boolean: 'Boolean',
  jsonb: 'Json',
};
/** For messages: "… is no field of this form". */
const NAME = 'this form';

/** @param old further columns, which may be asked for by their names */
export function describeForm(
  projectId: string,
  document: FormDocument,
  {
    state = 'accepted',
    old = [],
  }: { readonly state?: AnswerState; readonly old?: readonly OldColumn[] } = {},
): FormSpace {
  const columns = columnsOf(document);
  const system = [
    field('_id', 'String', { optional: false }),
    field('_created_at', 'DateTime', { optional: false }),
    field('_schema_version', 'Int', { optional: false }),
    ...(state === 'flagged' ? [field('_flags', 'String', { optional: false, list: true })] : []),
  ];
  const own = columns.map(({ name, type }) => field(name, TYPES[type]));
  const fields = [...system, ...own, ...old.map(({ name, type }) => field(name, TYPES[type]))];
  const ir = modelOf(fields);
  const models = describeModels({ models: [ir], enums: [] }, { models: [ir], enums: [] });
  const model = models.byName.get(NAME);
  if (!model) throw new Error('A form is one model.');
  const byColumn = new Map(fields.map((one) => [one.name, one]));
  const byKey = columns.flatMap(({ key, name }) => {
    const found = byColumn.get(name);
    return found ? [[key, found] as const] : [];
  });
  // The last one of a name wins: a column's name gives way to a key, and a key to the system's columns.
  const names = new Map([...byColumn, ...byKey, ...system.map((one) => [one.name, one] as const)]);
  const sortable = [...names].filter(([, { name }]) => model.sortable.has(name)).map(([name]) => name);
  const stored = new Map(fields.map(({ name }) => [name, quoteName(name)]));
  return {
    models,
    model,
    named: { ...model, fields: names, sortable: new Set(sortable) },
    tables: new Map([[model, { name: tableOf(projectId, state), columns: stored }]]),
    current: [...system, ...own].map(({ name }) => name),
  };
}

function field(
  name: string,
  type: ScalarType,
  { optional = true, list = false }: { readonly optional?: boolean; readonly list?: boolean } = {},
): IrScalarField {
  const nothing = { doc: null, was: null, default: null, validators: [], updatedAt: false } as const;
  return { kind: 'scalar', name, type, optional, list, unique: name === '_id', ...nothing };
}

function modelOf(fields: readonly IrScalarField[]): IrModel {
  return {
    name: NAME,
    doc: null,
    was: null,
    fields,
    primaryKey: ['_id'],
    uniques: [],
    indexes: [],
    rules: { read: 'owner', create: 'anyone', update: 'owner', delete: 'owner' },
    overflowField: null,
  };
}
