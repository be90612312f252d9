import { LIMITS } from '../limits.ts';
import type { Args } from './args.ts';
import type { Caller } from './asker.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { relatedModel } from './model-info.ts';
import { toRecord } from './record-output.ts';
import type { RuntimeClient, RuntimeDelegates, RuntimeOperation } from './runtime-client.ts';
import type { Query, SqlRows } from './sql/rows.ts';
import { typedMany, typedValues } from './typed-values.ts';

export interface ScopedOperations {
  /** Reads rows within the space as one text: a JSON array of records (design 6), in order. */
  readJson(model: ModelInfo, args: Args): Promise<string>;
  /** Runs one operation within the space: it can neither read nor change a row of another one. Rows are records. */
  run(model: ModelInfo, operation: RuntimeOperation, args: Args): Promise<unknown>;
}

export interface ScopedClient extends ScopedOperations {
  /**
   * Runs operations of the space in one transaction. It ends after `LIMITS.visitorTransactionMs`, or the owner's time,
   * with nothing kept.
   */
  transaction<T>(caller: Caller, work: (client: ScopedOperations) => Promise<T>): Promise<T>;
}

/** Told of each row that was made, once it is committed; its key is in it. */
type OnCreated = (model: ModelInfo, row: Args) => void;

/** What lies below the scope: reads and new rows are SQL of ours, changes and aggregates are the client library's. */
export interface UnscopedClient {
  readonly library: RuntimeClient;
  readonly sql: SqlRows;
  /** The same SQL over another way to the database: that of a transaction. */
  sqlOver(query: Query): SqlRows;
}

/**
 * The one way to the rows of a space: every read and write of REST, GraphQL and owner views passes through
 * `injectScope`. What lies below is known to nobody else.
 */
export function createScopedClient(
  { library, sql, sqlOver }: UnscopedClient,
  models: Models,
  scope: string,
  onCreated: OnCreated = () => {},
): ScopedClient {
  const within = (delegates: RuntimeDelegates, rows: SqlRows, created: OnCreated): ScopedOperations =>
    scopedOperations(delegates, rows, models, scope, created);
  return {
    ...within(library, sql, onCreated),
    async transaction(caller, work) {
      const made: [ModelInfo, Args][] = [];
      const ms = caller === 'owner' ? LIMITS.ownerTransactionMs : LIMITS.visitorTransactionMs;
      const result = await library.transaction(ms, (inner) =>
        work(within(inner, sqlOver(inner.query), (model, row) => made.push([model, row]))),
      );
      for (const [model, row] of made) onCreated(model, row);
      return result;
    },
  };
}

function keySelect(model: ModelInfo): Args {
  return Object.fromEntries(model.ir.primaryKey.map((name) => [name, true]));
}

function scopedOperations(
  library: RuntimeDelegates,
  sql: SqlRows,
  models: Models,
  scope: string,
  created: OnCreated,
): ScopedOperations {
  const readFirst = async (model: ModelInfo, args: Args): Promise<unknown> => {
    const [row] = JSON.parse(await sql.rows(model, { ...args, take: 1 })) as readonly unknown[];
    return row ?? null;
  };

  async function run(model: ModelInfo, operation: RuntimeOperation, args: Args): Promise<unknown> {
    const scoped = injectScope(models, model, operation, args, scope);
    switch (operation) {
      case 'findMany':
        return JSON.parse(await sql.rows(model, scoped));
      case 'findFirst':
        return readFirst(model, scoped);
      case 'findUnique':
        return readFirst(model, { ...scoped, where: keyCondition(model, scoped['where']) });
      case 'count':
        return sql.count(model, scoped);
      case 'create':
        return create(model, scoped);
      case 'update':
      case 'delete':
        return change(model, operation, scoped);
      default:
        return library.delegate(model.ir.name)[operation](typedMany(models, model, scoped));
    }
  }

  /** Stores one row. What is related to it is read after that, where all rows are read. */
  async function create(model: ModelInfo, args: Args): Promise<unknown> {
    const [select, data] = [asArgs(args['select']), asArgs(args['data'])];
    const key = keySelect(model);
    const related = selectsRelation(model, select);
    const made: unknown = JSON.parse(
      await sql.insert(model, { data, select: related ? key : { ...select, ...key } }),
    );
    created(model, asArgs(made));
    return related ? run(model, 'findFirst', { where: made, select }) : made;
  }

  /** Changes one row. What is related to it is read where all rows are read: after the change, or before a delete. */
  async function change(
    model: ModelInfo,
    operation: 'update' | 'delete',
    { select, ...given }: Args,
  ): Promise<unknown> {
    const args = Object.fromEntries(
      Object.entries(given).map(([name, values]) => [name, typedValues(model, asArgs(values))]),
    );
    const call = library.delegate(model.ir.name)[operation];
    if (!selectsRelation(model, select))
      return toRecord(models, model, (await call({ ...args, select })) as Args);
    const key = keySelect(model);
    const whole = (where: Args): Promise<unknown> => run(model, 'findFirst', { where, select });
    if (operation !== 'delete') return whole((await call({ ...args, select: key })) as Args);
    const row = await whole(keyCondition(model, args['where']));
    await call({ ...args, select: key });
    return row;
  }

  return {
    readJson: (model, args) => sql.rows(model, injectScope(models, model, 'findMany', args, scope)),
    run,
  };
}

/** A unique filter as an ordinary one: the key of several fields is opened. */
function keyCondition(model: ModelInfo, where: unknown): Args {
  const entries = Object.entries(asArgs(where)).flatMap(([name, value]) =>
    name === model.ir.primaryKey.join('_') && model.primaryKey.length > 1
      ? Object.entries(asArgs(value))
      : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

function selectsRelation(model: ModelInfo, select: unknown): boolean {
  return Object.keys(asArgs(select)).some(
    (name) => name === '_count' || model.fields.get(name)?.kind === 'relation',
  );
}

/**
 * Puts the scope into every part of an operation that names rows: the filter, the data, and the filters of nested
 * relations (spec 4.1 rule 1). A scope that the arguments bring along is overwritten.
 * @throws Error when a member is undefined, since the client would drop it and with it a filter
 */
export function injectScope(
  models: Models,
  model: ModelInfo,
  operation: RuntimeOperation,
  args: Args,
  scope: string,
): Args {
  refuseUndefined(args, '');
  const filtered = (part: Args): Args => injectNested(models, model, part, scope);
  switch (operation) {
    case 'create':
      return { ...filtered(args), data: injectData(model, args['data'], scope) };
    case 'createMany':
      return { ...args, data: asList(args['data']).map((data) => injectData(model, data, scope)) };
    case 'findUnique':
    case 'delete':
      return { ...filtered(args), where: injectUnique(model, args['where'], scope) };
    case 'update':
      return {
        ...filtered(args),
        where: injectUnique(model, args['where'], scope),
        data: injectData(model, args['data'], scope),
      };
    case 'updateMany':
      return {
        where: injectWhere(models, model, args['where'], scope),
        data: injectData(model, args['data'], scope),
      };
    case 'findFirst':
    case 'findMany':
    case 'deleteMany':
    case 'count':
    case 'aggregate':
    case 'groupBy':
      return { ...filtered(args), where: injectWhere(models, model, args['where'], scope) };
  }
}

function injectData(model: ModelInfo, data: unknown, scope: string): Args {
  const given = asArgs(data);
  for (const relation of model.relations) {
    if (relation.name in given)
      throw new Error(`${model.ir.name}.${relation.name}: rows are linked by their keys only.`);
  }
  return { ...given, [model.scopeField]: scope };
}

/** A unique filter takes further conditions beside the key. */
function injectUnique(model: ModelInfo, where: unknown, scope: string): Args {
  return { ...asArgs(where), [model.scopeField]: scope };
}

function injectWhere(models: Models, model: ModelInfo, where: unknown, scope: string): Args {
  const own = { [model.scopeField]: scope };
  if (where === undefined) return own;
  return { AND: [own, injectRelationFilters(models, model, asArgs(where), scope)] };
}

function injectRelationFilters(models: Models, model: ModelInfo, where: Args, scope: string): Args {
  const entries = Object.entries(where).map(([key, value]): [string, unknown] => {
    if (key === 'AND' || key === 'OR' || key === 'NOT') {
      const each = (part: unknown): Args => injectRelationFilters(models, model, asArgs(part), scope);
      return [key, Array.isArray(value) ? value.map(each) : each(value)];
    }
    const field = model.fields.get(key);
    if (field?.kind !== 'relation' || value === null) return [key, value];
    const related = relatedModel(models, field);
    const inner = Object.entries(asArgs(value)).map(([operator, part]): [string, unknown] => {
      if (part === null) return [operator, part];
      const scoped = injectRelationFilters(models, related, asArgs(part), scope);
      const own = { [related.scopeField]: scope };
      // "Every row of this space": a row of another one would not count either way.
      return [operator, operator === 'every' ? { OR: [{ NOT: own }, scoped] } : { AND: [own, scoped] }];
    });
    return [key, Object.fromEntries(inner)];
  });
  return Object.fromEntries(entries);
}

/** Nested relations of `select`: lists and single rows alike take a filter. */
function injectNested(models: Models, model: ModelInfo, args: Args, scope: string): Args {
  if (args['select'] === undefined) return args;
  const select = Object.entries(asArgs(args['select'])).map(([name, value]): [string, unknown] => {
    const field = model.fields.get(name);
    if (name === '_count') return [name, injectCounts(models, model, asArgs(value), scope)];
    if (field?.kind !== 'relation') return [name, value];
    const related = relatedModel(models, field);
    const nested = injectNested(models, related, value === true ? allValues(related) : asArgs(value), scope);
    return [name, { ...nested, where: injectWhere(models, related, nested['where'], scope) }];
  });
  return { ...args, select: Object.fromEntries(select) };
}

/** Counts of related rows beside a row. */
function injectCounts(models: Models, model: ModelInfo, counts: Args, scope: string): Args {
  const select = Object.entries(asArgs(counts['select'])).map(([name, value]): [string, unknown] => {
    const field = model.fields.get(name);
    if (field?.kind !== 'relation')
      throw new Error(`${model.ir.name}.${name} is no list of rows that can be counted.`);
    const where = value === true ? undefined : asArgs(value)['where'];
    return [name, { where: injectWhere(models, relatedModel(models, field), where, scope) }];
  });
  return { select: Object.fromEntries(select) };
}

function allValues(model: ModelInfo): Args {
  return { select: Object.fromEntries(model.values.map((field) => [field.name, true])) };
}

function asArgs(value: unknown): Args {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('A filter, data or selection must be an object.');
  }
  return value as Args;
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('The data of many rows must be a list.');
  return value;
}

function refuseUndefined(value: unknown, path: string): void {
  if (value === undefined)
    throw new Error(`${path || 'The argument'} is undefined: the client would ignore it.`);
  if (Array.isArray(value)) value.forEach((item, i) => refuseUndefined(item, `${path}/${i}`));
  else if (isPlain(value))
    for (const [key, item] of Object.entries(value)) refuseUndefined(item, `${path}/${key}`);
}

/** Dates, decimals and the client's null markers are values, not parts of a filter. */
function isPlain(value: unknown): value is Args {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
