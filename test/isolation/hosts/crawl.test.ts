import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appLabel, projectLabel } from '../../../api/publish/labels.ts';
import {
  startInstallation,
  type Answer,
  type Installation,
  type Person,
} from '../../support/installation.ts';
import { mainRoutes } from './main-routes.ts';

// Every route of both origins: what is never sent, what is never read, what is never echoed (design 7).

const NEVER = ['set-cookie', 'service-worker-allowed', 'access-control-allow-credentials'] as const;
const AML = 'model Note {\n  text String\n}\n';
const FILES = {
  'index.html': '<!doctype html><title>One</title>',
  'docs/index.html': '<p>Docs',
  'app.js': 'export {};',
  'art.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'tool.exe': 'MZ',
  '404.html': '<p>Lost',
};
const DECK = { title: 'x', slides: [{ layout: 'title', heading: 'x' }] };
const FORM = { title: 'Form', fields: [{ type: 'text', key: 'name', label: 'Name' }] };
const CUSTOM = 'forms.example.org';
const PROJECTS = { form: { slug: 'lunch', hosts: [CUSTOM] }, hidden: { published: false }, gone: {} };
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'] as const;
/** 8 KB, with a session in it that nobody may take. */
const junk = (token: string): string =>
  `session=${token}; platform.session=${token}; ${'x'.repeat(60)}=${'y'.repeat(7_600)}`;

const appPaths = (token: string): readonly string[] => [
  '/',
  '/healthz',
  '/robots.txt',
  '/favicon.ico',
  '/graphql',
  '/api/market',
  '/a/',
  ...['one', 'past', 'none'].flatMap((id) =>
    [
      '',
      '/',
      '/app.js',
      '/art.svg',
      '/tool.exe',
      '/docs',
      '/none',
      '/_data',
      '/_graphql',
      '/_data/openapi.json',
    ].map((rest) => `/a/${id}${rest}`),
  ),
  '/a/one/_data/query',
  `/p/${token}/1`,
  `/p/${token}/1/`,
  `/p/${token}/1/app.js`,
  `/p/${token}/1/_platform/capture.js`,
  `/p/${token}/1/_data`,
  '/p/wrong/1/',
  '/a/one/%2e%2e/',
];
const projectPaths = [
  '/',
  '/_data',
  '/_data/query',
  '/healthz',
  '/a/one/',
  ...['form', 'gone', 'none'].flatMap((id) =>
    ['', '/_data', '/_data/query', '/x'].map((rest) => `/f/${id}${rest}`),
  ),
  '/f/hidden',
];

/** Differs from one answer to the next. */
const VARYING = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'content-length']);
/** What each load of a form's page is given anew. */
const OF_ONE_LOAD = /nonce[-=]"?[\w-]{22}|"requestId":"[^"]*"|"token":"[^"]*"|name="token" value="[^"]*"/g;
const steady = ({ status, headers, text }: Answer): unknown => ({
  status,
  headers: Object.entries(headers)
    .filter(([name]) => !VARYING.has(name))
    .map(([name, value]) => [name, String(value).replace(OF_ONE_LOAD, '')]),
  text: text.replace(OF_ONE_LOAD, ''),
});

/** The one cookie there is: what ties the way to the identity provider to the browser that began it. */
function withoutSignInCookie(path: string, answer: Answer): Answer {
  if (path !== '/api/auth/google/start') return answer;
  const { 'set-cookie': cookies = [], ...headers } = answer.headers;
  for (const cookie of cookies)
    expect(cookie).toMatch(/^sign-in=[\w-]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  return { ...answer, headers };
}

describe.each(['subhost', 'sandbox'] as const)('every route, %s', (isolation) => {
  let installation: Installation;
  let ada: Person;
  let token = '';
  let draft = '';
  beforeAll(async () => {
    installation = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    ada = await installation.join('Ada');
    for (const id of ['one', 'past']) {
      const body = { id, name: id, files: FILES, aml: AML };
      await installation.call({ method: 'POST', path: '/api/market', token: ada.token, body });
    }
    await installation.call({ method: 'DELETE', path: '/api/market/past', token: ada.token });
    for (const [id, more] of Object.entries(PROJECTS)) {
      const body = { kind: 'form', document: FORM, ...more };
      await installation.call({ method: 'PUT', path: `/api/projects/${id}`, token: ada.token, body });
    }
    const deck = { kind: 'slides', document: DECK };
    await installation.call({ method: 'PUT', path: '/api/projects/deck', token: ada.token, body: deck });
    await installation.call({ method: 'DELETE', path: '/api/projects/gone', token: ada.token });
    // DNS has tests of its own.
    await installation.server.services.db.prisma.projectHost.updateMany({
      where: { projectId: 'form' },
      data: { heldHost: CUSTOM, verifiedAt: new Date(), checkedAt: new Date() },
    });
    const served = await installation.visit({ path: '/', headers: { host: CUSTOM } });
    expect(served.status).toBe(200);
    const made = await installation.graphql(
      'mutation { createDraft(input: { fromAppId: "one" }) { draft { draftId latest { previewUrl } } } }',
      {},
      ada.token,
    );
    draft = made.json.data.createDraft.draft.draftId;
    token = /\/p\/([^/]+)\//.exec(made.text)?.[1] ?? '';
    expect(token).not.toBe('');
  });
  afterAll(() => installation.stop());

  const publishHost = (): string => new URL(installation.publishOrigin).host;
  const projectHosts = (): readonly string[] => [
    ...[projectLabel('form'), 'lunch'].map((label) => `${label}.${publishHost()}`),
    CUSTOM,
  ];
  /** What is asked of each host: everything of the shared one and of an app's, of a project's what concerns it. */
  const places = function* (): Generator<{ path: string; host: string }> {
    const [apps, projects] = [[...appPaths(token)], [...projectPaths]];
    const label = `${appLabel('one')}.${publishHost()}`;
    for (const host of [publishHost(), label])
      for (const path of [...apps, ...projects]) yield { path, host };
    for (const host of [`a-none.${publishHost()}`, 'evil.example'])
      for (const path of apps) yield { path, host };
    for (const host of projectHosts()) for (const path of projects) yield { path, host };
  };
  const routes = function* (): Generator<{ method: string; path: string; host: string }> {
    for (const place of places()) for (const method of METHODS) yield { ...place, method };
  };

  it('sends none of the headers that this origin never sends', async () => {
    let answers = 0;
    for (const { method, path, host } of routes()) {
      for (const dest of ['document', 'empty']) {
        const headers = { host, origin: 'null', 'sec-fetch-dest': dest, accept: 'text/html' };
        const answer = await installation.visit({ method, path, headers });
        expect([method, path, host, NEVER.filter((name) => name in answer.headers)]).toEqual([
          method,
          path,
          host,
          [],
        ]);
        expect([path, answer.status < 500]).toEqual([path, true]);
        answers += 1;
      }
    }
    console.warn(`${isolation}: ${answers} answers without a forbidden header`);
  });

  it('refuses every request for a service worker', async () => {
    for (const { path, host } of places()) {
      const headers = { host, 'service-worker': 'script', 'sec-fetch-dest': 'serviceworker' };
      const { status, headers: got } = await installation.visit({ path, headers });
      expect([path, host, [400, 403].includes(status)]).toEqual([path, host, true]);
      expect(got['content-type']).not.toContain('javascript');
    }
  });

  it('reads no cookie and no session, and echoes neither', async () => {
    for (const { path, host } of places()) {
      const bare = await installation.visit({ path, headers: { host } });
      const laden = await installation.visit({
        path,
        headers: { host, cookie: junk(ada.token) },
        token: ada.token,
      });
      expect([path, host, steady(laden)]).toEqual([path, host, steady(bare)]);
      expect(laden.text + JSON.stringify(laden.headers)).not.toContain(ada.token);
    }
  });

  it('the main application takes no session from a cookie, and sets none but of the way to a provider', async () => {
    const asked = mainRoutes(installation.server.services, { drafts: draft, conversations: 'none' });
    expect(asked.length).toBeGreaterThan(150);
    for (const { method, path } of asked) {
      const place = `${method} ${path}`;
      const body = ['GET', 'OPTIONS', 'TRACE'].includes(method) ? {} : { body: '[]' };
      const ask = async (more: object): Promise<Answer> =>
        withoutSignInCookie(path, await installation.call({ method, path, ...body, ...more }));
      const bare = await ask({});
      const laden = await ask({ headers: { cookie: junk(ada.token) } });
      expect([place, steady(laden)]).toEqual([place, steady(bare)]);
      const answers = [bare, laden];
      // What changes something is not asked as somebody who may.
      if (method === 'GET') answers.push(await ask({ token: ada.token }));
      for (const answer of answers) {
        const { headers, text, status } = answer;
        expect([place, NEVER.filter((name) => name in headers), status < 500]).toEqual([place, [], true]);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
        expect(text + JSON.stringify(headers)).not.toContain(ada.token);
      }
    }
    console.warn(`${isolation}: ${asked.length} methods and paths of the main application`);
  });
});
