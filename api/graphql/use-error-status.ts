import type { Plugin } from 'graphql-yoga';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { codeOfStatus } from './errors.ts';

interface ErrorLike {
  readonly extensions?: { readonly code?: unknown; readonly http?: { readonly status?: number } };
}

/**
 * Holds every error of an answer to the closed list of codes, each with its status in `extensions.http` (design 4):
 * Yoga takes that member out after using it, and validation errors carry codes of its own.
 */
export function useErrorStatus(): Plugin {
  return {
    onResultProcess({ result }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
      const codes = result.errors.map(codeOf);
      result.stringify = (answer) =>
        JSON.stringify(answer, (key: string, value: unknown) =>
          key === 'errors' && Array.isArray(value)
            ? value.map((error, index) => complete(error, codes[index]))
            : value,
        );
    },
  };
}

function codeOf({ extensions }: ErrorLike): ErrorCode {
  const code = extensions?.code;
  if (typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)) return code as ErrorCode;
  return codeOfStatus(extensions?.http?.status);
}

function complete(error: unknown, code: ErrorCode = 'invalid_request'): object {
  const plain = JSON.parse(JSON.stringify(error)) as ErrorLike;
  return { ...plain, extensions: { ...plain.extensions, code, http: { status: ERROR_STATUS[code] } } };
}
