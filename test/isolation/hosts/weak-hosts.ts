import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendBytes } from '../../support/publish-server.ts';
import { SECRET } from './ground.ts';

export interface WeakHosts {
  readonly port: number;
  raw(text: string, patience: number): Promise<string>;
  close(): Promise<void>;
}

/** A server as one writes it without a thought: lenient in parsing, no look at the Host, paths cleaned up kindly. */
export async function startWeakHosts(): Promise<WeakHosts> {
  const server = createServer({ insecureHTTPParser: true, requireHostHeader: false }, (request, response) => {
    const named = request.headers['x-original-url'] ?? request.headers['x-rewrite-url'] ?? request.url ?? '/';
    let path = String(named);
    for (let i = 0; i < 2; i += 1)
      path = decodeURIComponent(path).replaceAll('\\', '/').replace(/[;\0]/g, '');
    const { pathname } = new URL(path.replace(/^\/\/+/, '/'), 'http://localhost');
    const hosts = [...request.rawHeaders, String(named)].map(plainly).join(' ');
    const isThere =
      /^\/(a\/victim|p\/[^/]+\/0?\d)\/secret\.js$/i.test(pathname) ||
      /^\/f\/survey(\/_data)?$/i.test(pathname) ||
      (pathname === '/' && /lunch|forms\b|survey|formular|frmular|example/.test(hosts));
    response.writeHead(isThere ? 200 : 404);
    response.end(isThere ? SECRET : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    raw: async (text, patience) => (await sendBytes(port, text, patience)).toString('latin1'),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };
}

/** A host name in what looks like its plain form. */
function plainly(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad]/g, '')
    .replaceAll('%2e', '.')
    .toLowerCase();
}
