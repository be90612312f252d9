import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from '../http/env.ts';
import { ok } from '../http/envelope.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import type { LlmProxy } from './proxy.ts';

/** What any path of any provider may at most take; a 405 says so. */
const ALLOW = 'GET, HEAD, POST, OPTIONS';

/** The REST face of the LLM proxy (spec 4.6), relative to `/api/llm`. */
export function llmRoutes({ llm }: { readonly llm: LlmProxy }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  route(routes, '/', {
    GET(c) {
      requireUser(c);
      return ok({ providers: llm.list() });
    },
  });

  routes.options('/:provider/*', () => new Response(null, { status: 204, headers: { allow: ALLOW } }));
  routes.all('/:provider/*', async (c) => {
    const user = requireUser(c);
    const { provider, path } = splitPath(c);
    c.header('allow', ALLOW);
    return await llm.forward(user, provider, path, c.req.raw, () => cutOff(c));
  });

  return routes;
}

/** Provider and rest of the path, undecoded: decoding is how an encoded slash would get in. */
function splitPath(c: Context<AppEnv>): { readonly provider: string; readonly path: string } {
  const at = routePath(c).split('/').indexOf(':provider');
  const segments = new URL(c.req.url).pathname.split('/');
  return { provider: segments[at] ?? '', path: segments.slice(at + 1).join('/') };
}

/** Breaks the connection of a request; false for a call within the process, which has none. */
function cutOff(c: Context<AppEnv>): boolean {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  outgoing?.destroy();
  return outgoing !== undefined;
}
