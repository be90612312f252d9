import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import type { PageHandler } from './listener.ts';

const BUILT = new URL('../../web/build/handler.js', import.meta.url);

/** Where the pages look for the address that they are served under. A client's own headers of these names are dropped. */
const PROTOCOL_HEADER = 'x-pages-protocol';
const HOST_HEADER = 'x-pages-host';

/** SvelteKit's handler, when the front end is built; null otherwise. It reads its settings as it loads: once a process. */
export async function loadPages({
  baseUrl,
  publishOrigin,
}: Pick<Config, 'baseUrl' | 'publishOrigin'>): Promise<PageHandler | null> {
  if (!existsSync(BUILT)) return null;
  process.env['PROTOCOL_HEADER'] = PROTOCOL_HEADER;
  process.env['HOST_HEADER'] = HOST_HEADER;
  process.env['PUBLISH_ORIGIN'] = publishOrigin;
  const { handler } = (await import(BUILT.href)) as { handler: PageHandler };
  const { protocol, host } = new URL(baseUrl);
  return (req, res) => {
    nameOrigin(req, protocol.slice(0, -1), host);
    handler(req, res);
  };
}

/** Links that leave the page (canonical, Open Graph) name BASE_URL, whatever Host the request claims. */
function nameOrigin(req: IncomingMessage, protocol: string, host: string): void {
  req.headers[PROTOCOL_HEADER] = protocol;
  req.headers[HOST_HEADER] = host;
}
