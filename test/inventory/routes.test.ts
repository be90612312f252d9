import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMainApp, isApiPath } from '../../api/http/main-app.ts';
import { createSharedRates } from '../../api/http/shared-rates.ts';
import { parseTarget } from '../../api/publish/request-target.ts';
import { BRIDGE_ROUTES, matchRoute } from '../../api/publish/route.ts';
import { describeEachInstallation } from '../support/installation.ts';
import { CALLERS, makeThings, tokenOf, type Things } from './callers.ts';
import { PAGE_TABLE } from './page-table.ts';
import { PUBLISH_PREFIXES, PUBLISH_TABLE } from './publish-table.ts';
import { REST_TABLE } from './rest-table.ts';

/** Method and path of everything that the Hono app has mounted; ANY where no method has a handler of its own. */
function mounted(routes: readonly { readonly method: string; readonly path: string }[]): readonly string[] {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    if (path === '/*') continue;
    const known = methods.get(path) ?? new Set<string>();
    methods.set(path, known.add(method));
  }
  return [...methods].flatMap(([path, known]) => {
    const own = [...known].filter((method) => method !== 'OPTIONS' && method !== 'ALL');
    return own.length > 0 ? own.map((method) => `${method} ${path}`) : [`ANY ${path}`];
  });
}

describeEachInstallation('every route', (get) => {
  it('of the main origin is in the table, and everything in the table is mounted', () => {
    const { services } = get().server;
    const rates = createSharedRates(services.db, services.log);
    const { routes } = createMainApp(services, rates);
    rates.close();
    expect(mounted(routes).toSorted()).toEqual(REST_TABLE.map(({ route }) => route).toSorted());
    for (const { path } of routes) if (path !== '/*') expect(isApiPath(path), path).toBe(true);
  });

  it('that is a page is in the table too, and none is where the API answers', () => {
    const folder = new URL('../../web/src/routes/', import.meta.url);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\+(page|server)\.(svelte|ts)$/.test(file))
      .map((file) => `/${file.replace(/\/?\+(page|server)\.(svelte|ts)$/, '').replace(/^\(site\)\/?/, '')}`);
    expect([...new Set(pages)].toSorted()).toEqual(PAGE_TABLE.map(({ path }) => path).toSorted());
    for (const path of pages) expect(isApiPath(path), path).toBe(false);
  });

  it('of the publish origin is in the table', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz_'];
    const prefixes = [
      ...letters,
      ...letters.flatMap((one) => letters.map((two) => one + two)),
      'api',
      'graphql',
    ];
    const served = prefixes.filter(
      (prefix) => matchRoute(parseTarget(`/${prefix}/abc/1/x`)) ?? matchRoute(parseTarget(`/${prefix}/abc`)),
    );
    expect(served).toEqual(PUBLISH_PREFIXES);
    const paths = PUBLISH_TABLE.map(({ route }) => route.split(' ')[1]);
    for (const bridge of BRIDGE_ROUTES)
      for (const base of ['/a/{app}', '/p/{token}/{revision}']) expect(paths).toContain(`${base}/${bridge}`);
  });

  it('answers nobody, somebody else and the owner as the tables say', { timeout: 120_000 }, async () => {
    const things = await makeThings(get());
    const found = [...(await visitAll(things)), ...(await callAll(things))];
    expect(found).toEqual([
      ...PUBLISH_TABLE.map(({ route, status }) => `${route}: ${status} ${status} ${status}`),
      ...REST_TABLE.map(({ route, answers }) => `${route}: ${answers.join(' ')}`),
    ]);
  });
});

async function callAll(things: Things): Promise<string[]> {
  const lines: string[] = [];
  for (const { route, method, path, body } of REST_TABLE) {
    const [verb = '', pattern = ''] = route.split(' ');
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      const token = tokenOf(things, caller);
      const answer = await things.site.call({
        method: method ?? verb,
        path: path?.(things, caller) ?? pattern,
        ...(token !== undefined && { token }),
        ...(body && { body: body(things, caller) }),
      });
      statuses.push(answer.status);
      if (answer.status >= 400 && answer.json) expect(answer.json.ok ?? false, route).toBe(false);
    }
    lines.push(`${route}: ${statuses.join(' ')}`);
  }
  return lines;
}

async function visitAll(things: Things): Promise<string[]> {
  const lines: string[] = [];
  for (const { route, path, body, contentType } of PUBLISH_TABLE) {
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      const token = tokenOf(things, caller);
      const answer = await things.site.visit({
        method: route.split(' ')[0] ?? '',
        path: path(things),
        ...(token !== undefined && { token }),
        ...(body !== undefined && { body }),
        ...(contentType && { headers: { 'content-type': contentType } }),
      });
      statuses.push(answer.status);
    }
    lines.push(`${route}: ${statuses.join(' ')}`);
  }
  return lines;
}
