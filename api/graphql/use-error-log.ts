import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { isUnexpected } from './errors.ts';

/** Writes to the log what masking hides from the client. */
export function useErrorLog(log: Logger): Plugin {
  return {
    onExecutionResult({ result }) {
      if (!result || isAsyncIterable(result) || Array.isArray(result)) return;
      for (const error of result.errors ?? []) {
        if (isUnexpected(error))
          log.error({ err: error.originalError, path: error.path }, 'unexpected error');
      }
    },
  };
}
