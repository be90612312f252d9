import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ContentKinds } from './content/kinds.ts';
import type { Config } from './config.ts';
import { startHousekeeping } from './housekeeping.ts';
import { keepToHttps } from './http/keep-to-https.ts';
import { createMainListener, type PageHandler } from './http/listener.ts';
import { createMainApp } from './http/main-app.ts';
import { createSharedRates } from './http/shared-rates.ts';
import { LIMITS } from './limits.ts';
import { createPublishListener } from './publish/listener.ts';
import { createServices, type Services } from './services.ts';
import { createSiteSource } from './sites.ts';

/** A running installation: two listeners over one set of services. */
export interface RunningServer {
  readonly services: Services;
  readonly port: number;
  readonly publishPort: number;
  /** Stops accepting, lets answers in progress finish for up to 10 s, then closes the database (design 13). */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Null when no front end is built: the API alone. */
  readonly pages: PageHandler | null;
  /** The content kinds; tests bring some whose schemas have come further. */
  readonly kinds?: ContentKinds;
}

/** Starts everything. @throws FolderOwnedError, or when a port is taken; nothing keeps running then */
export async function startServer({ config, log, pages, kinds }: ServerOptions): Promise<RunningServer> {
  const services = await createServices(config, log, kinds);
  const servers: Server[] = [];
  let endHousekeeping = (): void => {};
  const rates = createSharedRates(services.db, log);
  const close = async (): Promise<void> => {
    endHousekeeping();
    rates.close();
    services.data.endStreams();
    services.topics.end();
    await Promise.all(servers.map(drain));
    await services.close();
  };
  try {
    const main = createMainListener(createMainApp(services, rates), pages);
    servers.push(await listen(keepToHttps(main, config.baseUrl), config.port));
    const publish = createPublishListener({
      config: {
        publishOrigin: config.publishOrigin,
        baseUrl: config.baseUrl,
        isolation: config.publishIsolation,
      },
      sites: createSiteSource(services),
      data: services.data,
      rates,
      trustProxy: config.trustProxy,
      log,
    });
    servers.push(await listen(keepToHttps(publish, config.publishOrigin), config.publishPort));
    endHousekeeping = startHousekeeping(services);
  } catch (error) {
    await close();
    throw error;
  }
  const [port = 0, publishPort = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  return { services, port, publishPort, close };
}

async function listen(listener: RequestListener, port: number): Promise<Server> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 5_000, requireHostHeader: true },
    listener,
  );
  server.maxConnections = 2_000;
  server.listen(port);
  await once(server, 'listening');
  return server;
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections become idle as their answers end; else each would be kept for its keep-alive time.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), LIMITS.drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
