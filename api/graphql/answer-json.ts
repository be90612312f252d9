import type { GraphQLParams, Plugin, YogaServerInstance } from 'graphql-yoga';
import type { PlainAnswer } from '../http/plain-answer.ts';

/** A request whose body was read. */
export interface PlainRequest {
  readonly request: Request;
  readonly body: string;
}

/** Headers with which Yoga answers a result without errors as `application/json`. */
const ACCEPTS_JSON: ReadonlySet<string> = new Set(['', '*/*', 'application/json']);
const JSON_TYPE = /^application\/json(?:;|$)/i;

type Result = Awaited<ReturnType<YogaServerInstance<object, object>['getResultForParams']>>;

/** A server context with a result that was found before Yoga's own request began. */
export interface WithFound {
  readonly found?: Result;
}

/** Answers the result of the context as any other, with its status and its headers. */
export function useFoundResult(): Plugin<object, WithFound> {
  return {
    onParams({ context, setResult }) {
      if (context.found !== undefined) setResult(context.found);
    },
  };
}

/**
 * Answers the usual request, one operation as JSON, without the request, answer and streams that Yoga makes of its own.
 * It is Yoga's operation with all its plugins; a result that is more than data goes to `answerFound`, which gives it to
 * Yoga, and null says that Yoga has to read the request itself.
 * @param context made anew for every request; it gets members
 */
export async function answerJson<Server extends object, User extends object>(
  yoga: Pick<YogaServerInstance<Server, User>, 'getResultForParams'>,
  { request, body }: PlainRequest,
  context: Server,
  answerFound: (found: WithFound) => Promise<PlainAnswer>,
): Promise<PlainAnswer | null> {
  const params = readParams(request, body);
  if (!params) return null;
  let result: Result;
  try {
    result = await yoga.getResultForParams({ params, request }, context as Server & User);
  } catch {
    // Nothing was executed: these are parameters that Yoga refuses, and it does so in its own words.
    return null;
  }
  if (result === undefined || !isPlain(result)) return answerFound({ found: result });
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(result),
  };
}

function readParams({ method, headers }: Request, body: string): GraphQLParams | null {
  if (method !== 'POST' || !JSON_TYPE.test(headers.get('content-type') ?? '')) return null;
  if (!ACCEPTS_JSON.has(headers.get('accept') ?? '')) return null;
  try {
    const params: unknown = JSON.parse(body);
    return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : null;
  } catch {
    return null;
  }
}

function isPlain(result: object): boolean {
  return 'data' in result && !('errors' in result) && !('extensions' in result);
}
