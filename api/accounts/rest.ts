import { Hono } from 'hono';
import { readJsonObject } from '../http/body.ts';
import { clientInfo } from '../http/client-info.ts';
import { ok } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import { toPublicUser, type Accounts } from './service.ts';

/** The REST face of accounts (design 8), mounted at `/api/auth`. */
export function accountRoutes(accounts: Accounts, trustProxy: boolean): Hono<AppEnv> {
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
      await accounts.resendVerification(await body(c.req.raw));
      return ok({}, 202);
    },
  });
  route(app, '/login', {
    POST: async (c) => ok({ ...(await accounts.login(await body(c.req.raw), clientInfo(c, trustProxy))) }),
  });
  route(app, '/refresh', { POST: async (c) => ok({ token: await accounts.refresh(requireUser(c)) }) });
  route(app, '/logout', {
    POST: async (c) => {
      await accounts.logout(requireUser(c));
      return ok();
    },
  });
  route(app, '/me', {
    GET: (c) => {
      const user = c.get('user');
      return ok({ user: user ? toPublicUser(user) : null });
    },
  });
  return app;
}
