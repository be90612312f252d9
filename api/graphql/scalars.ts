import { ApiError } from '../errors.ts';

/** @throws ApiError invalid_request when the value is no ISO 8601 text */
export function parseDateTime(value: unknown): Date {
  const date = typeof value === 'string' ? new Date(value) : null;
  if (!date || Number.isNaN(date.getTime())) {
    throw new ApiError('invalid_request', 'A DateTime is text such as 2026-01-31T12:00:00Z.');
  }
  return date;
}

/** A JSON value is taken as it is; the services check its shape. */
export function parseJson(value: unknown): unknown {
  return value;
}
