import { creatableFields, isRequiredFromClient } from '../client-settable.ts';
import { filterKind } from '../filter-operators.ts';
import type { Ir, IrEnum, IrModel, IrRelationField, IrValueField } from '../ir.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { sortableFields, valueFields } from '../value-fields.ts';
import { filterTypeName } from './client-filters.ts';

type Side = 'sent' | 'answered';

/** `TaskRecord`, `TaskValues` and `TaskWhere`: a row, what a new one is made of, conditions on rows. */
export function modelTypes(model: IrModel, ir: Ir): string {
  const { name } = model;
  const record = valueFields(model).map(
    (field) => `${doc(field.doc, '  ')}  ${field.name}: ${whole(field, 'answered')};`,
  );
  const values = creatableFields(model).map(
    (field) =>
      `${doc(field.doc, '  ')}  ${field.name}${isRequiredFromClient(field) ? '' : '?'}: ${whole(field, 'sent')};`,
  );
  // Unknown keys go into the model's single Json field (spec 2.5).
  if (model.overflowField !== null) values.push('  [key: string]: unknown;');
  const where = model.fields.flatMap((field) => {
    const type = field.kind === 'relation' ? relationCondition(field, ir) : condition(field);
    return type === null ? [] : [`  ${field.name}?: ${type};`];
  });
  return [
    `${doc(model.doc, '')}export interface ${name}Record {\n${record.join('\n')}\n}\n`,
    `/** What a new ${name} is made of. */\nexport interface ${name}Values {\n${values.join('\n')}\n}\n`,
    `/** Conditions on ${name}; all of them have to hold. */\nexport interface ${name}Where {`,
    `  AND?: ${name}Where | readonly ${name}Where[];\n  OR?: readonly ${name}Where[];`,
    `  NOT?: ${name}Where | readonly ${name}Where[];\n${where.join('\n')}\n}\n`,
  ].join('\n');
}

/** The member of `Entities`: everything that the types of queries and answers look up. */
export function entityType(model: IrModel, ir: Ir): string {
  const { name, primaryKey } = model;
  const [only, ...others] = primaryKey;
  const id =
    others.length === 0 && only !== undefined
      ? `${name}Record['${only}']`
      : `Pick<${name}Record, ${primaryKey.map((field) => `'${field}'`).join(' | ')}>`;
  const relations = model.fields.flatMap((field) =>
    field.kind === 'relation' && isReadable(field, ir)
      ? [`${field.name}: ['${field.list ? 'many' : field.optional ? 'maybe' : 'one'}', '${field.type}'];`]
      : [],
  );
  return `  ${name}: {
    record: ${name}Record;
    values: ${name}Values;
    where: ${name}Where;
    id: ${id};
    sortable: ${
      sortableFields(model)
        .map((field) => `'${field.name}'`)
        .join(' | ') || 'never'
    };
    relations: {${relations.length === 0 ? '' : ` ${relations.join(' ')} `}};
  };`;
}

/** `Enums`: the values of every enum, by its name. */
export function enumsType(enums: readonly IrEnum[]): string {
  const lines = enums.map(({ name, doc: text, values }) => {
    const union = values.map((value) => `'${value.name}'`).join(' | ') || 'never';
    return `${doc(text, '  ')}  ${name}: ${union};`;
  });
  return `/** The values of the enums, by their names. */\nexport interface Enums {\n${lines.join('\n')}\n}\n`;
}

function one(field: IrValueField, side: Side): string {
  return field.kind === 'enum' ? `Enums['${field.type}']` : SCALAR_TYPES[field.type].typescript[side];
}

/** A required Json value is never null. */
function whole(field: IrValueField, side: Side): string {
  const type = one(field, side);
  if (field.list) return `${side === 'sent' ? 'readonly ' : ''}${wrapped(type)}[]`;
  if (type === 'unknown') return field.optional ? type : 'NonNullable<unknown>';
  return field.optional ? `${type} | null` : type;
}

const wrapped = (type: string): string => (type.includes(' ') ? `(${type})` : type);

function condition(field: IrValueField): string {
  const type = one(field, 'sent');
  const filter = filterTypeName(filterKind(field));
  if (field.list) return `readonly ${wrapped(type)}[] | ${filter}<${type}>`;
  if (filterKind(field) === 'json') return `Json | ${filter}`;
  return field.optional ? `${type} | null | ${filter}<${type}, null>` : `${type} | ${filter}<${type}>`;
}

/** Null where the other model may not be read: nor may it be asked about. */
function relationCondition(field: IrRelationField, ir: Ir): string | null {
  if (!isReadable(field, ir)) return null;
  const where = `${field.type}Where`;
  if (field.list) return `{ some?: ${where}; every?: ${where}; none?: ${where} }`;
  const none = field.optional ? ' | null' : '';
  return `${where} | { is?: ${where}${none}; isNot?: ${where}${none} }${none}`;
}

function isReadable(field: IrRelationField, ir: Ir): boolean {
  return ir.models.find((model) => model.name === field.type)?.rules.read === 'anyone';
}

function doc(text: string | null, indent: string): string {
  if (text === null) return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */\n`;
}
