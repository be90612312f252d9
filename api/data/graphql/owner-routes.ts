import { Hono } from 'hono';
import type { Context } from 'hono';
import type { SessionUser } from '../../accounts/session-user.ts';
import { clientInfo } from '../../http/client-info.ts';
import type { AppEnv } from '../../http/env.ts';
import { route } from '../../http/route.ts';
import { requireUser } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import type { SpaceRef } from '../contract.ts';

/** The space of one's own app or draft. @throws ApiError forbidden, not_found */
export type FindSpace = (user: SessionUser, id: string) => Promise<SpaceRef>;

/**
 * The API of a space with its owner's rights: `/{id}/graphql` (design 6). The session comes as a Bearer token, as
 * everywhere on the main origin; visitors have the same API with their own rights on the publish origin.
 * @param findSpace checks whose space it is (403 and 404 as everywhere)
 */
export function ownerGraphqlRoutes(
  { data, sessionWatch, config: { trustProxy } }: Pick<Services, 'data' | 'sessionWatch' | 'config'>,
  findSpace: FindSpace,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const answer = async (c: Context<AppEnv>): Promise<Response> => {
    const user = requireUser(c);
    const space = await findSpace(user, c.req.param('id') ?? '');
    const { address } = clientInfo(c, trustProxy);
    return data.respond(space, '_graphql', c.req.raw, 'owner', {
      address,
      whenSessionEnds: (listener) => sessionWatch.whenEnded(user.sessionId, listener),
    });
  };
  route(app, '/:id/graphql', { GET: answer, POST: answer });
  return app;
}
