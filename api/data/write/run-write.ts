import type { Link } from '@platform/aml-compiler/links.ts';
import { ApiError } from '../../errors.ts';
import type { Args } from '../args.ts';
import type { Caller } from '../asker.ts';
import type { ModelInfo } from '../model-info.ts';
import { keyWhere } from '../row-key.ts';
import type { Row, RowsOf } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import { atPlace } from './place-error.ts';
import { isPlain, type LinkWrite, type RowWrite } from './row-write.ts';

/**
 * Makes a row with all that is nested in it, in one transaction, and gives the selected fields of it.
 * @throws ApiError of whatever row could not be written; nothing is stored then
 */
export async function createRow(
  space: Pick<LiveSpace, 'client'>,
  caller: Caller,
  write: RowWrite,
  select: Args,
): Promise<Row> {
  const { model, values } = write;
  if (isPlain(write)) return (await runOn(space, model, 'create', { data: values, select })) as Row;
  return space.client.transaction(caller, async (client) => {
    const made = await insert({ client }, write, {});
    return (await runOn({ client }, model, 'findUnique', { where: keyWhere(model, made), select })) as Row;
  });
}

/** Changes the row with this key, likewise. @throws ApiError not_found */
export async function updateRow(
  space: Pick<LiveSpace, 'client'>,
  caller: Caller,
  where: Args,
  write: RowWrite,
  select: Args,
): Promise<Row> {
  const { model, values } = write;
  if (isPlain(write)) return (await runOn(space, model, 'update', { where, data: values, select })) as Row;
  return space.client.transaction(caller, async (client) => {
    await change({ client }, where, write);
    return (await runOn({ client }, model, 'findUnique', { where, select })) as Row;
  });
}

async function insert(rows: RowsOf, write: RowWrite, given: Args): Promise<Row> {
  const { model, values, children } = write;
  const data = { ...values, ...given, ...(await settleParents(rows, write, null)) };
  const made = (await runOn(rows, model, 'create', { data, select: selectFor(write) })) as Row;
  for (const child of children) await atPlace(child.path, () => settleChild(rows, child, made));
  return made;
}

async function change(rows: RowsOf, where: Args, write: RowWrite): Promise<void> {
  const { model, values, children } = write;
  const select = selectFor(write);
  const before = await find(rows, model, where, select);
  const data = { ...values, ...(await settleParents(rows, write, before)) };
  const changed =
    Object.keys(data).length === 0
      ? before
      : ((await runOn(rows, model, 'update', { where, data, select })) as Row);
  for (const child of children) await atPlace(child.path, () => settleChild(rows, child, changed));
}

/** The foreign keys of a row, after the rows behind them were seen to. @param before null for a new row */
async function settleParents(rows: RowsOf, { parents }: RowWrite, before: Row | null): Promise<Args> {
  const keys: Record<string, unknown> = {};
  for (const write of parents)
    await atPlace(write.path, async () => Object.assign(keys, await settleParent(rows, write, before)));
  return keys;
}

/** The foreign key that one parent leads to; nothing where it stays. */
async function settleParent(rows: RowsOf, write: LinkWrite, before: Row | null): Promise<Args> {
  const { link, target } = write;
  if (write.do === 'create') {
    const made = await insert(rows, write.row, {});
    return foreignKey(link, await referred(rows, link, target, keyWhere(target, made)));
  }
  if (write.do === 'connect') return foreignKey(link, await referred(rows, link, target, write.key));
  if (write.do === 'disconnect') return Object.fromEntries(link.fields.map((name) => [name, null]));
  if (write.do === 'update' && before) {
    const held = Object.fromEntries(link.references.map((name, i) => [name, before[link.fields[i] ?? '']]));
    await change(rows, await keyOfLinked(rows, target, held, link), write.row);
  }
  return {};
}

async function settleChild(rows: RowsOf, write: LinkWrite, parent: Row): Promise<void> {
  const { link, target } = write;
  const key = foreignKey(link, parent);
  if (write.do === 'create') {
    await insert(rows, write.row, key);
    return;
  }
  if (write.do === 'connect') {
    await runOn(rows, target, 'update', { where: write.key, data: key, select: keySelect(target) });
    return;
  }
  // Only rows that are linked here are changed from here.
  const where = write.key ? { ...write.key, ...key } : await keyOfLinked(rows, target, key, link);
  if (write.do === 'update') await change(rows, where, write.row);
  else if (write.do === 'delete') await runOn(rows, target, 'delete', { where, select: keySelect(target) });
  else {
    const data = Object.fromEntries(link.fields.map((name) => [name, null]));
    await runOn(rows, target, 'update', { where, data, select: keySelect(target) });
  }
}

/** What a row's holders have to know of it. */
function selectFor({ model, parents, children }: RowWrite): Args {
  const held = parents.flatMap(({ link }) => link.fields);
  const pointedTo = children.flatMap(({ link }) => link.references);
  return Object.fromEntries([...model.ir.primaryKey, ...held, ...pointedTo].map((name) => [name, true]));
}

/** The row that a foreign key is to point to: it has to be there, in this space. */
function referred(rows: RowsOf, link: Link, target: ModelInfo, where: Args): Promise<Row> {
  return find(rows, target, where, Object.fromEntries(link.references.map((name) => [name, true])));
}

function foreignKey({ fields, references }: Link, row: Row): Args {
  return Object.fromEntries(fields.map((name, i) => [name, row[references[i] ?? '']]));
}

async function find(rows: RowsOf, model: ModelInfo, where: Args, select: Args): Promise<Row> {
  const row = (await runOn(rows, model, 'findUnique', { where, select })) as Row | null;
  if (!row) throw new ApiError('not_found', `There is no such row of ${model.ir.name}.`);
  return row;
}

async function keyOfLinked(rows: RowsOf, target: ModelInfo, where: Args, link: Link): Promise<Args> {
  const found = Object.values(where).includes(null)
    ? null
    : ((await runOn(rows, target, 'findFirst', { where, select: keySelect(target) })) as Row | null);
  if (!found)
    throw new ApiError('not_found', `There is no row of ${target.ir.name} as ${link.relation.name}.`);
  return keyWhere(target, found);
}

function keySelect(model: ModelInfo): Args {
  return Object.fromEntries(model.ir.primaryKey.map((name) => [name, true]));
}
