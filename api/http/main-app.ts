import { Hono } from 'hono';
import { accountRoutes } from '../accounts/rest.ts';
import { conversationRoutes } from '../conversations/rest.ts';
import { ownerGraphqlRoutes, type FindSpace } from '../data/graphql/owner-routes.ts';
import { ownerDataRoutes } from '../data/owner/rest.ts';
import { deckRoutes } from '../decks/rest.ts';
import { createBlobLoaders } from '../files/blob-loaders.ts';
import { createGraphqlEndpoint } from '../graphql/endpoint.ts';
import { createSchema } from '../graphql/schema.ts';
import { LIMITS } from '../limits.ts';
import { llmRoutes } from '../llm/rest.ts';
import { marketRoutes } from '../market/rest.ts';
import { sitemapRoutes } from '../market/sitemap.ts';
import { projectRoutes } from '../projects/rest.ts';
import { formLinkRoutes } from '../projects/form-links.ts';
import { recordRoutes, submissionRoutes } from '../submissions/rest.ts';
import { webhookRoutes } from '../submissions/webhook/rest.ts';
import type { Services } from '../services.ts';
import { answerError, answerNotFound } from './answer-error.ts';
import { limitBody } from './body.ts';
import { clientInfo } from './client-info.ts';
import type { AppEnv } from './env.ts';
import { healthRoutes } from './health.ts';
import { identifyRequest } from './identify-request.ts';
import { ownStream } from './own-stream.ts';
import { readSession } from './read-session.ts';
import { setApiHeaders } from './set-api-headers.ts';
import type { SharedRates } from './shared-rates.ts';

/** Paths that the API answers; everything else on the main origin is a page. */
export function isApiPath(path: string): boolean {
  return /^\/(api|f|graphql|healthz|readyz|sitemaps)(\/|$)|^\/(robots\.txt|sitemap\.xml)$/.test(path);
}

/** The main origin's API: a request is these steps, in this order. */
export function createMainApp(services: Services, rates: SharedRates): Hono<AppEnv> {
  const {
    accounts,
    config,
    conversations,
    data,
    db,
    drafts,
    llm,
    log,
    market,
    moderation,
    projects,
    submissions,
  } = services;
  const graphql = createGraphqlEndpoint(createSchema(db.prisma), log);
  const app = new Hono<AppEnv>();

  app.use(identifyRequest(log));
  app.use(setApiHeaders);
  app.route('/', healthRoutes(db));
  app.route('/', sitemapRoutes(db, config.baseUrl));
  app.route('/f', formLinkRoutes(services.addresses));
  app.use(readSession(accounts.sessions));
  app.route('/api/auth', accountRoutes(accounts, config));
  app.route('/api/market', marketRoutes(market, moderation));
  const spaces: readonly [string, FindSpace][] = [
    ['/api/apps', (user, id) => market.ownSpace(user, id)],
    ['/api/drafts', (user, id) => drafts.ownSpace(user, id)],
  ];
  for (const [path, findSpace] of spaces) {
    app.route(path, ownerDataRoutes(data, findSpace));
    app.route(path, ownerGraphqlRoutes(services, findSpace));
  }
  app.route('/api/conversations', conversationRoutes({ conversations }));
  app.route('/api/projects', projectRoutes(projects, services.projectMarket, market));
  app.route('/api/projects', webhookRoutes(services.webhooks));
  app.route('/api/data', recordRoutes(submissions));
  app.route('/api/forms', submissionRoutes(submissions, rates, config.trustProxy));
  app.route('/api/slides', deckRoutes(db));
  app.route('/api/llm', llmRoutes({ llm }));
  app.all('/graphql', async (c) => {
    const headers = { allow: 'GET, POST, HEAD, OPTIONS' };
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    if (c.req.raw.method === 'HEAD') return new Response(null, { status: 200, headers });
    // Only who may publish has anything large to send.
    const maxBytes = c.get('user') ? LIMITS.graphqlBodyBytes : LIMITS.jsonBodyBytes;
    const answer = await graphql.fetch(await limitBody(c.req.raw, maxBytes), {
      user: c.get('user'),
      services,
      log: c.get('log'),
      client: clientInfo(c, config.trustProxy),
      blobs: createBlobLoaders(db),
    });
    const { body, status } = answer;
    if (body === null || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
    return new Response(ownStream(body), { status, headers: answer.headers });
  });
  app.notFound(answerNotFound);
  app.onError(answerError);
  return app;
}
