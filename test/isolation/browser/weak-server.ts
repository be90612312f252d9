import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ground } from './ground.ts';

/** The product without its isolation: the main application and all apps on one host, with no header but the type. */
export interface WeakServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** What browsers tell about a request; the server may not know it here. */
const TELLING = /^(sec-fetch-.*|service-worker|origin|referer|accept-encoding|if-none-match|connection)$/;
const KEPT = ['content-type', 'cache-control', 'retry-after', 'access-control-allow-origin'];
const TEXT = /^(text\/(html|javascript|css)|application\/(json|javascript|graphql))/;

/**
 * Stands before a product in sandbox mode and takes away every defence of the isolation: hosts, headers, redirects,
 * the refusal of service workers and the `sandbox` of frames. What fails here fails for another reason.
 */
export async function startWeakServer({ product, authors }: Ground): Promise<WeakServer> {
  const server = createServer((incoming, outgoing) => {
    const { path, method } = answersFor(incoming);
    const target =
      /^\/[apf]\/[^/]+\//.test(path) && !path.startsWith('/a/_') ? product.publishOrigin : product.baseUrl;
    const { host, port } = new URL(target);
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { ...asks(incoming.headers), ...asAuthor(path), host },
      },
      (answer) => {
        const headers = answers(answer);
        const isText = TEXT.test(String(answer.headers['content-type']));
        if (!isText) {
          outgoing.writeHead(answer.statusCode ?? 502, headers);
          answer.pipe(outgoing);
          return;
        }
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          outgoing.writeHead(answer.statusCode ?? 502, headers);
          outgoing.end(weaken(Buffer.concat(chunks).toString('utf8')));
        });
      },
    );
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  /** Everybody may read answers, and any text is taken for JSON. */
  const asAuthor = (path: string): IncomingHttpHeaders => {
    const [, id = ''] = /^\/api\/forms\/([^/]+)\/submissions/.exec(path) ?? [];
    const author = authors[id];
    return author === undefined
      ? {}
      : { authorization: `Bearer ${author}`, 'content-type': 'application/json' };
  };
  const here = (text: string): string =>
    text.replaceAll(product.baseUrl, origin).replaceAll(product.publishOrigin, origin);
  /** One origin for all, and no sandbox on frames: neither in the markup nor in the scripts that make them. */
  const weaken = (text: string): string =>
    here(text).replace(/\bsandbox(?==["'])|(?<=["'`])sandbox(?=["'`])/g, 'data-sandbox');
  const answers = ({ headers }: IncomingMessage): Record<string, string> => {
    const kept: Record<string, string> = { 'service-worker-allowed': '/' };
    for (const name of KEPT) if (headers[name] !== undefined) kept[name] = String(headers[name]);
    if (headers.location !== undefined) kept['location'] = here(headers.location);
    return kept;
  };
  return {
    origin,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };
}

function asks(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !TELLING.test(name)));
}

/** What a bridge that shows answers to anybody would ask, and one that takes a key for a proof; all else as it is. */
function answersFor({ url = '/', method = 'GET', headers }: IncomingMessage): {
  readonly path: string;
  readonly method: string;
} {
  const [, id, route] = /^\/f\/([^/]+)\/(_data\/query|_data|_graphql)(?=[/?]|$)/.exec(url) ?? [];
  if (id === undefined) return { path: url, method };
  const isSending = route === '_data' && headers['idempotency-key'] === undefined;
  return { path: `/api/forms/${id}/submissions`, method: isSending ? method : 'GET' };
}
