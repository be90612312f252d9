import { Hono, type Context } from 'hono';
import { ApiError } from '../errors.ts';
import { readJsonObject } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { readLimit } from '../http/page-limit.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import type { Moderation } from './moderation.ts';
import { ENTRY_KINDS, isEntryKind, type EntryKind } from './kinds.ts';
import { isSort, SORTS, type Sort } from './order.ts';
import type { PublishResult } from './publishing.ts';
import type { Market } from './service.ts';

const DEFAULT_PAGE = 100;

/** The REST face of the market (spec 4.2, design 4), mounted at `/api/market`. */
export function marketRoutes(market: Market, moderation: Moderation): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const published = async ({ app: { id }, changes: plan, diagnostics, created }: PublishResult) =>
    ok({ app: await market.get(id), plan, diagnostics }, created ? 201 : 200);

  route(app, '/', {
    GET: async (c) => {
      const { q, tag, author, forksOf, kind, sort, cursor, limit } = c.req.query();
      const page = { limit: readLimit(limit, DEFAULT_PAGE, LIMITS.restPage), cursor, sort: readSort(sort) };
      const filter = { q, tag, authorId: author, forksOf, kind: readKindName(kind) };
      return ok({ ...(await market.list({ ...page, ...filter })) });
    },
    POST: async (c) => {
      const user = requireUser(c);
      return published(await market.publish(user, await readJsonObject(c.req.raw, LIMITS.appBodyBytes)));
    },
  });
  route(app, '/:id', {
    GET: async (c) => ok({ app: await market.get(idOf(c)) }),
    DELETE: async (c) => {
      await market.remove(requireUser(c), idOf(c));
      return ok();
    },
  });
  route(app, '/:id/fork', {
    POST: async (c) => {
      const { app: fork, projectId } = await market.fork(requireUser(c), idOf(c));
      const entry = await market.get(fork.id);
      return ok({ app: entry, ...(projectId === null ? {} : { projectId }) }, 201);
    },
  });
  route(app, '/:id/plan', {
    POST: async (c) => {
      const user = requireUser(c);
      const { aml } = await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes);
      if (typeof aml !== 'string') throw new ApiError('invalid_request', 'aml must be text.');
      const { changes: plan, diagnostics } = await market.plan(user, idOf(c), aml);
      return ok({ plan, diagnostics });
    },
  });
  route(app, '/:id/restore', {
    POST: async (c) => {
      const { id } = await market.restore(requireUser(c), idOf(c));
      return ok({ app: await market.get(id) });
    },
  });
  route(app, '/:id/versions', {
    GET: async (c) => ok({ versions: await market.versions(idOf(c)) }),
  });
  route(app, '/:id/versions/:number/restore', {
    POST: async (c) => published(await market.restoreVersion(requireUser(c), idOf(c), numberOf(c))),
  });
  route(app, '/:id/report', {
    POST: async (c) => {
      const user = requireUser(c);
      const { id } = await moderation.report(
        user,
        idOf(c),
        await readJsonObject(c.req.raw, LIMITS.jsonBodyBytes),
      );
      return ok({ id }, 201);
    },
  });
  route(app, '/:id/preview', {
    GET: async (c) => {
      const picture = await market.picture(idOf(c));
      if (!picture) throw new ApiError('not_found', 'This app has no preview picture.');
      // Asked for again every time, so that it is gone as soon as its app is; the tag makes asking cheap.
      const headers = { etag: picture.etag, 'cache-control': 'no-cache' };
      if (c.req.header('if-none-match') === picture.etag) return new Response(null, { status: 304, headers });
      return new Response(new Uint8Array(picture.bytes), {
        headers: { ...headers, 'content-type': picture.type },
      });
    },
  });
  return app;
}

function idOf(c: Context<AppEnv>): string {
  return c.req.param('id') ?? '';
}

function numberOf(c: Context<AppEnv>): number {
  const text = c.req.param('number') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ApiError('not_found', 'Versions are numbered from 1.');
  return Number(text);
}

function readKindName(name: string | undefined): EntryKind | undefined {
  if (name === undefined || name === '') return undefined;
  if (isEntryKind(name)) return name;
  throw new ApiError('invalid_request', `kind must be one of ${ENTRY_KINDS.join(', ')}.`);
}

function readSort(name: string | undefined): Sort {
  if (name === undefined || name === '') return 'newest';
  if (isSort(name)) return name;
  throw new ApiError('invalid_request', `sort must be one of ${Object.keys(SORTS).join(', ')}.`);
}
