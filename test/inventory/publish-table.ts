import type { Things } from './callers.ts';

/** One route of the publish origin. All are public: nobody's session means anything there (design 7). */
export interface PublishRow {
  /** Method and pattern; `{rest}` is any file. */
  readonly route: string;
  readonly status: number;
  readonly path: (things: Things) => string;
  readonly body?: unknown;
  /** Of the body, where it is no JSON. */
  readonly contentType?: string;
}

/** Prefixes under which anything is served on the publish origin. */
export const PUBLISH_PREFIXES: readonly string[] = ['a', 'f', 'p'];

const app =
  (rest: string): PublishRow['path'] =>
  ({ appId }) =>
    `/a/${appId}${rest}`;
const form =
  (rest: string): PublishRow['path'] =>
  ({ projectId }) =>
    `/f/${projectId}${rest}`;
const draft =
  (rest: string): PublishRow['path'] =>
  ({ previewToken }) =>
    `/p/${previewToken}/1${rest}`;
const query = { query: '{ __typename }' };

export const PUBLISH_TABLE: readonly PublishRow[] = [
  { route: 'GET /healthz', status: 200, path: () => '/healthz' },
  { route: 'GET /_studio/frame', status: 200, path: () => '/_studio/frame' },
  { route: 'GET /_studio/capture.js', status: 200, path: () => '/_studio/capture.js' },
  { route: 'GET /a/{app}', status: 308, path: app('') },
  { route: 'GET /a/{app}/{rest}', status: 200, path: app('/index.html') },
  { route: 'POST /a/{app}/_data', status: 201, path: app('/_data'), body: { text: 'two' } },
  { route: 'GET /a/{app}/_data', status: 200, path: app('/_data') },
  { route: 'POST /a/{app}/_data/query', status: 200, path: app('/_data/query'), body: { entity: 'Note' } },
  { route: 'GET /a/{app}/_data/openapi.json', status: 200, path: app('/_data/openapi.json') },
  { route: 'POST /a/{app}/_graphql', status: 200, path: app('/_graphql'), body: query },
  { route: 'GET /f/{project}', status: 200, path: form('') },
  { route: 'POST /f/{project}/_data', status: 201, path: form('/_data'), body: { name: 'Eve' } },
  // Without the token of a page nothing is counted.
  {
    route: 'POST /f/{project}/progress',
    status: 204,
    path: form('/progress'),
    body: 'token=none&mark=opened',
    contentType: 'application/x-www-form-urlencoded',
  },
  // Answers to a form are its author's.
  { route: 'POST /f/{project}/_data/query', status: 403, path: form('/_data/query'), body: {} },
  { route: 'GET /p/{token}/{revision}', status: 308, path: draft('') },
  { route: 'GET /p/{token}/{revision}/{rest}', status: 200, path: draft('/index.html') },
  {
    route: 'GET /p/{token}/{revision}/_platform/capture.js',
    status: 200,
    path: draft('/_platform/capture.js'),
  },
  { route: 'POST /p/{token}/{revision}/_data', status: 201, path: draft('/_data'), body: { text: 'two' } },
  { route: 'GET /p/{token}/{revision}/_data', status: 200, path: draft('/_data') },
  {
    route: 'POST /p/{token}/{revision}/_data/query',
    status: 200,
    path: draft('/_data/query'),
    body: { entity: 'Note' },
  },
  { route: 'GET /p/{token}/{revision}/_data/openapi.json', status: 200, path: draft('/_data/openapi.json') },
  { route: 'POST /p/{token}/{revision}/_graphql', status: 200, path: draft('/_graphql'), body: query },
];
