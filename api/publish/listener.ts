import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { DataPlane } from '../data/contract.ts';
import { addressSubject, clientAddress } from '../http/client-address.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import type { BridgeConfig } from './bridge-script.ts';
import { header, redirect, send, type Exchange } from './exchange.ts';
import { FilePlans } from './file-plans.ts';
import { findSite } from './find-site.ts';
import { decideIsolation, nothingHere } from './isolation.ts';
import { readPlace, type Place, type PublishConfig } from './place.ts';
import { refuseServiceWorker, requireOneHost } from './refuse-request.ts';
import { serveCaptureScript } from './capture-script.ts';
import { classifyHost, isAddressed } from './request-host.ts';
import { parseTarget } from './request-target.ts';
import { PLAIN } from './response-headers.ts';
import { matchRoute, type SiteRoute } from './route.ts';
import { sendFailure } from './send-failure.ts';
import { createServeBridge } from './serve-bridge.ts';
import { LoadingVisitors } from './loading-visitors.ts';
import { serveFile } from './serve-file.ts';
import { SiteBodies } from './site-bodies.ts';
import type { Site, SiteSource } from './site.ts';

export interface PublishDependencies {
  readonly config: PublishConfig;
  readonly sites: SiteSource;
  readonly data: DataPlane;
  readonly rates: SharedRates;
  /** Whether `X-Forwarded-For` of the peer is believed. */
  readonly trustProxy: boolean;
  readonly log: Logger;
}

/**
 * The request listener of the publish origin: published apps and previews of drafts, each in an origin of its own
 * (spec 4.1, design 7). Throws at once when the configuration asks for sub-hosts under an address.
 */
export function createPublishListener(
  deps: PublishDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  const place = readPlace(deps.config);
  const kept = { bodies: new SiteBodies(), plans: new FilePlans(place) };
  const visitors = new LoadingVisitors();
  const serveBridge = createServeBridge(place, deps);

  /** The way of one request, step by step. */
  async function answer(exchange: Exchange): Promise<void> {
    const hostHeader = requireOneHost(exchange);
    const target = parseTarget(exchange.request.url ?? '');
    refuseServiceWorker(exchange);
    const host = classifyHost(hostHeader, place);
    // Health probes call by address; the answer says nothing about any app.
    if (target.rawPath === '/healthz' && (host.kind === 'shared' || isAddressed(hostHeader))) {
      return sendHealth(exchange);
    }
    const route = matchRoute(target);
    const method = exchange.request.method ?? 'GET';
    const fetchDest = header(exchange, 'sec-fetch-dest');
    const verdict = decideIsolation({ host, label: route?.label ?? null, method, fetchDest }, place);
    if (route === null) throw nothingHere();
    const here = target.rawPath + target.rawQuery;
    if (verdict.kind === 'redirect') return redirect(exchange, 307, verdict.origin + here);

    const { want } = route;
    const site = (): Promise<Site> => findSite(deps.sites, route.subject);
    if (want.kind === 'root-redirect') return redirect(exchange, 308, `${target.rawPath}/${target.rawQuery}`);
    if (want.kind === 'bridge') {
      const address = addressOf(exchange, deps.trustProxy);
      return serveBridge(exchange, { route: want.route, label: route.label, address, site });
    }
    if (want.kind === 'capture') return serveCaptureScript(exchange);
    const address = (): string => addressOf(exchange, deps.trustProxy);
    const found = visitors.versionFor(exchange, address, route.label, await site());
    const { rawPath, rawQuery } = target;
    const bridge = bridgeConfig(route, found, place);
    const question = { site: found, path: want.path, rawPath, rawQuery, bridge, shape: verdict.shape };
    return serveFile(exchange, question, place, kept);
  }

  return (request, response) => {
    const exchange: Exchange = { request, response };
    answer(exchange)
      .catch((thrown: unknown) => sendFailure(exchange, thrown, deps.log))
      .catch((thrown: unknown) => {
        deps.log.error({ err: thrown }, 'a failure could not be answered');
        response.destroy();
      });
  };
}

function bridgeConfig(route: SiteRoute, site: Site, place: Place): BridgeConfig {
  const config = { appId: site.spaceId, basePath: route.basePath };
  return route.subject.kind === 'draft' ? { ...config, reportTo: place.mainOrigin } : config;
}

function addressOf(exchange: Exchange, trustProxy: boolean): string {
  const peer = exchange.request.socket.remoteAddress;
  return addressSubject(clientAddress(header(exchange, 'x-forwarded-for'), peer, trustProxy));
}

function sendHealth(exchange: Exchange): void {
  send(exchange, 200, { ...PLAIN, 'content-type': 'application/json; charset=utf-8' }, '{"ok":true}');
}
