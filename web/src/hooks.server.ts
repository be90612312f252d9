import { API_ORIGIN, EMBED_ORIGINS, PUBLISH_ORIGIN } from '$app/env/private';
import type { Handle, HandleFetch } from '@sveltejs/kit/hooks';
import {
  DOCUMENT_HEADERS,
  EMBEDDED_HEADERS,
  withFrameAncestors,
  withFrameSources,
} from '#lib/server/document-headers.ts';

/** Headers of every document of the main application (design 7, last paragraph). */
export const handle: Handle = async ({ event, resolve }) => {
  const response = await resolve(event, {
    // urql reads it on both sides; the answer is handed to the browser with the page.
    filterSerializedResponseHeaders: (name) => name === 'content-type',
  });
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const isStudio = event.route.id === '/embed/[kind]';
  for (const [name, value] of isStudio ? EMBEDDED_HEADERS : DOCUMENT_HEADERS)
    response.headers.set(name, value);
  const policy = response.headers.get('content-security-policy');
  if (policy !== null) {
    const framed = withFrameSources(policy, PUBLISH_ORIGIN);
    response.headers.set(
      'content-security-policy',
      isStudio ? withFrameAncestors(framed, EMBED_ORIGINS) : framed,
    );
  }
  return response;
};

/**
 * Server-side rendering asks GraphQL without a socket: the API process puts `graphqlFetch` on the request it
 * hands us. Without it (vite dev) the request goes to API_ORIGIN.
 */
export const handleFetch: HandleFetch = async ({ event, request, fetch }) => {
  const url = new URL(request.url);
  if (url.pathname !== '/graphql' || url.origin !== event.url.origin) return fetch(request);
  const inProcess = event.platform?.req.graphqlFetch;
  if (inProcess !== undefined) return inProcess(request);
  return fetch(new Request(new URL('/graphql', API_ORIGIN), request));
};
