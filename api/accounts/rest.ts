import { Hono } from 'hono';
import { toByteStream } from '../data/owner/byte-stream.ts';
import { readJsonObject } from '../http/body.ts';
import { clientInfo } from '../http/client-info.ts';
import { ok } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import { toPublicUser } from './public-user.ts';
import { providerRoutes, type ProviderRoutesConfig } from './provider/rest.ts';
import type { Accounts } from './service.ts';

/** The REST face of accounts (design 8), mounted at `/api/auth`. */
export function accountRoutes(accounts: Accounts, config: ProviderRoutesConfig): Hono<AppEnv> {
  const { trustProxy } = config;
  const app = new Hono<AppEnv>();
  const body = (request: Request): Promise<Record<string, unknown>> =>
    readJsonObject(request, LIMITS.jsonBodyBytes);

  route(app, '/register', {
    POST: async (c) => {
      await accounts.register(await body(c.req.raw), clientInfo(c, trustProxy));
      return ok({}, 202);
    },
  });
  route(app, '/verify', {
    POST: async (c) => ok({ ...(await accounts.verify(await body(c.req.raw), clientInfo(c, trustProxy))) }),
  });
  route(app, '/resend-verification', {
    POST: async (c) => {
      await accounts.resendVerification(await body(c.req.raw), clientInfo(c, trustProxy));
      return ok({}, 202);
    },
  });
  route(app, '/login', {
    POST: async (c) => ok({ ...(await accounts.login(await body(c.req.raw), clientInfo(c, trustProxy))) }),
  });
  route(app, '/forgot-password', {
    POST: async (c) => {
      await accounts.forgotPassword(await body(c.req.raw), clientInfo(c, trustProxy));
      return ok({}, 202);
    },
  });
  route(app, '/reset-password', {
    POST: async (c) => {
      await accounts.resetPassword(await body(c.req.raw), clientInfo(c, trustProxy));
      return ok();
    },
  });
  route(app, '/refresh', {
    POST: async (c) => ok({ token: await accounts.sessions.refresh(requireUser(c)) }),
  });
  route(app, '/logout', {
    POST: async (c) => {
      await accounts.sessions.logout(requireUser(c), clientInfo(c, trustProxy));
      return ok();
    },
  });
  route(app, '/me', {
    GET: (c) => {
      const user = c.get('user');
      return ok({ user: user ? toPublicUser(user) : null });
    },
  });
  route(app, '/export', {
    GET: (c) => {
      const text = accounts.exportAccount(requireUser(c));
      return new Response(toByteStream(text), {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="account.json"',
        },
      });
    },
  });
  app.route('/', providerRoutes(accounts.provider, config));
  return app;
}
