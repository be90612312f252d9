import type { IrRelationField, IrValueField } from '@platform/aml-compiler';
import {
  FILTER_OPERATORS,
  filterKind,
  TO_MANY_OPERATORS,
  TO_ONE_OPERATORS,
  type Operand,
} from '@platform/aml-compiler/filter-operators.ts';
import { SCOPE_NAME } from '@platform/aml-compiler/scope-name.ts';
import type { BridgeRoute } from '../../../api/data/contract.ts';
import type { ModelInfo, Models } from '../../../api/data/model-info.ts';
import { relatedModel } from '../../../api/data/model-info.ts';
import type { BridgeQuery } from '../../../api/data/rows.ts';
import type { Case } from './case.ts';
import type { RandomChoice } from './random-input.ts';
import { FOREIGN, OWN, PROBES, rowKey, VALUES } from './values.ts';

type Json = Readonly<Record<string, unknown>>;

/** Who else a request says it is: every place where a client might name the neighbour. */
function otherScope(random: RandomChoice, neighbour: string): Json {
  return random.of<Json>([
    { [SCOPE_NAME]: neighbour },
    { [SCOPE_NAME]: { equals: neighbour } },
    { [SCOPE_NAME]: { not: '' } },
    { OR: [{ [SCOPE_NAME]: neighbour }, {}] },
    { NOT: { [SCOPE_NAME]: 'x' } },
  ]);
}

export interface RestContext {
  readonly models: Models;
  readonly neighbour: string;
  readonly random: RandomChoice;
}

/** A new route of the bridge is a mistake of the compiler here, until it is in the matrix. */
export const REST_CASES: Readonly<Record<BridgeRoute, readonly ((context: RestContext) => Case)[]>> = {
  _data: [getCase, insertCase],
  '_data/query': [queryCase, queryCase, queryCase, listCase],
  '_data/openapi.json': [openApiCase],
  // The cases of GraphQL are made from its schema.
  _graphql: [],
};

/** A new member of a query likewise. */
export const QUERY_MEMBERS: Readonly<Record<keyof BridgeQuery, true>> = {
  entity: true,
  where: true,
  select: true,
  limit: true,
  orderBy: true,
};
export const GET_PARAMETERS = ['entity', 'limit', 'orderBy', 'dir'];

function openApiCase(): Case {
  const ask = { face: 'bridge', route: '_data/openapi.json', method: 'GET', query: '' } as const;
  return { operation: 'REST GET _data/openapi.json', writes: false, ask };
}

function getCase({ models, neighbour, random }: RestContext): Case {
  const model = random.of([...models.byName.values()]);
  const params = new URLSearchParams({ entity: model.ir.name, limit: random.of(['1', '3', '200']) });
  const field = random.of(sortable(model));
  if (random.chance(0.5)) params.set('orderBy', `${random.of(['', '-'])}${field.name}`);
  if (random.chance(0.3)) params.set('dir', random.of(['asc', 'desc']));
  if (random.chance(0.3)) params.set(SCOPE_NAME, neighbour);
  if (random.chance(0.2)) params.set('where', JSON.stringify(otherScope(random, neighbour)));
  return {
    operation: 'REST GET _data',
    writes: false,
    ask: { face: 'bridge', route: '_data', method: 'GET', query: `?${params.toString()}` },
  };
}

function queryCase(context: RestContext): Case {
  return {
    operation: 'REST POST _data/query',
    writes: false,
    ask: { face: 'bridge', route: '_data/query', method: 'POST', query: '', body: query(context) },
  };
}

function listCase(context: RestContext): Case {
  const body = [query(context), query(context), query(context)];
  return {
    operation: 'REST POST _data/query with a list',
    writes: false,
    ask: { face: 'bridge', route: '_data/query', method: 'POST', query: '', body },
  };
}

function insertCase({ models, neighbour, random }: RestContext): Case {
  const model = random.of([...models.byName.values()]);
  const values: Record<string, unknown> = newValues(models, model, random);
  if (random.chance(0.4)) values[SCOPE_NAME] = neighbour;
  const wrapped = random.chance(0.5);
  const body = wrapped ? { entity: model.ir.name, values, [SCOPE_NAME]: neighbour } : values;
  const scope = random.chance(0.3) ? `${SCOPE_NAME}=${neighbour}` : '';
  const query = wrapped ? `?${scope}` : `?entity=${model.ir.name}&${scope}`;
  return {
    operation: 'REST POST _data',
    writes: true,
    ask: { face: 'bridge', route: '_data', method: 'POST', query, body },
  };
}

/** Values of a new row: its key new, or there already, or there with the neighbour only; links to rows of both. */
export function newValues(models: Models, model: ModelInfo, random: RandomChoice): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of model.values) {
    if (field.optional && random.chance(0.4)) continue;
    const value = valueOf(field, random, VALUES);
    values[field.name] = field.list ? [value] : value;
  }
  return { ...values, ...keyFor(model, random, 'new'), ...linksFor(models, model, random) };
}

/** A key by its fields: mostly of a row that is there, or with `new` mostly of none. */
export function keyFor(model: ModelInfo, random: RandomChoice, purpose: 'there' | 'new'): Json {
  const often = purpose === 'new' ? 'no row' : 'both apps';
  const seldom = purpose === 'new' ? 'both apps' : 'no row';
  const whose = random.chance(0.7) ? often : random.chance(0.8) ? 'the neighbour' : seldom;
  const types = model.primaryKey.map(({ type }) => type);
  const key = rowKey(types, random.of([1, 2, 3, 4, 5, 6, 7]), whose);
  return Object.fromEntries(model.ir.primaryKey.map((name, i) => [name, key[i]]));
}

/** Foreign keys by their fields. */
export function linksFor(models: Models, model: ModelInfo, random: RandomChoice): Json {
  const links = model.relations
    .filter((relation) => relation.fields.length > 0 && (!relation.optional || random.chance(0.6)))
    .flatMap((relation) => {
      const key = keyFor(relatedModel(models, relation), random, 'there');
      return relation.fields.map((name, i) => [name, key[relation.references[i] ?? '']] as const);
    });
  return Object.fromEntries(links);
}

function valueOf(
  field: IrValueField,
  random: RandomChoice,
  from: Readonly<Record<string, readonly unknown[]>>,
): unknown {
  return random.of(field.kind === 'enum' ? ['ONE', 'TWO', 'THREE'] : (from[field.type] ?? [null]));
}

function query({ models, neighbour, random }: RestContext): Json {
  const model = random.of([...models.byName.values()]);
  const members: Record<keyof BridgeQuery, unknown> = {
    entity: model.ir.name,
    where: random.chance(0.2) ? otherScope(random, neighbour) : where(models, model, random, 2),
    select: select(models, model, random, neighbour, 2),
    limit: random.of([1, 2, 5, 200]),
    orderBy: orderBy(model, random),
  };
  const given = Object.entries(members).filter(([name]) => name === 'entity' || random.chance(0.7));
  return { ...Object.fromEntries(given), ...(random.chance(0.2) ? { [SCOPE_NAME]: neighbour } : {}) };
}

function orderBy(model: ModelInfo, random: RandomChoice): unknown {
  const field = random.of(sortable(model)).name;
  return random.of<unknown>([field, `-${field}`, { [field]: 'desc' }, [{ [field]: 'asc' }]]);
}

function sortable(model: ModelInfo): readonly IrValueField[] {
  return model.values.filter((field) => !field.list && field.type !== 'Json');
}

function select(
  models: Models,
  model: ModelInfo,
  random: RandomChoice,
  neighbour: string,
  depth: number,
): unknown {
  const names = random.some(model.values, 0.6).map(({ name }) => name);
  if (depth === 0 || random.chance(0.2)) return [...names, ...(random.chance(0.2) ? [SCOPE_NAME] : [])];
  const related = random.some(model.relations, 0.5).map((field): [string, unknown] => {
    const other = relatedModel(models, field);
    const inner = select(models, other, random, neighbour, depth - 1);
    if (!field.list) return [field.name, random.chance(0.3) ? true : { select: inner }];
    const member: Json = {
      select: inner,
      ...(random.chance(0.5)
        ? { where: random.chance(0.3) ? otherScope(random, neighbour) : where(models, other, random, 1) }
        : {}),
      ...(random.chance(0.4) ? { orderBy: orderBy(other, random) } : {}),
      limit: random.of([1, 3, 10]),
    };
    return [field.name, random.chance(0.2) ? true : member];
  });
  return { ...Object.fromEntries(names.map((name) => [name, true])), ...Object.fromEntries(related) };
}

export function where(models: Models, model: ModelInfo, random: RandomChoice, depth: number): Json {
  const choice = depth === 0 ? 0 : random.of([0, 0, 1, 2, 2, 2]);
  if (choice === 1) {
    const parts = [where(models, model, random, depth - 1), where(models, model, random, depth - 1)];
    return { [random.of(['AND', 'OR', 'NOT'])]: parts };
  }
  if (choice === 2 && model.relations.length > 0) {
    const field = random.of(model.relations);
    const related = relatedModel(models, field);
    const within = random.chance(0.5)
      ? markedText(related, random)
      : where(models, related, random, depth - 1);
    return { [field.name]: linked(field, within, random) };
  }
  const field = random.of(model.values);
  return { [field.name]: fieldFilter(field, random) };
}

/** A condition that tells the rows of the two apps apart. */
export function markedText(model: ModelInfo, random: RandomChoice): Json {
  const texts = model.values.filter(
    ({ kind, type, list, name }) =>
      kind === 'scalar' && type === 'String' && !list && !model.ir.primaryKey.includes(name),
  );
  if (texts.length === 0) return {};
  const mark = random.chance(0.5) ? { contains: FOREIGN } : { contains: OWN, mode: 'insensitive' };
  return { [random.of(texts).name]: mark };
}

function linked(field: IrRelationField, within: Json, random: RandomChoice): unknown {
  const part = random.chance(0.3) ? {} : within;
  if (field.list) return { [random.of(TO_MANY_OPERATORS)]: part };
  if (field.optional && random.chance(0.3)) return { [random.of(TO_ONE_OPERATORS)]: null };
  return { [random.of(TO_ONE_OPERATORS)]: part };
}

function fieldFilter(field: IrValueField, random: RandomChoice): Json {
  const operators = FILTER_OPERATORS[filterKind(field)];
  const name = random.of(Object.keys(operators).filter((known) => known !== 'mode' && known !== 'path'));
  const value = operand(operators[name] ?? 'value', field, random);
  const insensitive = operators['mode'] !== undefined && random.chance(0.3) ? { mode: 'insensitive' } : {};
  return { [name]: value, ...insensitive };
}

function operand(kind: Operand, field: IrValueField, random: RandomChoice): unknown {
  const one = (): unknown => valueOf(field, random, PROBES);
  switch (kind) {
    case 'values':
      return [one(), one()];
    case 'nullable':
    case 'not':
      return field.optional && random.chance(0.3) ? null : one();
    case 'text':
      return random.of(['a', '%', 'SECRET', 'OWN']);
    case 'flag':
      return random.chance(0.5);
    default:
      return one();
  }
}
