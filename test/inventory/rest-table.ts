import { newId } from '../../api/ids.ts';
import type { AuthClass, Caller, Things } from './callers.ts';

/** One route of the main origin's API: who may call it, and what each caller is answered. */
export interface RouteRow {
  /** Method and path as they are mounted; ANY where one handler takes all methods. */
  readonly route: string;
  readonly auth: AuthClass;
  /** Statuses for nobody, for somebody else, for the owner; they are called in this order. */
  readonly answers: readonly [anonymous: number, other: number, owner: number];
  readonly path?: (things: Things, caller: Caller) => string;
  readonly method?: string;
  readonly body?: (things: Things, caller: Caller) => unknown;
}

const app =
  (rest = ''): ((things: Things) => string) =>
  ({ appId }) =>
    `/api/market/${appId}${rest}`;
const space =
  (home: 'apps' | 'drafts', rest: string): ((things: Things) => string) =>
  ({ appId, draftId }) =>
    `/api/${home}/${home === 'apps' ? appId : draftId}${rest}`;
const talk =
  (rest = ''): ((things: Things) => string) =>
  ({ conversationId }) =>
    `/api/conversations/${conversationId}${rest}`;
const project =
  (rest = ''): ((things: Things) => string) =>
  ({ projectId }) =>
    `/api/projects/${projectId}${rest}`;
const nothing = (): object => ({});
const email = (): object => ({ email: `${newId()}@example.org`, password: 'correct horse battery' });
const query = (): object => ({ query: '{ __typename }' });
const csv = (): string => '[]';

/** Every route of the main origin's API. What ends something comes last. */
export const REST_TABLE: readonly RouteRow[] = [
  { route: 'GET /healthz', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /readyz', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /robots.txt', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /sitemap.xml', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /sitemaps/:number', auth: 'public', answers: [200, 200, 200], path: () => '/sitemaps/1' },
  {
    route: 'GET /f/:id',
    auth: 'public',
    answers: [308, 308, 308],
    path: ({ projectId }) => `/f/${projectId}`,
  },
  { route: 'ANY /graphql', auth: 'public', answers: [200, 200, 200], method: 'POST', body: query },

  { route: 'POST /api/auth/register', auth: 'public', answers: [202, 202, 202], body: email },
  {
    route: 'POST /api/auth/verify',
    auth: 'public',
    answers: [400, 400, 400],
    body: () => ({ token: 'none' }),
  },
  { route: 'POST /api/auth/resend-verification', auth: 'public', answers: [202, 202, 202], body: email },
  { route: 'POST /api/auth/login', auth: 'public', answers: [401, 401, 401], body: email },
  { route: 'POST /api/auth/forgot-password', auth: 'public', answers: [202, 202, 202], body: email },
  {
    route: 'POST /api/auth/reset-password',
    auth: 'public',
    answers: [400, 400, 400],
    body: () => ({ reset_token: 'none', password: 'correct horse battery' }),
  },
  { route: 'GET /api/auth/me', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /api/auth/google/start', auth: 'public', answers: [404, 404, 404] },
  { route: 'GET /api/auth/google/callback', auth: 'public', answers: [404, 404, 404] },
  {
    route: 'POST /api/auth/exchange',
    auth: 'public',
    answers: [400, 400, 400],
    body: () => ({ code: 'none' }),
  },
  { route: 'POST /api/auth/refresh', auth: 'session', answers: [401, 200, 200] },
  { route: 'GET /api/auth/export', auth: 'session', answers: [401, 200, 200] },

  { route: 'GET /api/market', auth: 'public', answers: [200, 200, 200] },
  { route: 'GET /api/market/:id', auth: 'public', answers: [200, 200, 200], path: app() },
  { route: 'GET /api/market/:id/preview', auth: 'public', answers: [404, 404, 404], path: app('/preview') },
  { route: 'GET /api/market/:id/versions', auth: 'public', answers: [200, 200, 200], path: app('/versions') },
  {
    route: 'POST /api/market',
    auth: 'owner',
    answers: [401, 403, 200],
    body: ({ appId }) => ({ id: appId, name: 'Notes', files: { 'index.html': '<h1>Again</h1>' } }),
  },
  {
    route: 'POST /api/market/:id/fork',
    auth: 'session',
    answers: [401, 201, 201],
    path: app('/fork'),
    body: nothing,
  },
  {
    route: 'POST /api/market/:id/plan',
    auth: 'owner',
    answers: [401, 403, 200],
    path: app('/plan'),
    body: () => ({ aml: '' }),
  },
  {
    // Of somebody else's app: the own one needs no report.
    route: 'POST /api/market/:id/report',
    auth: 'session',
    answers: [401, 201, 403],
    path: app('/report'),
    body: () => ({ reason: 'spam' }),
  },
  {
    route: 'POST /api/market/:id/versions/:number/restore',
    auth: 'owner',
    answers: [401, 403, 200],
    path: app('/versions/1/restore'),
    body: nothing,
  },

  ...(['apps', 'drafts'] as const).flatMap((home): RouteRow[] => {
    // A draft is private: to others it is not there. An app is public, so that its owner's door is forbidden.
    const other = home === 'apps' ? 403 : 404;
    const base = `/api/${home}/:id`;
    return [
      {
        route: `GET ${base}/data/:file`,
        auth: 'owner',
        answers: [401, other, 200],
        path: space(home, '/data/Note.csv'),
      },
      {
        route: `POST ${base}/data/:model/import`,
        auth: 'owner',
        answers: [401, other, 200],
        path: space(home, '/data/Note/import'),
        body: csv,
      },
      {
        route: `GET ${base}/graphql`,
        auth: 'owner',
        answers: [401, other, 200],
        path: space(home, '/graphql?query=%7B__typename%7D'),
      },
      {
        route: `POST ${base}/graphql`,
        auth: 'owner',
        answers: [401, other, 200],
        path: space(home, '/graphql'),
        body: query,
      },
    ];
  }),

  { route: 'GET /api/conversations', auth: 'session', answers: [401, 200, 200] },
  {
    route: 'POST /api/conversations',
    auth: 'owner',
    answers: [401, 403, 200],
    body: ({ conversationId }) => ({ id: conversationId }),
  },
  { route: 'GET /api/conversations/:id', auth: 'owner', answers: [401, 404, 200], path: talk() },
  {
    route: 'POST /api/conversations/:id/messages',
    auth: 'owner',
    answers: [401, 403, 200],
    path: talk('/messages'),
    body: () => ({ messages: [{ id: 'm', role: 'user', parts: [] }] }),
  },

  { route: 'GET /api/projects', auth: 'session', answers: [401, 200, 200] },
  // Published: its page is public, and so is what it is made from (spec 4.5).
  { route: 'GET /api/projects/:id', auth: 'public', answers: [200, 200, 200], path: project() },
  {
    route: 'PUT /api/projects/:id',
    auth: 'owner',
    answers: [401, 403, 200],
    path: project(),
    body: () => ({ published: true }),
  },
  {
    route: 'POST /api/projects/:id/market',
    auth: 'owner',
    answers: [401, 403, 201],
    path: project('/market'),
    body: nothing,
  },
  {
    route: 'POST /api/projects/:id/hosts/:host/verify',
    auth: 'owner',
    answers: [401, 403, 404],
    path: project('/hosts/forms.example.org/verify'),
    body: nothing,
  },
  {
    route: 'POST /api/forms/:id/submissions',
    auth: 'public',
    answers: [201, 201, 201],
    path: ({ projectId }) => `/api/forms/${projectId}/submissions`,
    body: () => ({ name: 'Eve' }),
  },
  {
    route: 'GET /api/forms/:id/submissions',
    auth: 'owner',
    answers: [401, 403, 200],
    path: ({ projectId }) => `/api/forms/${projectId}/submissions`,
  },
  {
    route: 'GET /api/projects/:id/webhook/deliveries',
    auth: 'owner',
    answers: [401, 403, 200],
    path: project('/webhook/deliveries'),
  },
  {
    route: 'POST /api/projects/:id/webhook/deliveries/:delivery/send',
    auth: 'owner',
    answers: [401, 403, 409],
    path: project('/webhook/deliveries/none/send'),
    body: nothing,
  },
  {
    route: 'POST /api/projects/:id/webhook/trial',
    auth: 'owner',
    answers: [401, 403, 409],
    path: project('/webhook/trial'),
    body: nothing,
  },
  {
    route: 'POST /api/projects/:id/webhook/secret',
    auth: 'owner',
    answers: [401, 403, 200],
    path: project('/webhook/secret'),
    body: nothing,
  },
  ...(['GET /api/data/:id', 'POST /api/data/:id'] as const).map((route) => ({
    route,
    auth: 'owner' as const,
    answers: [401, 403, 200] as const,
    path: ({ projectId }: Things) => `/api/data/${projectId}`,
    ...(route.startsWith('POST') ? { body: nothing } : {}),
  })),
  ...(['csv', 'json'] as const).map((format) => ({
    route: `GET /api/forms/:id/export.${format}`,
    auth: 'owner' as const,
    answers: [401, 403, 200] as const,
    path: ({ projectId }: Things) => `/api/forms/${projectId}/export.${format}`,
  })),
  // The project of these tests is a form: its owner is told that it has no slides.
  ...(['html', 'pptx'] as const).map((format) => ({
    route: `GET /api/slides/:id/export.${format}`,
    auth: 'owner' as const,
    answers: [401, 403, 400] as const,
    path: ({ projectId }: Things) => `/api/slides/${projectId}/export.${format}`,
  })),
  {
    route: 'PUT /api/forms/:id/submissions/:answer/state',
    auth: 'owner',
    answers: [401, 403, 200],
    path: ({ projectId }) => `/api/forms/${projectId}/submissions/none/state`,
    body: () => ({ state: 'flagged' }),
  },
  {
    route: 'DELETE /api/forms/:id/submissions/:answer',
    auth: 'owner',
    answers: [401, 403, 200],
    path: ({ projectId }) => `/api/forms/${projectId}/submissions/none`,
  },

  { route: 'GET /api/llm', auth: 'session', answers: [401, 200, 200] },
  {
    route: 'ANY /api/llm/:provider/*',
    auth: 'session',
    answers: [401, 200, 200],
    method: 'POST',
    path: () => '/api/llm/demo/v1/chat/completions',
    body: () => ({ model: 'demo', messages: [{ role: 'user', content: 'hi' }] }),
  },

  { route: 'DELETE /api/conversations/:id', auth: 'owner', answers: [401, 403, 200], path: talk() },
  { route: 'DELETE /api/projects/:id', auth: 'owner', answers: [401, 403, 200], path: project() },
  {
    route: 'POST /api/projects/:id/restore',
    auth: 'owner',
    answers: [401, 403, 200],
    path: project('/restore'),
    body: nothing,
  },
  { route: 'DELETE /api/market/:id', auth: 'owner', answers: [401, 403, 200], path: app() },
  {
    route: 'POST /api/market/:id/restore',
    auth: 'owner',
    answers: [401, 403, 200],
    path: app('/restore'),
    body: nothing,
  },
  { route: 'POST /api/auth/logout', auth: 'session', answers: [401, 200, 200] },
];
