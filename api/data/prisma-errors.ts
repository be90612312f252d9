import { PrismaClientKnownRequestError } from '@prisma/client/runtime/client';
import type { IrValueField } from '@platform/aml-compiler';
import pg from 'pg';
import type { StudioDiagnostic } from '../errors.ts';
import { ApiError } from '../errors.ts';
import type { ModelInfo } from './model-info.ts';
import { isPassing, translateServerError, unavailable } from './server-errors.ts';

/** What the database or the client library refused: its code, and where its words are looked into for names. */
interface Refusal {
  readonly cause: Error;
  /** SQLSTATE. */
  readonly state: string | undefined;
  readonly text: string;
}

/**
 * Says in the API's words what the database refused; its own words name tables and hold SQL, so they never leave
 * the server. Anything unforeseen is given back as it was, to be logged and answered as `internal`.
 * @param deleting whether rows were to be deleted: a foreign key in the way is another row's then
 */
export function translateError(model: ModelInfo, error: unknown, deleting = false): unknown {
  const told = translate(model, error);
  return deleting && told instanceof ApiError && told.code === 'invalid_record' ? needed(model, error) : told;
}

function translate(model: ModelInfo, error: unknown): unknown {
  if (error instanceof PrismaClientKnownRequestError) return translateKnown(model, error);
  if (!(error instanceof pg.DatabaseError)) return translateServerError(error);
  return translateState(model, {
    cause: error,
    state: error.code,
    text: `${error.constraint ?? ''} ${error.message}`,
  });
}

function translateKnown(model: ModelInfo, error: PrismaClientKnownRequestError): unknown {
  const refusal: Refusal = { cause: error, state: sqlState(error), text: JSON.stringify(error.meta ?? {}) };
  switch (error.code) {
    case 'P2002':
      return sameKey(model, refusal);
    case 'P2003':
      return dangling(model, refusal);
    case 'P2014':
    case 'P2017':
      return needed(model, error);
    case 'P2011':
    case 'P2012':
      return missing(model, refusal);
    case 'P2000':
    case 'P2020':
    case 'P2023':
      return unfit(model, refusal);
    case 'P2025':
      return new ApiError('not_found', `There is no such row of ${model.ir.name}.`, { cause: error });
    case 'P2021':
    case 'P2022':
    case 'P2024':
    case 'P2028':
    case 'P1001':
    case 'P1008':
    case 'P1017':
    case 'P2034':
      return unavailable(error);
    default:
      return translateState(model, refusal);
  }
}

/** By SQLSTATE: what our own SQL meets, and what the client library has no code for. */
function translateState(model: ModelInfo, refusal: Refusal): unknown {
  switch (refusal.state) {
    case '23505':
      return sameKey(model, refusal);
    case '23503':
      return dangling(model, refusal);
    // RESTRICT, from PostgreSQL 18 on.
    case '23001':
      return needed(model, refusal.cause);
    case '23502':
      return missing(model, refusal);
    case '22001':
    case '22003':
    case '22008':
      return unfit(model, refusal);
    case '54000':
      return tooLong(model, refusal);
    // Tables or columns that a publish has just renamed.
    case '42P01':
    case '42703':
    case '3F000':
      return unavailable(refusal.cause);
    default:
      return isPassing(refusal.state) ? unavailable(refusal.cause) : refusal.cause;
  }
}

function sameKey(model: ModelInfo, { cause, text }: Refusal): ApiError {
  const met = keysNamed(model, text);
  const names = [...new Set(met.map((fields) => fields.join(' and ')))].join(', or the same ');
  const message = `${model.ir.name} has a row with the same ${names} already.`;
  const [key = [], ...others] = met;
  // A form can mark the field only when it is certain which one is taken.
  if (others.length > 0) return new ApiError('conflict', message, { cause });
  const diagnostics = key.map((name) => ({ code: 'conflict', message, path: `/${name}` }));
  return new ApiError('conflict', message, { cause, diagnostics });
}

/**
 * The keys that may be meant: the database names the index, which tells the primary key from unique fields, but keeps
 * the name of a field's first days, so it does not tell one unique field from another.
 */
function keysNamed(model: ModelInfo, text: string): readonly (readonly string[])[] {
  const { primaryKey, uniques } = model.ir;
  const [, kind] = /constraint \\*"(pk|u)_/.exec(text) ?? [];
  if (kind === 'pk') return [primaryKey];
  return kind === 'u' && uniques.length > 0 ? uniques : [primaryKey, ...uniques];
}

function dangling(model: ModelInfo, refusal: Refusal): ApiError {
  // A model without a foreign key can only be pointed to.
  return model.relations.every((relation) => relation.fields.length === 0)
    ? needed(model, refusal.cause)
    : invalid(model, refusal, 'unknown_reference', 'points to a row that is not there');
}

const needed = (model: ModelInfo, cause: unknown): ApiError =>
  new ApiError('conflict', `Other rows need this row of ${model.ir.name}. Delete or change those first.`, {
    cause,
  });

const missing = (model: ModelInfo, refusal: Refusal): ApiError =>
  invalid(model, refusal, 'required', 'is required');

const unfit = (model: ModelInfo, refusal: Refusal): ApiError =>
  invalid(model, refusal, 'out_of_range', 'does not fit');

/** An entry of an index takes at most a third of a page; a unique key, the primary one too, is an index. */
function tooLong(model: ModelInfo, refusal: Refusal): ApiError {
  const { ir, values } = model;
  const keys = [
    ir.primaryKey,
    ...ir.uniques,
    ...ir.indexes.map((index) => index.fields.map(({ name }) => name)),
  ];
  const indexed = values.filter(
    (field) => !isSmall(field) && keys.some((names) => names.includes(field.name)),
  );
  const named = indexed.filter((field) => refusal.text.includes(`_${snakeCase(field.name)}`));
  const fields = (named.length > 0 ? named : indexed).map((field) => field.name);
  const words = `is too long: values of an index or unique key have ${INDEX_ENTRY_BYTES} bytes at most, together`;
  return invalid(model, refusal, 'too_long', words, fields);
}

/** PostgreSQL's limit for its ordinary index, at its page size of 8 kB; texts that compress well may be longer. */
const INDEX_ENTRY_BYTES = '2,704';

function isSmall(field: IrValueField): boolean {
  return !field.list && (field.kind === 'enum' || (field.type !== 'String' && field.type !== 'Json'));
}

function invalid(
  model: ModelInfo,
  { cause, text }: Refusal,
  code: string,
  words: string,
  names = fieldNames(model, text),
): ApiError {
  const diagnostics: readonly StudioDiagnostic[] =
    names.length > 0
      ? names.map((name) => ({ code, message: `${name} ${words}.`, path: `/${name}` }))
      : [{ code, message: `A value ${words}.` }];
  return new ApiError('invalid_record', `The record was not stored: ${diagnostics[0]?.message ?? ''}`, {
    cause,
    diagnostics,
  });
}

/** Fields of the model that the database's message is about: those of the foreign key whose name it holds. */
function fieldNames(model: ModelInfo, text: string): readonly string[] {
  const keys = model.relations.flatMap((relation) => relation.fields);
  return [...new Set(keys.filter((name) => text.includes(`_${snakeCase(name)}`)))];
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function sqlState(error: PrismaClientKnownRequestError): string | undefined {
  const meta = error.meta as { driverAdapterError?: { cause?: { originalCode?: string } } } | undefined;
  return meta?.driverAdapterError?.cause?.originalCode;
}
