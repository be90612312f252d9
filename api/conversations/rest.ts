import { Hono } from 'hono';
import { readJsonObject } from '../http/body.ts';
import type { AppEnv } from '../http/env.ts';
import { ok } from '../http/envelope.ts';
import { readLimit } from '../http/page-limit.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import type { Conversations } from './service.ts';

/** The REST face of the conversations (spec 4.3), relative to `/api/conversations`. */
export function conversationRoutes({
  conversations,
}: {
  readonly conversations: Conversations;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  route(routes, '/', {
    async GET(c) {
      const user = requireUser(c);
      const limit = readLimit(c.req.query('limit'), LIMITS.restPage, LIMITS.restPage);
      const page = await conversations.list(user.id, { limit, cursor: c.req.query('cursor') ?? null });
      const more = page.nextCursor === null ? {} : { nextCursor: page.nextCursor };
      return ok({ conversations: page.conversations, ...more });
    },
    async POST(c) {
      const user = requireUser(c);
      const body = await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes);
      const { conversation, created } = await conversations.create(user.id, body);
      return ok({ conversation }, created ? 201 : 200);
    },
  });

  route(routes, '/:id', {
    async GET(c) {
      const user = requireUser(c);
      return ok({ conversation: await conversations.get(user.id, c.req.param('id') ?? '') });
    },
    async DELETE(c) {
      const user = requireUser(c);
      await conversations.remove(user.id, c.req.param('id') ?? '');
      return ok();
    },
  });

  route(routes, '/:id/messages', {
    async POST(c) {
      const user = requireUser(c);
      const body = await readJsonObject(c.req.raw, LIMITS.conversationBodyBytes);
      const conversation = await conversations.append(user.id, c.req.param('id') ?? '', body['messages']);
      return ok({ conversation });
    },
  });

  return routes;
}
