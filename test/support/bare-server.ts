import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaTypeOf } from '../../api/publish/media-types.ts';

export interface BareServer {
  readonly origin: string;
  readonly port: number;
  /** Paths that were asked for, with the cookies sent along. */
  readonly seen: { readonly path: string; readonly cookie: string }[];
  close(): Promise<void>;
}

/** Serves texts under their paths on `localhost` with the given headers and nothing else: no bridge, no isolation. */
export async function startBareServer(
  files: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<BareServer> {
  const seen: { path: string; cookie: string }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*$/, ''));
    seen.push({ path, cookie: request.headers.cookie ?? '' });
    const found = files[path.endsWith('/') ? `${path}index.html` : path];
    const type = mediaTypeOf(path.endsWith('/') ? 'index.html' : path).type;
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': `${type}; charset=utf-8`,
      ...headers,
    });
    response.end(found ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    port,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };
}
