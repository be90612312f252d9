import { nearest } from '@platform/aml-compiler/nearest.ts';
import { ApiError } from '../errors.ts';
import { quote } from './model-info.ts';

/** A mistake in a query: 400 with the place (design 6). */
export function badQuery(path: string, message: string): ApiError {
  return new ApiError('invalid_request', `${path}: ${message}`);
}

/** A name that means nothing here, with the one that it most likely means. */
export function unknownName(path: string, what: string, name: string, known: readonly string[]): ApiError {
  const near = nearest(name, known);
  const hint = near ? `did you mean ${quote(near)}?` : `known are ${known.join(', ')}.`;
  return badQuery(path, `${quote(name)} is no ${what}; ${hint}`);
}
