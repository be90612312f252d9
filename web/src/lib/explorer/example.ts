import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';

/** A document to begin with, and values for its variables as JSON text. */
export interface Example {
  readonly query: string;
  readonly variables: string;
}

export type OperationKind = 'query' | 'mutation' | 'subscription';

type Field = GraphQLField<unknown, unknown>;

/** Rows of a first look. */
const FIRST = 10;
/** How deep inputs that must be given are spelled out. */
const INPUT_LEVELS = 3;

/**
 * A runnable document for one root field of any app: what must be given as variables with sample values, and the
 * plain fields of the answer. It is made from the schema alone, so it is right for every model.
 */
export function exampleOf(kind: OperationKind, field: Field): Example {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name === 'first');
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const name = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  const head = `${kind} ${name}${declared && `(${declared})`}`;
  const call = `${field.name}${given && `(${given})`}`;
  const values = Object.fromEntries(
    args.map((arg) => [arg.name, arg.name === 'first' ? FIRST : sampleOf(arg.type, INPUT_LEVELS)]),
  );
  return {
    query: `${head} {\n  ${call}${selectionOf(field.type, 1)}\n}\n`,
    variables: args.length > 0 ? JSON.stringify(values, null, 2) : '',
  };
}

/** The selection of a type, with a space before it; nothing for a value. */
function selectionOf(output: GraphQLOutputType, level: number): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  const indent = '  '.repeat(level + 1);
  const lines = isAbstractType(type) ? [`${indent}__typename`] : [];
  // Rows of other models are the reader's choice; the parts of a list or a sum are its answer.
  const row = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
  const hasNodes = fields.some(({ name }) => name === 'nodes');
  for (const field of fields) {
    const leaf = isLeafType(getNamedType(field.type));
    if (field.args.some(isRequiredArgument) || (row && (!leaf || field.name === 'nodeId'))) continue;
    // The same rows once more, each with its cursor.
    if (hasNodes && field.name === 'edges') continue;
    lines.push(`${indent}${field.name}${selectionOf(field.type, level + 1)}`);
  }
  if (lines.length === 0) lines.push(`${indent}__typename`);
  return ` {\n${lines.join('\n')}\n${'  '.repeat(level)}}`;
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1.5,
  Boolean: true,
  String: 'text',
  ID: 'id',
  BigInt: '1',
  Decimal: '1.50',
  DateTime: '2026-01-31T12:00:00Z',
  JSON: {},
};

/** A value that the schema accepts; an app's own rules may still want another one. */
function sampleOf(input: GraphQLInputType, levels: number): unknown {
  if (isNonNullType(input)) return sampleOf(input.ofType, levels);
  if (isListType(input)) return [sampleOf(input.ofType, levels)];
  if (isEnumType(input)) return input.getValues()[0]?.name ?? null;
  if (!isInputObjectType(input)) return SCALARS[input.name] ?? null;
  const fields = Object.values(input.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) || (isRequiredInputField(field) && levels > 0),
  );
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type, levels - 1)]));
}
