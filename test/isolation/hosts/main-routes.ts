import { createMainApp } from '../../../api/http/main-app.ts';
import type { Services } from '../../../api/services.ts';

export interface MainRoute {
  readonly method: string;
  readonly path: string;
}

/** What the routes of each folder have at their parameters; a folder that is not here fails the crawl. */
const IDS: Readonly<Record<string, string>> = {
  apps: 'one',
  market: 'one',
  projects: 'form',
  forms: 'form',
  slides: 'deck',
  data: 'form',
  f: 'form',
};
const PARAMETERS: Readonly<Record<string, string>> = {
  model: 'Note',
  file: 'Note.csv',
  number: '1',
  host: 'forms.example.org',
  provider: 'demo',
  delivery: '1',
  answer: '1',
};

/**
 * Every route of the main origin as the application itself knows it, so that a new one is crawled without anybody
 * thinking of it. Parameters are filled in with what exists.
 * @param drafts ids of what has no fixed one
 */
export function mainRoutes(
  services: Services,
  ids: { readonly drafts: string; readonly conversations: string },
): readonly MainRoute[] {
  const app = createMainApp(services, { use: () => 0, giveBack: () => {}, close: () => {} });
  const known: Readonly<Record<string, string>> = { ...IDS, ...ids };
  const fill = (path: string): string =>
    path
      .split('/')
      .map((part, index, all) => {
        if (part === '*') return 'v1/models';
        if (!part.startsWith(':')) return part;
        const value = part === ':id' ? known[all[index - 1] ?? ''] : PARAMETERS[part.slice(1)];
        if (value === undefined) throw new Error(`Say in main-routes.ts what stands for ${part} in ${path}.`);
        return value;
      })
      .join('/');
  const all = app.routes
    .filter(({ path }) => path !== '/*')
    .map(({ method, path }) => ({ method, path: fill(path) }));
  const paths = [...new Set([...all.map(({ path }) => path), '/api/none', '/'])];
  const named = all.filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS');
  const others = paths.flatMap((path) =>
    ['GET', 'OPTIONS', 'PATCH', 'TRACE'].map((method) => ({ method, path })),
  );
  return [
    ...new Map([...named, ...others].map((route) => [`${route.method} ${route.path}`, route])).values(),
  ];
}
