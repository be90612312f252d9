import { createGraphQLError } from 'graphql-yoga';
import { GraphQLError } from 'graphql';
import { ApiError } from '../errors.ts';
import { toApiError } from '../http/envelope.ts';

/**
 * The one place where an error becomes an answer of GraphQL: ours keep their sentence and get
 * `extensions.code` and `extensions.http.status` (design 4); anything unexpected is replaced by `internal`.
 */
export function maskError(error: unknown, _message: string): Error {
  if (!(error instanceof GraphQLError)) return toGraphqlError(toApiError(error));
  const original = error.originalError;
  // Errors of the request itself: syntax, validation, limits.
  if (!original) return withCode(error);
  return toGraphqlError(toApiError(unwrap(original)), error);
}

/** A whole answer for an error that came before GraphQL, such as an ended session. */
export function createErrorResult(error: ApiError): Response {
  return Response.json({ errors: [toGraphqlError(error)] }, { status: error.status });
}

/** Whether the answer hides something that belongs in the log. */
export function isUnexpected(error: unknown): boolean {
  const original = error instanceof GraphQLError ? error.originalError : error;
  return original != null && !(unwrap(original) instanceof ApiError);
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
  return createGraphQLError(error.message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.source ? { source: error.source } : {}),
    ...(error.positions ? { positions: error.positions } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: { code: 'invalid_request', ...(http ? { http } : {}) },
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
          : { headers: { 'retry-after': String(Math.ceil(error.retryAfter)) } }),
      },
      ...(error.diagnostics ? { diagnostics: error.diagnostics } : {}),
      ...error.details,
    },
  });
}
