import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from './env.ts';
import { isApiPath } from './main-app.ts';

/** Renders pages: SvelteKit's handler; null while the front end is served by its own dev server. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** A page request carries this, so that server-side rendering asks GraphQL in process. */
export interface PageRequest extends IncomingMessage {
  graphqlFetch?: (request: Request) => Promise<Response>;
}

/** The main listener: API paths go to the API, all others are pages. */
export function createMainListener(app: Hono<AppEnv>, pages: PageHandler | null): RequestListener {
  const api = getRequestListener(app.fetch);
  const graphqlFetch = async (request: Request): Promise<Response> => app.fetch(request);
  return (req: PageRequest, res) => {
    // Of everything, files and failures too; who answers may say it again, or something stricter.
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('referrer-policy', 'no-referrer');
    const path = (req.url ?? '/').split('?')[0] ?? '/';
    if (pages === null || isApiPath(path)) return void api(req, res);
    req.graphqlFetch = graphqlFetch;
    pages(req, res);
  };
}
