import { getRequestListener } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { BridgeRoute, DataPlane } from '../data/contract.ts';
import { failure, toApiError } from '../http/envelope.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { spendBridgeUse, spendNewRows } from './bridge-rates.ts';
import { header, sendEmpty, type Exchange } from './exchange.ts';
import type { Place } from './place.ts';
import {
  bridgeHeaders,
  bridgeMethods,
  DESCRIPTION,
  FILE_PREFLIGHT,
  GONE,
  type HeaderList,
} from './response-headers.ts';
import type { Site } from './site.ts';

interface BridgeQuestion {
  readonly route: BridgeRoute;
  readonly label: string;
  /** Of the client, for rate limits and the limit on open streams. */
  readonly address: string;
  /** Looked up only when the request is more than a preflight. */
  readonly site: () => Promise<Site>;
}

export type ServeBridge = (exchange: Exchange, question: BridgeQuestion) => Promise<void>;

/** Headers that the data plane may not set on this origin: there are no cookies and CORS is decided here (design 7). */
const NOT_THE_PLANES = /^(set-cookie|access-control-.*|service-worker-allowed|clear-site-data)$/;

/**
 * Answers `_data`, `_data/query` and `_graphql` through the data plane as an anonymous visitor (spec 4.1) and gives
 * every answer, failures too, the headers of the bridge.
 */
export function createServeBridge(
  place: Place,
  { data, rates, log }: { readonly data: DataPlane; readonly rates: SharedRates; readonly log: Logger },
): ServeBridge {
  const pending = new WeakMap<IncomingMessage, { question: BridgeQuestion; headers: HeaderList }>();
  const listen = getRequestListener(
    async (request, { incoming }) => {
      const entry = pending.get(incoming as IncomingMessage);
      if (!entry) throw new Error('A bridge request was answered without its question.');
      return withHeaders(await answer(request, entry.question), entry.headers);
    },
    { overrideGlobalObjects: false },
  );

  async function answer(request: Request, question: BridgeQuestion): Promise<Response> {
    try {
      spendBridgeUse(rates, { ...question, method: request.method });
      const site = await question.site();
      return await data.respond(
        { id: site.spaceId, aml: site.aml },
        question.route,
        request,
        'anyone',
        question.address,
        (rows) => spendNewRows(rates, question, rows),
      );
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'internal')
        log.error({ err: thrown, route: question.route }, 'the data plane failed');
      return failure(error);
    }
  }

  return async (exchange, question) => {
    if (question.route === '_data/openapi.json') {
      if (exchange.request.method === 'OPTIONS') return sendEmpty(exchange, 204, FILE_PREFLIGHT);
      pending.set(exchange.request, { question, headers: DESCRIPTION });
      return listen(exchange.request, exchange.response);
    }
    const caller = { origin: header(exchange, 'origin'), fetchSite: header(exchange, 'sec-fetch-site') };
    const headers = bridgeHeaders(caller, question.label, place);
    if (exchange.request.method === 'OPTIONS') {
      return sendEmpty(exchange, 204, { ...headers, allow: bridgeMethods(question.route) });
    }
    pending.set(exchange.request, { question, headers });
    await listen(exchange.request, exchange.response);
  };
}

/** In place: a copy of an answer would have its body as a stream, which costs more than all the rest here. */
function withHeaders(response: Response, headers: HeaderList): Response {
  const own = response.headers;
  for (const name of [...own.keys()]) if (NOT_THE_PLANES.test(name)) own.delete(name);
  const all = response.status === 410 ? { ...headers, ...GONE } : headers;
  for (const [name, value] of Object.entries(all)) own.set(name, value);
  return response;
}
