import type { Ir, IrModel, IrRelationField, IrValueField } from '../ir.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { quote } from '../types/string.ts';
import type { PhysicalNames, PhysicalTable } from './physical-names.ts';
import { ConstraintNames } from './prisma-constraints.ts';
import { scopeFieldName } from './scope-field.ts';

export { scopeFieldName } from './scope-field.ts';

/** For a schema that leaves the platform. */
export interface EjectedPrisma {
  /** What the scope column holds in every row. */
  readonly scope: string;
}

/**
 * The Prisma schema text of an app. Every model has the scope field beside its own; enums are `String`, since they
 * are stored as text and the data plane checks their values. With `names` the text maps to these tables and columns.
 * With `ejected` it is for a developer's own client, which need not name the scope: the field has its one value as
 * default, like the column. The server's own schema has no default, so that a write without a scope is refused.
 *
 * @throws Error when `names` lacks a model or a field of the IR.
 */
export function emitPrisma(ir: Ir, names?: PhysicalNames, ejected?: EjectedPrisma): string {
  const constraints = new ConstraintNames();
  const schemas = names === undefined ? '' : `\n  schemas  = [${quote(names.schema)}]`;
  const blocks = [
    `datasource db {\n  provider = "postgresql"${schemas}\n}`,
    `generator client {\n  provider = "prisma-client"${ejected ? '\n  output   = "./generated"' : ''}\n}`,
    ...ir.models.map((model) => emitModel(model, names, constraints, ejected)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function emitModel(
  model: IrModel,
  names: PhysicalNames | undefined,
  constraints: ConstraintNames,
  ejected: EjectedPrisma | undefined,
): string {
  const scope = scopeFieldName(model);
  const table = tableOf(model, names);
  const column = (field: string): string => {
    const name = Object.hasOwn(table.columns, field) ? table.columns[field] : undefined;
    if (name === undefined)
      throw new Error(`The physical names of "${model.name}" lack its field "${field}".`);
    return name;
  };
  const columns = (fields: readonly string[]): string[] => fields.map(column);
  const lines: string[] = [];
  for (const field of model.fields) {
    lines.push(...docLines(field.doc, '  '));
    lines.push(
      field.kind === 'relation'
        ? emitRelation(field, constraints.map.bind(constraints, table.table), columns)
        : emitValue(
            field,
            fieldKeys(model, field, table, columns, constraints),
            mapped(field.name, column(field.name)),
          ),
    );
  }
  const made = ejected ? ` @default(${quote(ejected.scope)})` : '';
  if (ejected) lines.push('  /// Which app the row belongs to: always this one. It is filled by itself.');
  lines.push(`  ${scope} String${made}${mapped(scope, table.scopeColumn)}`);
  const block = blockKeys(model, table, columns, constraints);
  if (names !== undefined) block.push(`  @@map(${quote(table.table)})`, `  @@schema(${quote(names.schema)})`);
  if (block.length > 0) lines.push('', ...block);
  return [...docLines(model.doc, ''), `model ${model.name} {`, ...lines, '}'].join('\n');
}

/** The given names, or the plain ones: columns like fields, an own `projectId` beside the scope's (design 5). */
function tableOf(model: IrModel, names: PhysicalNames | undefined): PhysicalTable {
  if (names !== undefined) {
    const table = Object.hasOwn(names.tables, model.name) ? names.tables[model.name] : undefined;
    if (table === undefined) throw new Error(`The physical names lack the model "${model.name}".`);
    return table;
  }
  const values = model.fields.filter((field) => field.kind !== 'relation');
  const taken = new Set(values.map((field) => field.name));
  let own = 'projectId_';
  while (taken.has(own)) own += '_';
  return {
    table: model.name,
    scopeColumn: 'projectId',
    columns: Object.fromEntries(
      values.map((field) => [field.name, field.name === 'projectId' ? own : field.name]),
    ),
  };
}

function mapped(name: string, column: string): string {
  return name === column ? '' : ` @map(${quote(column)})`;
}

function docLines(doc: string | null, indent: string): string[] {
  return doc === null ? [] : doc.split('\n').map((line) => `${indent}/// ${line}`.trimEnd());
}

const arity = (field: { readonly list: boolean; readonly optional: boolean }): string =>
  field.list ? '[]' : field.optional ? '?' : '';

function emitValue(field: IrValueField, keys: string, map: string): string {
  const spec = SCALAR_TYPES[field.kind === 'enum' ? 'String' : field.type];
  const parts = [`  ${field.name} ${spec.name}${arity(field)}${keys}`];
  if (field.kind === 'scalar' && field.updatedAt) parts.push('@updatedAt');
  const made = field.default;
  if (made?.kind === 'generated') parts.push(`@default(${made.fn}())`);
  else if (made !== null) {
    const { value } = made;
    const text =
      field.list && Array.isArray(value)
        ? `[${value.map((item) => spec.printPrisma(item)).join(', ')}]`
        : spec.printPrisma(value);
    parts.push(`@default(${text})`);
  }
  if (spec.prismaNative !== null) parts.push(`@db.${spec.prismaNative}`);
  return parts.join(' ') + map;
}

const withArguments = (attribute: string, args: string | null): string =>
  args === null ? attribute : `${attribute}(${args})`;

function fieldKeys(
  model: IrModel,
  field: IrValueField,
  table: PhysicalTable,
  columns: (fields: readonly string[]) => string[],
  constraints: ConstraintNames,
): string {
  if (model.primaryKey.length === 1 && model.primaryKey[0] === field.name)
    return ` ${withArguments('@id', constraints.map(table.table, [], 'pkey'))}`;
  if (!model.uniques.some((unique) => unique.length === 1 && unique[0] === field.name)) return '';
  return ` ${withArguments('@unique', constraints.map(table.table, columns([field.name]), 'key'))}`;
}

function blockKeys(
  model: IrModel,
  table: PhysicalTable,
  columns: (fields: readonly string[]) => string[],
  constraints: ConstraintNames,
): string[] {
  const line = (attribute: string, fields: string, map: string | null): string =>
    `  ${attribute}([${fields}]${map === null ? '' : `, ${map}`})`;
  const lines: string[] = [];
  if (model.primaryKey.length > 1)
    lines.push(line('@@id', model.primaryKey.join(', '), constraints.map(table.table, [], 'pkey')));
  // Prisma names a key of several fields `a_b`; `[a_b, c]` and `[a, b_c]` would have one name.
  const taken = new Set([model.primaryKey.join('_')]);
  for (const unique of model.uniques) {
    if (unique.length < 2) continue;
    let name = unique.join('_');
    while (taken.has(name)) name += '_key';
    taken.add(name);
    const own = name === unique.join('_') ? null : `name: ${quote(name)}`;
    const map = constraints.map(table.table, columns(unique), 'key');
    lines.push(
      line('@@unique', unique.join(', '), [own, map].filter((part) => part !== null).join(', ') || null),
    );
  }
  for (const index of model.indexes) {
    const fields = index.fields.map(({ name, sort }) => (sort === 'desc' ? `${name}(sort: Desc)` : name));
    const names = index.fields.map(({ name }) => name);
    lines.push(line('@@index', fields.join(', '), constraints.map(table.table, columns(names), 'idx')));
  }
  return lines;
}

function emitRelation(
  field: IrRelationField,
  map: (columns: readonly string[], suffix: 'fkey') => string | null,
  columns: (fields: readonly string[]) => string[],
): string {
  const args = [quote(field.relationName)];
  if (field.fields.length > 0) {
    args.push(
      `fields: [${field.fields.join(', ')}]`,
      `references: [${field.references.join(', ')}]`,
      `onDelete: ${field.onDelete}`,
      `onUpdate: ${field.onUpdate}`,
    );
    const name = map(columns(field.fields), 'fkey');
    if (name !== null) args.push(name);
  }
  return `  ${field.name} ${field.type}${arity(field)} @relation(${args.join(', ')})`;
}
