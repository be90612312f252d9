import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import pino from 'pino';
import type { DataPlane } from '../../api/data/contract.ts';
import type { SharedRates } from '../../api/http/shared-rates.ts';
import { createPublishListener } from '../../api/publish/listener.ts';
import type { PublishConfig } from '../../api/publish/place.ts';
import { MemorySites } from './memory-sites.ts';

/** Rates have tests of their own; here a test may ask as fast as it likes. */
const UNLIMITED: SharedRates = { use: () => 0, giveBack: () => {}, close: () => {} };

export interface PublishServer {
  readonly port: number;
  readonly sites: MemorySites;
  /** One request over its own connection; `host` is sent as it is, without DNS. */
  get(
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
    body?: string,
  ): Promise<RawAnswer>;
  /**
   * Sends bytes as they are and returns all that comes back until the server closes the connection.
   * @param patience milliseconds without a byte after which this side closes it
   */
  raw(text: string, patience?: number): Promise<string>;
  close(): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly text: string;
  readonly json: unknown;
}

/** The publish listener on a free port of the loopback address, over sites in memory. */
export async function startPublishServer(
  data: DataPlane,
  isolation: PublishConfig['isolation'] = 'auto',
  baseUrl = 'http://localhost:4000',
  hostname = 'localhost',
  trustProxy = false,
): Promise<PublishServer> {
  const sites = new MemorySites();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config = { publishOrigin: `http://${hostname}:${port}`, baseUrl, isolation };
  server.on(
    'request',
    createPublishListener({
      config,
      sites,
      data,
      rates: UNLIMITED,
      trustProxy,
      log: pino({ level: 'silent' }),
    }),
  );
  const raw = (text: string, patience?: number): Promise<string> =>
    sendBytes(port, text, patience).then((bytes) => bytes.toString('latin1'));
  return {
    port,
    sites,
    raw,
    get: async (path, headers = {}, method = 'GET', body = '') => {
      const all: Record<string, string> = { host: `localhost:${port}`, connection: 'close', ...headers };
      if (body) all['content-length'] = String(Buffer.byteLength(body));
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      const bytes = await sendBytes(port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
      return parseAnswer(bytes);
    },
    close: () => stop(server),
  };
}

/** Sends bytes on a connection of their own and gathers what comes back. */
export function sendBytes(port: number, text: string, patience = 0): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    if (patience > 0) socket.setTimeout(patience, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = bytes.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest;
  const text = body.toString('utf8');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body,
    text,
    get json(): unknown {
      return JSON.parse(text);
    },
  };
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
