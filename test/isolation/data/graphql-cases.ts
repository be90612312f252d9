import type {
  GraphQLField,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import type { ModelInfo, Models } from '../../../api/data/model-info.ts';
import { encodeNodeId } from '../../../api/data/graphql/node-id.ts';
import type { Case } from './case.ts';
import { checkRelatedList, type RootField, type RootKind } from './graphql-surface.ts';
import type { RandomChoice } from './random-input.ts';
import { markedText, keyFor, linksFor } from './rest-cases.ts';
import { PROBES } from './values.ts';

export interface GraphqlContext {
  readonly schema: GraphQLSchema;
  readonly models: Models;
  readonly app: string;
  readonly neighbour: string;
  readonly random: RandomChoice;
}

/** Bound in a document: names and types of its variables, and their values. */
class Variables {
  readonly declared: string[] = [];
  readonly values: Record<string, unknown> = {};

  add(type: GraphQLInputType, value: unknown): string {
    const name = `v${this.declared.length}`;
    this.declared.push(`$${name}: ${String(type)}`);
    this.values[name] = value;
    return `$${name}`;
  }
}

/** A document that uses one root field, with arguments and a selection chosen at random from the schema. */
export function graphqlCase(context: GraphqlContext, root: RootField): Case {
  const { random } = context;
  const variables = new Variables();
  const one = (alias: string): string => {
    const args = rootArguments(context, root, variables);
    return `${alias}${root.field.name}${args} ${selection(context, getNamedType(root.field.type), variables, 2)}`;
  };
  const twice = root.operation === 'query' && random.chance(0.2);
  const fields = twice ? `${one('first: ')} ${one('second: ')}` : one('');
  const declared = variables.declared.length > 0 ? `(${variables.declared.join(', ')})` : '';
  const query = `${root.operation} Q${declared} { ${fields} }`;
  return {
    operation: `GraphQL ${root.operation} ${root.kind}`,
    writes: root.operation === 'mutation',
    ask: {
      face: 'bridge',
      route: '_graphql',
      method: 'POST',
      query: '',
      body: { query, variables: variables.values },
    },
  };
}

function rootArguments(context: GraphqlContext, { kind, field }: RootField, variables: Variables): string {
  const { random } = context;
  if (kind === 'list') return pageArguments(context, field, variables);
  const model = context.models.byName.get(getNamedType(field.type).name);
  const key: Readonly<Record<string, unknown>> = model ? keyFor(model, random, 'there') : {};
  const given = field.args.flatMap((argument) => {
    const { name, type } = argument;
    if (!isNonNullType(type) && random.chance(0.4)) return [];
    const value =
      kind === 'node'
        ? nodeId(context)
        : name === 'data' || name === 'where'
          ? argumentValue(context, kind, type)
          : name === 'first'
            ? random.of([1, 3, 100])
            : name === 'by'
              ? inputValue(context, type, 1)
              : key[name];
    return [`${name}: ${variables.add(type, value)}`];
  });
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

/**
 * The client library, which makes the sums, joins single rows by their key alone. A table has one row of a key, but
 * here there are two, and a negated condition would meet both: those are left out where sums are asked.
 */
function argumentValue(context: GraphqlContext, kind: RootKind, type: GraphQLInputType): unknown {
  for (;;) {
    const value = inputValue(context, type, 3);
    const isSum = kind === 'aggregate' || kind === 'groupBy';
    if (!isSum || !/"(OR|NOT|isNot|none|every)":/.test(JSON.stringify(value))) return value;
  }
}

/** Ids of rows of either app, some of rows that only the other has. */
function nodeId({ models, app, neighbour, random }: GraphqlContext): string {
  const model = random.of([...models.byName.values()]);
  return encodeNodeId(random.of([app, app, neighbour]), models, model, keyFor(model, random, 'there'));
}

function pageArguments(
  context: GraphqlContext,
  field: GraphQLField<unknown, unknown>,
  variables: Variables,
): string {
  const { random } = context;
  const typeOf = (name: string): GraphQLInputType => {
    const argument = field.args.find((known) => known.name === name);
    if (!argument) throw new Error(`${field.name} has no ${name}.`);
    return argument.type;
  };
  const given: [string, unknown][] = [];
  if (random.chance(0.6)) given.push(['where', inputValue(context, typeOf('where'), 2)]);
  if (random.chance(0.5)) given.push(['orderBy', [inputValue(context, itemType(typeOf('orderBy')), 1)]]);
  if (random.chance(0.6)) given.push([random.of(['first', 'last']), random.of([1, 2, 5])]);
  if (given.length === 0) return '';
  return `(${given.map(([name, value]) => `${name}: ${variables.add(typeOf(name), value)}`).join(', ')})`;
}

function itemType(type: GraphQLInputType): GraphQLInputType {
  const list = getNullableType(type);
  return isListType(list) ? (list.ofType as GraphQLInputType) : type;
}

/** A value for an input type, by the schema alone: whatever new member a type gets is tried at once. */
function inputValue(context: GraphqlContext, type: GraphQLInputType, depth: number): unknown {
  const { random } = context;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const item = inner.ofType as GraphQLInputType;
    return Array.from({ length: random.of([1, 1, 2]) }, () => inputValue(context, item, depth));
  }
  if (isEnumType(inner)) return random.of(inner.getValues()).name;
  if (!isInputObjectType(inner)) return random.of(PROBES[storedType(inner)] ?? [null]);
  const model = modelOf(context, inner.name);
  if (model && inner.name.endsWith('Key')) return keyFor(model, random, 'there');
  if (model) return recordValue(context, inner, model, depth);
  const fields = Object.values(inner.getFields());
  const listed = context.models.byName.get(/^(.+)ListWhere$/.exec(inner.name)?.[1] ?? '');
  if (listed && random.chance(0.5)) return { [random.of(fields).name]: markedText(listed, random) };
  const required = fields.filter(isRequiredInputField);
  const optional = fields.filter(
    (field) => !isRequiredInputField(field) && (depth > 0 || isFlat(field.type)),
  );
  const more = required.length > 0 || optional.length === 0 ? [] : [random.of(optional)];
  // A single row is linked in one way; conditions and lists take several.
  if (more.length > 0 && !inner.name.includes('Link') && random.chance(0.3)) more.push(random.of(optional));
  return Object.fromEntries(
    [...required, ...more].map((field) => [field.name, inputValue(context, field.type, depth - 1)]),
  );
}

/** A new row or a change of one: links either by their keys or as nested writes. */
function recordValue(
  context: GraphqlContext,
  type: GraphQLInputObjectType,
  model: ModelInfo,
  depth: number,
): Readonly<Record<string, unknown>> {
  const { models, random } = context;
  const fields = Object.values(type.getFields());
  const isNew = type.name.endsWith('CreateInput');
  const nested =
    depth > 0 ? model.relations.filter(({ name }) => name in type.getFields() && random.chance(0.35)) : [];
  const linked = new Set(model.relations.flatMap((relation) => relation.fields));
  const settled = new Set(nested.flatMap((relation) => relation.fields));
  const links = Object.entries(linksFor(models, model, random)).filter(([name]) => !settled.has(name));
  const own = fields.filter(({ name }) => {
    const field = model.fields.get(name);
    if (!field || field.kind === 'relation' || linked.has(name) || model.ir.primaryKey.includes(name))
      return false;
    return (isNew && !field.optional) || random.chance(0.5);
  });
  return {
    ...Object.fromEntries(own.map((field) => [field.name, inputValue(context, field.type, 0)])),
    ...Object.fromEntries(
      (isNew || random.chance(0.4) ? links : []).filter(([name]) => name in type.getFields()),
    ),
    ...(isNew ? onlyOf(type, keyFor(model, random, 'new'), settled) : {}),
    ...Object.fromEntries(
      nested.map(({ name }) => [name, inputValue(context, fieldType(type, name), depth - 1)]),
    ),
  };
}

/** The parts of a key that a client gives: those that no relation and no counter does. */
function onlyOf(
  type: GraphQLInputObjectType,
  key: Readonly<Record<string, unknown>>,
  settled: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(key).filter(([name]) => name in type.getFields() && !settled.has(name)),
  );
}

function fieldType(type: GraphQLInputObjectType, name: string): GraphQLInputType {
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name} has no ${name}.`);
  return field.type;
}

/** The model whose values or key an input type holds; none for filters and links. */
function modelOf({ models }: GraphqlContext, typeName: string): ModelInfo | undefined {
  const name = /^(.+?)(CreateInput|UpdateInput|Key)$/.exec(typeName)?.[1];
  return name === undefined ? undefined : models.byName.get(name);
}

function isFlat(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isLeafType(named) || named.name.endsWith('Filter');
}

function storedType({ name }: GraphQLNamedType): string {
  return name === 'ID' ? 'String' : name === 'JSON' ? 'Json' : name;
}

/** Types between a list and its rows: they do not count as a level. */
function isWrapper(type: GraphQLNamedType): boolean {
  return /(Connection|Edge|PageInfo|Aggregate|Group|GroupKey|Sum|Avg|Min|Max)$/.test(type.name);
}

function selection(
  context: GraphqlContext,
  type: GraphQLNamedType,
  variables: Variables,
  depth: number,
): string {
  const { random, schema } = context;
  if (isLeafType(type)) return '';
  if (isInterfaceType(type)) {
    const rows = schema
      .getPossibleTypes(type)
      .map((row) => `... on ${row.name} ${selection(context, row, variables, 1)}`);
    return `{ __typename nodeId ${rows.join(' ')} }`;
  }
  if (!isObjectType(type)) throw new Error(`No selection for ${type.name}.`);
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const target = getNamedType(field.type);
    if (isLeafType(target)) return random.chance(0.7) ? [field.name] : [];
    const level = isWrapper(target) && !target.name.endsWith('Connection') ? depth : depth - 1;
    if (level < 0 || !random.chance(isWrapper(type) ? 0.7 : 0.5)) return [];
    return related(context, type, field, variables, level);
  });
  return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`;
}

/** A related row, or a list of them; sometimes the same list twice with other arguments. */
function related(
  context: GraphqlContext,
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  variables: Variables,
  depth: number,
): readonly string[] {
  checkRelatedList(type, field);
  const target = getNamedType(field.type);
  const one = (alias: string): string =>
    `${alias}${field.name}${field.args.length > 0 ? pageArguments(context, field, variables) : ''} ${selection(context, target, variables, depth)}`;
  return field.args.length > 0 && context.random.chance(0.25)
    ? [one(''), one(`other_${field.name}: `)]
    : [one('')];
}
