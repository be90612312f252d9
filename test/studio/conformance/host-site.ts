import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host's page, on loopback. */
export interface HostSite {
  /** `http://localhost:PORT`, which the Studio has to allow. */
  readonly origin: string;
  close(): Promise<void>;
}

const SCRIPT = readFileSync(new URL('page/host.js', import.meta.url), 'utf8');
const STYLE =
  'body { margin: 0 } iframe { display: block; width: 1200px; height: 800px; border: 0 } #stranger { height: 10px }';
const PAGES: Readonly<Record<string, string>> = {
  '/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<style>${STYLE}</style></head><body><label>Host's own <input id="own"></label><main></main>
<iframe id="stranger" name="stranger" title="Stranger" src="/stranger"></iframe><script>${SCRIPT}</script></body></html>`,
  // Another window of the same site: no host of the Studio, whatever its origin.
  '/stranger': `<!doctype html><meta charset="utf-8"><title>Stranger</title><script>
const heard = [];
addEventListener('message', ({ data }) => heard.push(data));
function tell(studio, message) { studio.postMessage(message, '*'); }
window.heard = heard;
</script>`,
};

/** @param port 0 for any that is free @throws Error when the port is taken */
export async function startHostSite(port: number): Promise<HostSite> {
  const server = createServer((request, response) => {
    const page = PAGES[new URL(request.url ?? '/', 'http://host').pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
