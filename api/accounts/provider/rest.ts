import { Hono } from 'hono';
import { ApiError } from '../../errors.ts';
import { readJsonObject } from '../../http/body.ts';
import { clientInfo } from '../../http/client-info.ts';
import { ok } from '../../http/envelope.ts';
import type { AppEnv } from '../../http/env.ts';
import { route } from '../../http/route.ts';
import { LIMITS } from '../../limits.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { INTENTS } from './flows.ts';
import type { ProviderSignIn } from './service.ts';

export interface ProviderRoutesConfig {
  readonly baseUrl: string;
  readonly trustProxy: boolean;
}

/** The REST face of signing in through the provider (design 8), mounted at `/api/auth`. */
export function providerRoutes(
  provider: ProviderSignIn,
  { baseUrl, trustProxy }: ProviderRoutesConfig,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const cookie = createBrowserCookie(baseUrl);

  route(app, '/google/start', {
    GET: async (c) => {
      const wanted = c.req.query('intent') ?? 'sign_in';
      const intent = INTENTS.find((known) => known === wanted);
      if (!intent) throw new ApiError('invalid_request', `intent must be one of ${INTENTS.join(', ')}.`);
      const url = await provider.start(cookie.give(c), intent, clientInfo(c, trustProxy));
      return c.redirect(url.href, 302);
    },
  });
  route(app, '/google/callback', {
    GET: async (c) => {
      const outcome = await provider.callback(cookie.read(c), new URL(c.req.url).searchParams);
      // Behind the `#`, out of every log on the way.
      return c.redirect(`${baseUrl}/signin/done#${new URLSearchParams({ ...outcome })}`, 302);
    },
  });
  route(app, '/exchange', {
    POST: async (c) => {
      const input = await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes);
      const done = await provider.exchange(cookie.read(c), c.get('user'), input, clientInfo(c, trustProxy));
      return cookie.take(ok({ ...done }));
    },
  });
  return app;
}
