import type { RuleOperation } from '@platform/aml-compiler';
import { linkOperations, linksOf, type Link, type LinkOperation } from '@platform/aml-compiler/links.ts';
import { ApiError, type StudioDiagnostic } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { Args } from '../args.ts';
import type { Caller } from '../asker.ts';
import type { ModelInfo } from '../model-info.ts';
import { findModel } from '../model-info.ts';
import { badQuery } from '../query-error.ts';
import { invalidRecord, readChangedRecord, readNewRecord } from '../record-input.ts';
import { hasRight, requireRight } from '../rights.ts';
import { readKey } from '../row-key.ts';
import type { LiveSpace } from '../space.ts';
import { placed } from './place-error.ts';
import type { LinkWrite, RowWrite } from './row-write.ts';

type Purpose = 'create' | 'update';

/** Where in the input something stands: a JSON pointer, and how many rows lie around it. */
interface Place {
  readonly path: string;
  readonly depth: number;
  /** Fields that the row around gives. */
  readonly given: readonly string[];
}

interface Reading {
  readonly space: LiveSpace;
  readonly caller: Caller;
  readonly mistakes: StudioDiagnostic[];
  rows: number;
}

const ROOT: Place = { path: '', depth: 1, given: [] };

/**
 * Reads a new row and all that is nested in it, before anything is written: every row by the validation, the defaults
 * and the rules that it has when it is written by itself (design 6).
 * @throws ApiError forbidden, invalid_record with every mistake, invalid_request past a limit
 */
export function readNewRow(space: LiveSpace, caller: Caller, model: ModelInfo, input: Args): RowWrite {
  return read(space, caller, (reading) => readRow(reading, model, input, 'create', ROOT));
}

/** The same for a change of a row. */
export function readRowChange(space: LiveSpace, caller: Caller, model: ModelInfo, input: Args): RowWrite {
  return read(space, caller, (reading) => readRow(reading, model, input, 'update', ROOT));
}

function read(space: LiveSpace, caller: Caller, work: (reading: Reading) => RowWrite): RowWrite {
  const reading: Reading = { space, caller, mistakes: [], rows: 0 };
  const write = work(reading);
  if (reading.mistakes.length > 0) throw invalidRecord(reading.mistakes);
  return write;
}

function readRow(reading: Reading, model: ModelInfo, input: Args, purpose: Purpose, place: Place): RowWrite {
  requireRight(model, purpose, reading.caller);
  spend(reading, place);
  if (place.depth > LIMITS.nestedWriteDepth)
    throw badQuery(place.path, `nested writes go ${LIMITS.nestedWriteDepth} levels deep at most.`);
  const links = linksOf(reading.space.served, model.ir);
  const own: Record<string, unknown> = {};
  const parents: LinkWrite[] = [];
  const children: LinkWrite[] = [];
  const given = new Set(place.given);
  for (const [name, value] of Object.entries(input)) {
    const link = links.get(name);
    if (!link) own[name] = value;
    else if (value !== null) {
      const writes = readLink(reading, model, link, value as Args, purpose, place);
      (link.held === 'here' ? parents : children).push(...writes);
      if (link.held === 'here' && writes.some((write) => write.do !== 'update')) {
        for (const field of link.fields) claim(reading, given, field, place);
      }
    }
  }
  for (const field of given) {
    if (own[field] === undefined || own[field] === null) delete own[field];
    else mistake(reading, place, field);
  }
  return { model, values: readValues(reading, model, own, purpose, given, place), parents, children };
}

function readValues(
  { space, mistakes }: Reading,
  model: ModelInfo,
  values: Args,
  purpose: Purpose,
  given: ReadonlySet<string>,
  { path }: Place,
): Args {
  try {
    return purpose === 'create'
      ? readNewRecord(space.models, model, values, given)
      : readChangedRecord(space.models, model, values);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_record' || !error.diagnostics) throw error;
    const placed = error.diagnostics.map((item) => ({ ...item, path: `${path}${item.path ?? ''}` }));
    mistakes.push(...placed);
    return {};
  }
}

function readLink(
  reading: Reading,
  model: ModelInfo,
  link: Link,
  input: Args,
  purpose: Purpose,
  place: Place,
): readonly LinkWrite[] {
  const target = findModel(reading.space.models, link.target.name);
  const path = `${place.path}/${link.relation.name}`;
  const may = (at: { readonly name: string }, operation: RuleOperation): boolean =>
    hasRight(findModel(reading.space.models, at.name), operation, reading.caller);
  const allowed = linkOperations(model.ir, link, purpose, may);
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== false);
  if (!link.relation.list && given.length > 1)
    throw badQuery(path, `one row is linked here; give ${given.map(([name]) => name).join(' or ')}.`);
  return given.flatMap(([name, value]) => {
    const operation = name as LinkOperation;
    if (!allowed.includes(operation))
      throw new ApiError('forbidden', `${path}: ${operation} is not allowed here.`);
    const items = link.relation.list ? (value as readonly unknown[]) : [value];
    return items.map((item, i) => {
      const at = link.relation.list ? `${path}/${operation}/${i}` : `${path}/${operation}`;
      const inner: Place = {
        path: at,
        depth: place.depth + 1,
        given: link.held === 'there' && operation === 'create' ? link.fields : [],
      };
      return readLinkItem(reading, { link, target }, operation, item, inner);
    });
  });
}

function readLinkItem(
  reading: Reading,
  at: { readonly link: Link; readonly target: ModelInfo },
  operation: LinkOperation,
  item: unknown,
  place: Place,
): LinkWrite {
  const { link, target } = at;
  const ends = { ...at, path: place.path };
  const { list } = link.relation;
  switch (operation) {
    case 'create':
      return { ...ends, do: 'create', row: readRow(reading, target, item as Args, 'create', place) };
    case 'connect':
      spend(reading, place);
      return { ...ends, do: 'connect', key: keyOf(reading, target, item, place) };
    case 'update': {
      const { key, data } = item as { readonly key: Args; readonly data: Args };
      const row = readRow(reading, target, list ? data : (item as Args), 'update', place);
      return { ...ends, do: 'update', key: list ? keyOf(reading, target, key, place) : null, row };
    }
    case 'disconnect':
    case 'delete':
      spend(reading, place);
      return { ...ends, do: operation, key: list ? keyOf(reading, target, item, place) : null };
  }
}

function keyOf(reading: Reading, target: ModelInfo, key: unknown, { path }: Place): Args {
  const where = readKey(reading.space.models, target, key as Args);
  if (where) return where;
  throw placed(path, new ApiError('not_found', `There is no such row of ${target.ir.name}.`));
}

function spend(reading: Reading, { path }: Place): void {
  reading.rows += 1;
  if (reading.rows > LIMITS.nestedWriteRows)
    throw badQuery(path, `one mutation writes ${LIMITS.nestedWriteRows} rows at most.`);
}

function claim(reading: Reading, given: Set<string>, field: string, place: Place): void {
  if (given.has(field)) mistake(reading, place, field);
  given.add(field);
}

function mistake({ mistakes }: Reading, { path }: Place, field: string): void {
  mistakes.push({
    code: 'given_twice',
    message: `${field} is given by a relation already; leave one of them out.`,
    path: `${path}/${field}`,
  });
}
