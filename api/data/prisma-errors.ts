import { PrismaClientKnownRequestError } from '@prisma/client/runtime/client';
import type { StudioDiagnostic } from '../errors.ts';
import { ApiError } from '../errors.ts';
import type { ModelInfo } from './model-info.ts';
import { isPassing, translateServerError, unavailable } from './server-errors.ts';

/** Postgres: an index entry or row is larger than a page holds. */
const TOO_LARGE_FOR_INDEX = '54000';

/**
 * Says in the API's words what the database refused; its own words name tables and hold SQL, so they never leave
 * the server. Anything unforeseen is given back as it was, to be logged and answered as `internal`.
 */
export function translateError(model: ModelInfo, error: unknown): unknown {
  if (!(error instanceof PrismaClientKnownRequestError)) return translateServerError(error);
  switch (error.code) {
    case 'P2002':
      return new ApiError(
        'conflict',
        `${model.ir.name} has a row with the same ${uniqueNames(model)} already.`,
        { cause: error },
      );
    case 'P2003':
      return invalid(model, error, 'unknown_reference', 'points to a row that is not there');
    case 'P2014':
    case 'P2017':
      return new ApiError('conflict', `Other rows need this row of ${model.ir.name}.`, { cause: error });
    case 'P2011':
    case 'P2012':
      return invalid(model, error, 'required', 'is required');
    case 'P2000':
    case 'P2020':
    case 'P2023':
      return invalid(model, error, 'out_of_range', 'does not fit');
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
      return translateState(model, error);
  }
}

function translateState(model: ModelInfo, error: PrismaClientKnownRequestError): unknown {
  const state = sqlState(error);
  if (state === TOO_LARGE_FOR_INDEX) return invalid(model, error, 'too_long', 'is too long for its index');
  return isPassing(state) ? unavailable(error) : error;
}

function invalid(
  model: ModelInfo,
  cause: PrismaClientKnownRequestError,
  code: string,
  words: string,
): ApiError {
  const names = fieldNames(model, cause);
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
function fieldNames(model: ModelInfo, error: PrismaClientKnownRequestError): readonly string[] {
  const text = JSON.stringify(error.meta ?? {});
  const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const keys = model.relations.flatMap((relation) => relation.fields);
  return [...new Set(keys.filter((name) => text.includes(`_${snake(name)}`)))];
}

function uniqueNames(model: ModelInfo): string {
  const keys = [model.ir.primaryKey, ...model.ir.uniques].map((names) => names.join(' and '));
  return [...new Set(keys)].join(', or the same ');
}

function sqlState(error: PrismaClientKnownRequestError): string | undefined {
  const meta = error.meta as { driverAdapterError?: { cause?: { originalCode?: string } } } | undefined;
  return meta?.driverAdapterError?.cause?.originalCode;
}
