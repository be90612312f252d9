import { creatableFields, isRequiredFromClient } from '../client-settable.ts';
import type { Ir, IrEnum, IrModel, IrRelationField, IrValueField, ScalarType } from '../ir.ts';

const HEAD = `// The data of an app, over its bridge. Emitted from its model.

/** Thrown by every call that fails. */
export interface ClientError extends Error {
  readonly code: string;
  readonly status: number;
  readonly diagnostics: readonly { readonly path?: string; readonly message: string }[];
}

type Alone<T> = { equals?: T | null; not?: T | null | Alone<T> };
type Equality<T> = { equals?: T | null; not?: T | null | Equality<T>; in?: readonly T[]; notIn?: readonly T[] };
type Ordered<T> = {
  equals?: T | null;
  not?: T | null | Ordered<T>;
  in?: readonly T[];
  notIn?: readonly T[];
  lt?: T;
  lte?: T;
  gt?: T;
  gte?: T;
};
type Text = Omit<Ordered<string>, 'not'> & {
  not?: string | null | Text;
  contains?: string;
  startsWith?: string;
  endsWith?: string;
  mode?: 'default' | 'insensitive';
};
type Several<T> = {
  equals?: readonly T[];
  has?: T;
  hasSome?: readonly T[];
  hasEvery?: readonly T[];
  isEmpty?: boolean;
};
type AnyJson = {
  equals?: unknown;
  not?: unknown;
  path?: readonly string[];
  string_contains?: string;
  string_starts_with?: string;
  string_ends_with?: string;
  array_contains?: unknown;
  array_starts_with?: unknown;
  array_ends_with?: unknown;
};
`;

const CLIENT = `export interface Query<Name extends Readable, Field extends keyof Entities[Name]['record']> {
  entity: Name;
  where?: Entities[Name]['where'];
  /** Names of fields; all of them when left out. */
  select?: readonly Field[];
  orderBy?: { [F in Entities[Name]['sortable']]?: 'asc' | 'desc' };
  limit?: number;
}

export interface Client {
  /** Stores one record. @throws ClientError */
  submit<Name extends Creatable>(
    entity: Name,
    values: Entities[Name]['values'],
  ): Promise<{ ok: true; id: Entities[Name]['id']; record: Entities[Name]['record'] }>;
  /** Reads records. @throws ClientError */
  query<Name extends Readable, Field extends keyof Entities[Name]['record'] = keyof Entities[Name]['record']>(
    query: Query<Name, Field>,
  ): Promise<Pick<Entities[Name]['record'], Field>[]>;
  /** Runs an operation of the app's GraphQL API. @throws ClientError when there is no answer at all */
  graphql<Data = unknown>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<{ data?: Data | null; errors?: readonly { readonly message: string }[] }>;
}

/** \`address\` is the app's own, such as \`https://apps.example/a/shop\`. */
export function createClient(address: string, options?: { fetch?: typeof fetch }): Client;
`;

/** What a visitor may do with an app's data, as types (spec 4.1). */
export function emitClientTypes(ir: Ir): string {
  const readable = ir.models.filter((model) => model.rules.read === 'anyone');
  const creatable = ir.models.filter((model) => model.rules.create === 'anyone');
  return [
    HEAD,
    ...ir.models.map((model) => modelTypes(model, ir)),
    `export interface Entities {\n${ir.models.map(entity).join('\n')}\n}\n`,
    `export type Readable = ${nameUnion(readable)};\nexport type Creatable = ${nameUnion(creatable)};\n`,
    CLIENT,
  ].join('\n');
}

const nameUnion = (models: readonly IrModel[]): string =>
  models.length === 0 ? 'never' : models.map(({ name }) => `'${name}'`).join(' | ');

const valuesOf = (model: IrModel): readonly IrValueField[] =>
  model.fields.filter((field) => field.kind !== 'relation');

function entity(model: IrModel): string {
  const { name, primaryKey } = model;
  const sortable = valuesOf(model).filter((field) => !field.list && field.type !== 'Json');
  const [only, ...others] = primaryKey;
  const id =
    others.length === 0 && only !== undefined
      ? `${name}Record['${only}']`
      : `Pick<${name}Record, ${primaryKey.map((field) => `'${field}'`).join(' | ')}>`;
  return `  ${name}: {
    record: ${name}Record;
    values: ${name}Values;
    where: ${name}Where;
    id: ${id};
    sortable: ${sortable.map((field) => `'${field.name}'`).join(' | ') || 'never'};
  };`;
}

function modelTypes(model: IrModel, ir: Ir): string {
  const values = valuesOf(model);
  const record = values.map((field) => {
    const type = one(field, ir.enums, OUT);
    const whole = field.list ? `readonly ${wrapped(type)}[]` : field.optional ? `${type} | null` : type;
    return `${doc(field.doc, '  ')}  readonly ${field.name}: ${whole};`;
  });
  const settable = creatableFields(model).map((field) => {
    const type = one(field, ir.enums, IN);
    const whole = field.list ? `readonly ${wrapped(type)}[]` : field.optional ? `${type} | null` : type;
    return `  ${field.name}${isRequiredFromClient(field) ? '' : '?'}: ${whole};`;
  });
  // Unknown keys go into the model's single Json field (spec 2.5).
  if (model.overflowField !== null) settable.push('  [key: string]: unknown;');
  const where = model.fields.flatMap((field) => {
    const type = field.kind === 'relation' ? relationFilter(field, ir) : filter(field, ir.enums);
    return type === null ? [] : [`  ${field.name}?: ${type};`];
  });
  const { name } = model;
  return [
    `${doc(model.doc, '')}export interface ${name}Record {\n${record.join('\n')}\n}\n`,
    `/** What a new ${name} is made of. */\nexport interface ${name}Values {\n${settable.join('\n')}\n}\n`,
    `/** Conditions on ${name}; all of them have to hold. */\nexport interface ${name}Where {`,
    `  AND?: ${name}Where | readonly ${name}Where[];\n  OR?: readonly ${name}Where[];`,
    `  NOT?: ${name}Where | readonly ${name}Where[];\n${where.join('\n')}\n}\n`,
  ].join('\n');
}

type Side = Readonly<Record<ScalarType, string>>;
const OUT: Side = {
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  BigInt: 'string',
  Float: 'number',
  Decimal: 'string',
  DateTime: 'string',
  Json: 'unknown',
};
const IN: Side = { ...OUT, BigInt: 'string | number', Decimal: 'string | number', DateTime: 'string | Date' };

function one(field: IrValueField, enums: readonly IrEnum[], side: Side): string {
  if (field.kind === 'scalar') return side[field.type];
  const values = enums.find((item) => item.name === field.type)?.values ?? [];
  return values.map(({ name }) => `'${name}'`).join(' | ');
}

const wrapped = (type: string): string => (type.includes(' ') ? `(${type})` : type);

function filter(field: IrValueField, enums: readonly IrEnum[]): string {
  const type = one(field, enums, IN);
  if (field.list) return `readonly ${wrapped(type)}[] | Several<${type}>`;
  if (field.kind === 'enum') return `${type} | null | Equality<${type}>`;
  if (field.type === 'Json') return 'AnyJson';
  if (field.type === 'Boolean') return 'boolean | null | Alone<boolean>';
  if (field.type === 'String') return 'string | null | Text';
  return `${type} | null | Ordered<${type}>`;
}

/** Null where the other model may not be read: nor may it be asked about. */
function relationFilter(field: IrRelationField, ir: Ir): string | null {
  const related = ir.models.find((model) => model.name === field.type);
  if (related?.rules.read !== 'anyone') return null;
  const where = `${field.type}Where`;
  if (field.list) return `{ some?: ${where}; every?: ${where}; none?: ${where} }`;
  const none = field.optional ? ' | null' : '';
  return `${where} | { is?: ${where}${none}; isNot?: ${where}${none} }${none}`;
}

function doc(text: string | null, indent: string): string {
  if (text === null) return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */\n`;
}
