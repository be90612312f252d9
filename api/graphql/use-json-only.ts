import type { Plugin } from 'graphql-yoga';

/**
 * Refuses what a foreign page's form could post without a preflight: only JSON bodies execute (design 2).
 * GET stays, because it cannot mutate.
 */
export function useJsonOnly(): Plugin {
  return {
    onRequest({ request, fetchAPI, endResponse }) {
      if (request.method !== 'POST') return;
      const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (type === 'application/json' || type === 'application/graphql+json') return;
      const message = 'Send the query as application/json.';
      const body = {
        errors: [{ message, extensions: { code: 'unsupported_media_type', http: { status: 415 } } }],
      };
      endResponse(
        new fetchAPI.Response(JSON.stringify(body), {
          status: 415,
          headers: { 'content-type': 'application/json' },
        }),
      );
    },
  };
}
