import { BRIDGE_ERROR_STATUS } from '../bridge-errors.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import { closed, json, listOf } from './openapi-schema.ts';

const WHY: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or names what is not there; the message says where.',
  403: 'The rules of the app allow this to its owner only.',
  404: 'There is no such app or model.',
  405: 'The address does not answer this method; `Allow` names those that it does.',
  409: 'A unique key has the value already.',
  410: 'The app was taken down.',
  413: 'The body is too large.',
  415: 'The body is not sent as application/json.',
  422: 'The record breaks the rules of its fields; a diagnostic for each.',
  429: 'Too many requests.',
  500: 'Something went wrong on the side of the server.',
  503: 'The database is busy.',
};

/** `components.responses`: one for each status that a failure can have. */
export const FAILURES: JsonSchema = Object.fromEntries(
  Object.keys(WHY).map((status) => [`Failure${status}`, failure(Number(status))]),
);

export const DIAGNOSTIC: JsonSchema = closed(
  {
    code: { type: 'string' },
    message: { type: 'string' },
    hint: { type: 'string' },
    severity: { enum: ['error', 'warning'] },
    line: { type: 'integer' },
    col: { type: 'integer' },
    path: { type: 'string', description: 'JSON pointer to the value.' },
  },
  ['code', 'message'],
);

/** The failures of one operation, by status. */
export function failures(...statuses: readonly number[]): JsonSchema {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
  );
}

function failure(status: number): JsonSchema {
  const codes = Object.entries(BRIDGE_ERROR_STATUS)
    .filter(([, own]) => own === status)
    .map(([code]) => code);
  const error = closed(
    // What was there once is not found either.
    { code: { enum: status === 410 ? ['not_found'] : codes }, message: { type: 'string' } },
    ['code', 'message'],
  );
  const body = closed(
    { ok: { const: false }, error, diagnostics: listOf({ $ref: '#/components/schemas/Diagnostic' }) },
    ['ok', 'error'],
  );
  const waits = status === 429 || status === 503;
  const retry = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };
  return {
    description: WHY[status] ?? '',
    ...(waits ? { headers: { 'Retry-After': retry } } : {}),
    ...json(body),
  };
}
