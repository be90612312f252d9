import { Hono } from 'hono';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { AppEnv } from '../http/env.ts';
import { route } from '../http/route.ts';
import { LISTED } from './listing.ts';

/** Apps in one file; the format takes ten times as many, but a file should stay quick to make. */
const APPS_PER_FILE = 5_000;
/** Pages that are a person's own, or that only change how another page is looked at. */
const NOT_LISTED = [
  '/build',
  '/account',
  '/admin',
  '/signin',
  '/register',
  '/verify',
  '/check-mail',
  '/*?*q=',
  '/*?*view=',
];
const CACHED = { 'cache-control': 'public, max-age=600' };

/** What search engines ask first: `/robots.txt`, `/sitemap.xml` and the files that it names. */
export function sitemapRoutes({ prisma }: Database, baseUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  route(app, '/robots.txt', {
    GET: () => {
      // The longer rule wins: pictures of the market may be fetched, the rest of the API need not be.
      const rules = ['Allow: /api/market/*/preview', 'Disallow: /api/', 'Disallow: /graphql'];
      const lines = ['User-agent: *', ...rules, ...NOT_LISTED.map((path) => `Disallow: ${path}`)];
      const text = `${lines.join('\n')}\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
      return new Response(text, { headers: { ...CACHED, 'content-type': 'text/plain; charset=utf-8' } });
    },
  });
  route(app, '/sitemap.xml', {
    GET: async () => {
      const files = Math.max(1, Math.ceil((await prisma.app.count({ where: LISTED })) / APPS_PER_FILE));
      const entries = Array.from(
        { length: files },
        (_, at) => `<sitemap><loc>${baseUrl}/sitemaps/${at + 1}</loc></sitemap>`,
      );
      return xml(`<sitemapindex xmlns="${NAMESPACE}">${entries.join('')}</sitemapindex>`);
    },
  });
  route(app, '/sitemaps/:number', {
    GET: async (c) => {
      const text = c.req.param('number') ?? '';
      if (!/^[1-9]\d{0,3}$/.test(text)) throw new ApiError('not_found', 'There is no such site map.');
      const apps = await prisma.app.findMany({
        where: LISTED,
        select: { id: true, updatedAt: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        skip: (Number(text) - 1) * APPS_PER_FILE,
        take: APPS_PER_FILE,
      });
      // Ids are letters, digits, `_` and `-`: nothing in them needs escaping.
      const entries = apps.map(
        ({ id, updatedAt }) =>
          `<url><loc>${baseUrl}/apps/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
      );
      const front = text === '1' ? [`<url><loc>${baseUrl}/</loc></url>`] : [];
      return xml(`<urlset xmlns="${NAMESPACE}">${[...front, ...entries].join('\n')}</urlset>`);
    },
  });
  return app;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function xml(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { ...CACHED, 'content-type': 'application/xml; charset=utf-8' },
  });
}
