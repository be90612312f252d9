import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { PageHandler } from './listener.ts';

const BUILT = new URL('../../web/build/handler.js', import.meta.url);

/** Where the pages look for the address that they are served under. A client's own headers of these names are dropped. */
const PROTOCOL_HEADER = 'x-pages-protocol';
const HOST_HEADER = 'x-pages-host';
/** Types of the SDK, made by scripts/studio-sdk.mjs. */
const SDK_TYPES = '/studio-sdk.d.ts';
const AS_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' } as const;

/** SvelteKit's handler, when the front end is built; null otherwise. It reads its settings as it loads: once a process. */
export async function loadPages({
  baseUrl,
  publishOrigin,
  embedOrigins,
}: Pick<Config, 'baseUrl' | 'publishOrigin' | 'embedOrigins'>): Promise<PageHandler | null> {
  if (!existsSync(BUILT)) return null;
  process.env['PROTOCOL_HEADER'] = PROTOCOL_HEADER;
  process.env['HOST_HEADER'] = HOST_HEADER;
  process.env['PUBLISH_ORIGIN'] = publishOrigin;
  process.env['EMBED_ORIGINS'] = embedOrigins.join(' ');
  const { handler } = (await import(BUILT.href)) as { handler: PageHandler };
  const types = readFileSync(new URL(`client${SDK_TYPES}`, BUILT));
  const { protocol, host } = new URL(baseUrl);
  return (req, res) => {
    nameOrigin(req, protocol.slice(0, -1), host);
    if (isPublicFile(req.url ?? '')) {
      openToAll(res);
      if (req.method === 'OPTIONS') return void res.writeHead(204).end();
      // The handler would call it a video, by its ending.
      if (pathOf(req.url) === SDK_TYPES) return void res.writeHead(200, AS_TEXT).end(types);
    }
    handler(req, res);
  };
}

/** Links that leave the page (canonical, Open Graph) name BASE_URL, whatever Host the request claims. */
function nameOrigin(req: IncomingMessage, protocol: string, host: string): void {
  req.headers[PROTOCOL_HEADER] = protocol;
  req.headers[HOST_HEADER] = host;
}

/** Built scripts, styles and fonts, the name of the present version, and the SDK of the Studio: the same for everybody. */
function isPublicFile(url: string): boolean {
  return url.startsWith('/_app/') || ['/studio-sdk.js', SDK_TYPES].includes(pathOf(url));
}

function pathOf(url = ''): string {
  return url.split('?', 1)[0] ?? '';
}

/** A Studio in a sandboxed frame is of no origin, so that its own files come to it from elsewhere (design 11). */
function openToAll(res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', '*');
  res.setHeader('access-control-allow-headers', 'cache-control, pragma');
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
}
