import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** A site with the small Studio, on loopback. */
export interface SmallStudioSite {
  /** @param flaw a name of flaws.ts; none for the Studio without one */
  address(flaw?: string): string;
  close(): Promise<void>;
}

export async function startSmallStudioSite(): Promise<SmallStudioSite> {
  const input = fileURLToPath(new URL('page.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const script = output[0].code;
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Small Studio</title><link rel="icon" href="data:,"></head><body><script src="/studio.js"></script></body></html>';
  const server = createServer((request, response) => {
    const isScript = request.url === '/studio.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (flaw) => `http://127.0.0.1:${port}/${flaw === undefined ? '' : `?flaw=${flaw}`}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
