import { isDatabaseUnavailable, isRefusedText } from '../db/classify-error.ts';
import { ApiError, type StudioDiagnostic } from '../errors.ts';
import { toResponse, type PlainAnswer } from './plain-answer.ts';

/** A success answer: `{ "ok": true, … }` (design 4). */
export function ok(members: Record<string, unknown> = {}, status = 200): Response {
  return toResponse(okAnswer(members, status));
}

/** The same in plain terms. */
export function okAnswer(members: Record<string, unknown>, status = 200): PlainAnswer {
  return answer(JSON.stringify({ ok: true, ...members }), status);
}

/** A success answer with one member that is JSON text already. */
export function okJson(name: string, text: string): PlainAnswer {
  return answer(`{"ok":true,${JSON.stringify(name)}:${text}}`, 200);
}

/** A failure answer: `{ "ok": false, "error": { code, message }, "diagnostics"? }` (design 4). */
export function failure(error: ApiError): Response {
  return toResponse(failureAnswer(error));
}

/** The same in plain terms. */
export function failureAnswer(error: ApiError): PlainAnswer {
  const body: { ok: false; error: object; diagnostics?: readonly StudioDiagnostic[] } = {
    ok: false,
    error: { code: error.code, message: error.message, ...error.details },
  };
  if (error.diagnostics) body.diagnostics = error.diagnostics;
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfter)));
  if (error.isFinal) headers['x-should-retry'] = 'false';
  return answer(JSON.stringify(body), error.status, headers);
}

/** Turns whatever was thrown into an ApiError; the caller logs what this hides. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof Error && thrown.name === 'PothosValidationError') {
    return new ApiError('invalid_request', `${thrown.message}.`, { cause: thrown });
  }
  // At run time this is thrown for nothing but a global id that names an unknown type.
  if (thrown instanceof Error && thrown.name === 'PothosSchemaError') {
    return new ApiError('invalid_request', 'The id names no type of this API.', { cause: thrown });
  }
  if (isRefusedText(thrown)) {
    return new ApiError('invalid_request', 'The request has a character that cannot be stored (NUL).', {
      cause: thrown,
    });
  }
  if (isDatabaseUnavailable(thrown)) {
    return new ApiError(
      'unavailable',
      'The database does not answer just now. Please try again in a moment.',
      {
        retryAfter: 2,
        cause: thrown,
      },
    );
  }
  return new ApiError(
    'internal',
    'Something went wrong on our side. Look whether your change is there before you try again.',
    {
      cause: thrown,
    },
  );
}

function answer(body: string, status: number, headers: Record<string, string> = {}): PlainAnswer {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body,
  };
}
