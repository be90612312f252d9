import type { Plugin } from 'graphql-yoga';
import { ERROR_STATUS } from '../errors.ts';

interface SerializedError {
  readonly extensions?: { readonly code?: string };
}

/**
 * Yoga takes `extensions.http` out of an answer after using it; clients are promised to find the status there
 * (design 4), so it is written back from the code.
 */
export function useErrorStatus(): Plugin {
  return {
    onResultProcess({ result }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
      result.stringify = (answer) => JSON.stringify(answer, addStatus);
    },
  };
}

function addStatus(key: string, value: unknown): unknown {
  if (key !== 'errors' || !Array.isArray(value)) return value;
  return value.map((error: unknown) => withStatus(JSON.parse(JSON.stringify(error)) as SerializedError));
}

function withStatus(error: SerializedError): object {
  const { code } = error.extensions ?? {};
  if (code === undefined || !Object.hasOwn(ERROR_STATUS, code)) return error;
  return {
    ...error,
    extensions: { ...error.extensions, http: { status: ERROR_STATUS[code as keyof typeof ERROR_STATUS] } },
  };
}
