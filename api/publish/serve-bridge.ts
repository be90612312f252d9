import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { BridgeRoute, DataPlane } from '../data/contract.ts';
import { failureOf } from '../data/rest.ts';
import { toApiError } from '../http/envelope.ts';
import { toResponse, type PlainAnswer } from '../http/plain-answer.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { spendAnswer } from './answer-rates.ts';
import { spendBridgeUse, spendNewRows } from './bridge-rates.ts';
import { header, sendEmpty, type Exchange } from './exchange.ts';
import type { Shape } from './isolation.ts';
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
  /** Whether it belongs to a form or deck: what is sent to it is an answer. */
  readonly isProject: boolean;
  /** The origin that may read the answer in a browser, and how pages run on the host that was asked. */
  readonly own: { readonly origin: string; readonly shape: Shape };
  /** Of the client, for rate limits and the limit on open streams. */
  readonly address: string;
  /** Looked up only when the request is more than a preflight. */
  readonly site: () => Promise<Site>;
}

export type ServeBridge = (exchange: Exchange, question: BridgeQuestion) => Promise<void>;

/** Headers that the data plane may not set on this origin: there are no cookies and CORS is decided here (design 7). */
const NOT_THE_PLANES = /^(set-cookie|access-control-.*|service-worker-allowed|clear-site-data)$/i;

/**
 * Answers `_data`, `_data/query` and `_graphql` through the data plane as an anonymous visitor (spec 4.1) and gives
 * every answer, failures too, the headers of the bridge.
 */
export function createServeBridge(
  place: Place,
  { data, rates, log }: { readonly data: DataPlane; readonly rates: SharedRates; readonly log: Logger },
): ServeBridge {
  const reply = (
    { request, response }: Exchange,
    question: BridgeQuestion,
    ours: HeaderList,
  ): Promise<void> =>
    getRequestListener(async (asked) => toResponse(withHeaders(await answer(asked, question), ours)), {
      overrideGlobalObjects: false,
    })(request, response);

  async function answer(request: Request, question: BridgeQuestion): Promise<PlainAnswer> {
    try {
      if (question.isProject && question.route === '_data' && request.method === 'POST')
        return await spendAnswer(rates, question, async () => take(request, question, await question.site()));
      spendBridgeUse(rates, { ...question, method: request.method });
      return await take(request, question, await question.site());
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'internal')
        log.error({ err: thrown, route: question.route }, 'the data plane failed');
      return failureOf(question.route, error, request);
    }
  }

  async function take(request: Request, question: BridgeQuestion, site: Site): Promise<PlainAnswer> {
    if (site.answerBridge) return site.answerBridge(question.route, request);
    return data.answer({ id: site.spaceId, aml: site.aml }, question.route, request, 'anyone', {
      address: question.address,
      spendRows: (rows) => spendNewRows(rates, question, rows),
    });
  }

  return async (exchange, question) => {
    if (question.route === '_data/openapi.json') {
      if (exchange.request.method === 'OPTIONS') return sendEmpty(exchange, 204, FILE_PREFLIGHT);
      return reply(exchange, question, DESCRIPTION);
    }
    const caller = { origin: header(exchange, 'origin'), fetchSite: header(exchange, 'sec-fetch-site') };
    const headers = bridgeHeaders(caller, question.own, place);
    if (exchange.request.method === 'OPTIONS') {
      return sendEmpty(exchange, 204, { ...headers, allow: bridgeMethods(question.route) });
    }
    await reply(exchange, question, headers);
  };
}

function withHeaders(answer: PlainAnswer, ours: HeaderList): PlainAnswer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (!NOT_THE_PLANES.test(name)) headers[name] = value;
  Object.assign(headers, ours, answer.status === 410 ? GONE : {});
  return { ...answer, headers };
}
