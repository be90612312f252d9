import { createGraphQLError } from 'graphql-yoga';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { ApiError, ErrorCode } from '../errors.ts';
import { toApiError } from '../http/envelope.ts';
import type { PlainAnswer } from '../http/plain-answer.ts';

/**
 * The one place where an error becomes an answer of GraphQL: ours keep their sentence and get
 * `extensions.code` and `extensions.http.status` (design 4); anything unexpected is replaced by `internal` and
 * goes to the log, since the answer hides it.
 */
export function createMask(log: Logger | undefined): (error: unknown) => Error {
  return (error) => {
    const at = error instanceof GraphQLError ? error : undefined;
    const thrown = unwrap(error);
    // Errors of the request itself: syntax, validation, limits, and values of variables, which have no path either.
    if (at && (!at.originalError || (thrown instanceof GraphQLError && !at.path))) return withCode(at);
    const told = toApiError(thrown);
    if (told.code === 'internal') log?.error({ err: thrown, path: at?.path }, 'unexpected error');
    return toGraphqlError(told, at);
  };
}

/** A whole answer for an error that came before GraphQL, such as an ended session. */
export function createErrorResult(error: ApiError): Response {
  return Response.json({ errors: [toGraphqlError(error)] }, { status: error.status });
}

/** The same in plain terms, in the media type that the client asks for (GraphQL over HTTP). */
export function graphqlFailure(error: ApiError, accept: string | null): PlainAnswer {
  const type = 'application/graphql-response+json';
  return {
    status: error.status,
    headers: {
      'content-type': `${accept?.includes(type) ? type : 'application/json'}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(error.retryAfter === undefined ? {} : { 'retry-after': retrySeconds(error.retryAfter) }),
    },
    body: JSON.stringify({ errors: [toGraphqlError(error)] }),
  };
}

function retrySeconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)));
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** The code for an error of the request itself, which the library describes by its HTTP status only. */
export function codeOfStatus(status: number | undefined): ErrorCode {
  return CODES[status ?? 400] ?? 'invalid_request';
}

function unwrap(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? unwrap(error.originalError) : error;
}

/**
 * Everything that is wrong with a request itself has one code. Yoga's status stays; but a body that could not be
 * read at all is 400 in every media type, where Yoga would answer 200 to a client that accepts plain JSON.
 */
function withCode(error: GraphQLError): GraphQLError {
  const isAboutDocument = error.positions !== undefined || error.nodes !== undefined;
  const http = isAboutDocument
    ? error.extensions.http
    : error.extensions.http && { ...error.extensions.http, spec: false };
  // A limit is no mistake of syntax, as which the library words it.
  const message = error.message.replace(/^Syntax Error: (?=.* limit of \d+ exceeded)/, '');
  return createGraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.source ? { source: error.source } : {}),
    ...(error.positions ? { positions: error.positions } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: { code: codeOfStatus(http?.status), ...(http ? { http } : {}) },
  });
}

function toGraphqlError(error: ApiError, at?: GraphQLError): GraphQLError {
  return createGraphQLError(error.message, {
    ...(at?.nodes ? { nodes: at.nodes } : {}),
    ...(at?.path ? { path: at.path } : {}),
    extensions: {
      code: error.code,
      http: {
        status: error.status,
        ...(error.retryAfter === undefined
          ? {}
          : { headers: { 'retry-after': retrySeconds(error.retryAfter) } }),
      },
      ...(error.diagnostics ? { diagnostics: error.diagnostics } : {}),
      ...error.details,
    },
  });
}
