import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { DataPlane } from '../data/contract.ts';
import { addressSubject, clientAddress } from '../http/client-address.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import type { BridgeConfig } from './bridge-script.ts';
import { header, redirect, send, sendEmpty, type Exchange } from './exchange.ts';
import { FilePlans } from './file-plans.ts';
import { findSite } from './find-site.ts';
import { decideIsolation, nothingHere } from './isolation.ts';
import { isStudioLabel, projectLabel } from './labels.ts';
import { readPlace, subhostOrigin, type Place, type PublishConfig } from './place.ts';
import { refuseServiceWorker, requireOneHost } from './refuse-request.ts';
import { serveCaptureScript } from './capture-script.ts';
import { classifyHost, isAddressed } from './request-host.ts';
import { parseTarget } from './request-target.ts';
import { PLAIN } from './response-headers.ts';
import { matchProjectHost, matchRoute, type SiteRoute } from './route.ts';
import { sendFailure } from './send-failure.ts';
import { createServeBridge } from './serve-bridge.ts';
import { LoadingVisitors } from './loading-visitors.ts';
import { createServePage } from './serve-page.ts';
import { serveQr } from './serve-qr.ts';
import { serveFile } from './serve-file.ts';
import { serveStudioFrame } from './serve-studio-frame.ts';
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
 * The request listener of the publish origin: published apps, projects and previews of drafts, each in an origin of its own
 * (spec 4.1, design 7). Throws at once when the configuration asks for sub-hosts under an address.
 */
export function createPublishListener(
  deps: PublishDependencies,
): (request: IncomingMessage, response: ServerResponse) => void {
  const place = readPlace(deps.config);
  const kept = { bodies: new SiteBodies(), plans: new FilePlans(place) };
  const visitors = new LoadingVisitors();
  const serveBridge = createServeBridge(place, deps);
  const servePage = createServePage(place, deps);

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
    if (target.rawPath === '/favicon.ico' && (host.kind === 'shared' || host.kind === 'label')) {
      return sendNoIcon(exchange);
    }
    const isStudio = host.kind === 'label' && isStudioLabel(host.label);
    if ((host.kind === 'shared' || isStudio) && serveStudioFrame(exchange, target.rawPath)) return;
    const route = host.kind === 'project' ? matchProjectHost(host, target) : matchRoute(target);
    const method = exchange.request.method ?? 'GET';
    const fetchDest = header(exchange, 'sec-fetch-dest');
    const verdict = decideIsolation({ host, label: route?.label ?? null, method, fetchDest }, place);
    if (route === null) throw nothingHere();
    const here = target.rawPath + target.rawQuery;
    if (verdict.kind === 'redirect') return redirect(exchange, 307, verdict.origin + here);

    const { want } = route;
    let found: Promise<Site> | undefined;
    const site = (): Promise<Site> => (found ??= findSite(deps.sites, route.subject));
    if (want.kind === 'root-redirect') return redirect(exchange, 308, `${target.rawPath}/${target.rawQuery}`);
    const origin =
      host.kind === 'project' ? `${place.protocol}//${hostHeader}` : subhostOrigin(place, route.label);
    const own = { origin, shape: verdict.shape };
    // Whatever its address: one project has one count.
    const label = async (): Promise<string> =>
      host.kind === 'project' ? projectLabel((await site()).spaceId) : route.label;
    if (want.kind === 'bridge') {
      const address = addressOf(exchange, deps.trustProxy);
      const isProject = route.subject.kind === 'project';
      const asked = { route: want.route, label: await label(), isProject, own, address, site };
      return serveBridge(exchange, asked);
    }
    if (want.kind === 'page' && want.part === 'qr.svg') {
      await site();
      return serveQr(exchange, addressOfPage(route, origin, host.kind, place), verdict.shape, place);
    }
    const part = partOfPage(want);
    const { page } = part === null ? {} : await site();
    if (page && part !== null) {
      const question = { page, part, rawQuery: target.rawQuery, own, label: await label() };
      const bridge = bridgeConfig(route, await site(), place);
      return servePage(exchange, { ...question, bridge, address: addressOf(exchange, deps.trustProxy) });
    }
    if (want.kind === 'page' && want.part !== '') throw nothingHere();
    if (want.kind === 'capture') return serveCaptureScript(exchange);
    const address = (): string => addressOf(exchange, deps.trustProxy);
    const shown = visitors.versionFor(exchange, address, route.label, await site());
    const { rawPath, rawQuery } = target;
    const bridge = bridgeConfig(route, shown, place);
    const path = want.kind === 'file' ? want.path : '';
    const embedders = route.subject.kind === 'project' ? 'any' : 'ours';
    const question = {
      site: shown,
      path,
      rawPath,
      rawQuery,
      bridge,
      shape: verdict.shape,
      embedders,
    } as const;
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

/** The part of a made page that a request may be for: a project's, or the start of a form or deck of the market. */
function partOfPage(want: SiteRoute['want']): '' | 'thanks' | 'progress' | null {
  if (want.kind === 'page') return want.part === 'qr.svg' ? null : want.part;
  return want.kind === 'file' && (want.path === '' || want.path === 'index.html') ? '' : null;
}

function bridgeConfig(route: SiteRoute, site: Site, place: Place): BridgeConfig {
  const config = { appId: site.spaceId, basePath: route.basePath };
  return route.subject.kind === 'draft' ? { ...config, reportTo: place.mainOrigin } : config;
}

/** Where people find a project: the address that was given out, not the sub-host that it leads to. */
function addressOfPage(route: SiteRoute, origin: string, host: string, place: Place): string {
  return host === 'project' ? `${origin}/` : `${place.protocol}//${place.host}${route.basePath.slice(0, -1)}`;
}

function addressOf(exchange: Exchange, trustProxy: boolean): string {
  const peer = exchange.request.socket.remoteAddress;
  return addressSubject(clientAddress(header(exchange, 'x-forwarded-for'), peer, trustProxy));
}

/** Browsers ask for it beside every page that names no icon; the root is no app's, and a 404 would stand in its console. */
function sendNoIcon(exchange: Exchange): void {
  sendEmpty(exchange, 204, { ...PLAIN, 'cache-control': 'public, max-age=86400' });
}

function sendHealth(exchange: Exchange): void {
  send(exchange, 200, { ...PLAIN, 'content-type': 'application/json; charset=utf-8' }, '{"ok":true}');
}
