import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { readForm } from '../http/body.ts';
import { failureAnswer, okAnswer, toApiError } from '../http/envelope.ts';
import { toResponse, type PlainAnswer } from '../http/plain-answer.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { newSecret } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { spendAnswer } from './answer-rates.ts';
import { spendBridgeUse } from './bridge-rates.ts';
import { bridgeScript, type BridgeConfig } from './bridge-script.ts';
import { chooseEncoding, compressQuickly } from './content-encoding.ts';
import { header, send, sendEmpty, type Exchange } from './exchange.ts';
import type { Shape } from './isolation.ts';
import type { Place } from './place.ts';
import { bridgeHeaders, FILE_PREFLIGHT, madePageHeaders, mayAnswer } from './response-headers.ts';
import type { MadePage, PageAnswers, PageVisit, SitePage } from './site.ts';

export interface PageQuestion {
  readonly page: SitePage;
  readonly part: '' | 'thanks' | 'progress';
  readonly rawQuery: string;
  readonly bridge: BridgeConfig;
  /** The one count of the project that this page belongs to. */
  readonly label: string;
  readonly own: { readonly origin: string; readonly shape: Shape };
  readonly address: string;
}

type ShownQuestion = PageQuestion & { readonly part: '' | 'thanks' };

export type ServePage = (exchange: Exchange, question: PageQuestion) => Promise<void>;

const METHODS = 'GET, HEAD, POST, OPTIONS';
const READ_METHODS = 'GET, HEAD, OPTIONS';

/**
 * Serves a page that is made for each visit, and takes what is posted to it as a form (spec 4.5): a browser without
 * scripts is sent on to the thanks or shown the page with what is wrong, a script that asks for JSON gets the envelope.
 */
export function createServePage(
  place: Place,
  { rates, log }: { readonly rates: SharedRates; readonly log: Logger },
): ServePage {
  async function show(exchange: Exchange, question: ShownQuestion): Promise<void> {
    const visit = visitOf(exchange, question);
    const { status, html } = await question.page.show(visit);
    const headers = madePageHeaders(visit.nonce, question.own.shape);
    const bytes = Buffer.from(html, 'utf8');
    const encoding = chooseEncoding(header(exchange, 'accept-encoding'), bytes.length);
    if (encoding === null) return send(exchange, status, headers, bytes);
    const encoded = await compressQuickly(bytes, encoding);
    return send(exchange, status, { ...headers, 'content-encoding': encoding }, encoded);
  }

  /** What is answered to an error; one of ours is logged under the id that the answer names. */
  function failureOf(thrown: unknown): { readonly error: ApiError; readonly failed: PlainAnswer } {
    const error = toApiError(thrown);
    const failed = failureAnswer(error);
    if (error.code !== 'internal') return { error, failed };
    const requestId = newSecret(9);
    log.error({ err: thrown, requestId }, 'what was posted to a page failed');
    return { error, failed: { ...failed, headers: { ...failed.headers, 'x-request-id': requestId } } };
  }

  async function take(
    request: Request,
    exchange: Exchange,
    question: ShownQuestion,
    answers: PageAnswers,
  ): Promise<PlainAnswer> {
    const { own, bridge } = question;
    const caller = { origin: header(exchange, 'origin'), fetchSite: header(exchange, 'sec-fetch-site') };
    const wantsJson = /\bapplication\/json\b/i.test(header(exchange, 'accept') ?? '');
    const ours = bridgeHeaders(caller, own, place);
    let form: URLSearchParams | null = null;
    try {
      if (!mayAnswer(caller, own, place)) {
        throw new ApiError('forbidden', 'This form is answered from its own page.');
      }
      await spendAnswer(rates, question, async () => {
        form = await readForm(request, LIMITS.formBodyBytes);
        await answers.take(form);
      });
    } catch (thrown) {
      const { error, failed } = failureOf(thrown);
      if (wantsJson) return { ...failed, headers: { ...failed.headers, ...ours } };
      const visit = visitOf(exchange, question);
      const made = await answers.refused(visit, form, error);
      return pageAnswer(made, { ...failed.headers, ...madePageHeaders(visit.nonce, own.shape) });
    }
    if (wantsJson) {
      const done = okAnswer({}, 201);
      return { ...done, headers: { ...done.headers, ...ours } };
    }
    // 303: a reload of what follows sends nothing again.
    return { status: 303, headers: { ...ours, location: `${bridge.basePath}thanks` }, body: null };
  }

  async function note(
    request: Request,
    exchange: Exchange,
    question: PageQuestion,
    answers: PageAnswers,
  ): Promise<PlainAnswer> {
    const { own } = question;
    const caller = { origin: header(exchange, 'origin'), fetchSite: header(exchange, 'sec-fetch-site') };
    const ours = bridgeHeaders(caller, own, place);
    try {
      if (!mayAnswer(caller, own, place)) throw new ApiError('forbidden', 'Only the page itself tells this.');
      spendBridgeUse(rates, { ...question, route: '_data/query', method: 'POST' });
      await answers.note(await readForm(request, LIMITS.formBodyBytes));
      return { status: 204, headers: ours, body: null };
    } catch (thrown) {
      const { failed } = failureOf(thrown);
      return { ...failed, headers: { ...failed.headers, ...ours } };
    }
  }

  return async (exchange, question) => {
    const { method } = exchange.request;
    const { answers } = question.page;
    if (method === 'OPTIONS') {
      return sendEmpty(exchange, 204, { ...FILE_PREFLIGHT, allow: answers ? METHODS : READ_METHODS });
    }
    const { part } = question;
    if ((method === 'GET' || method === 'HEAD') && part !== 'progress')
      return show(exchange, { ...question, part });
    if (method !== 'POST' || part === 'thanks' || !answers) {
      throw new ApiError(
        'method_not_allowed',
        'A page is read with GET, and a form is sent to it with POST.',
      );
    }
    await getRequestListener(
      async (request) =>
        toResponse(
          part === 'progress'
            ? await note(request, exchange, question, answers)
            : await take(request, exchange, { ...question, part }, answers),
        ),
      { overrideGlobalObjects: false },
    )(exchange.request, exchange.response);
  };
}

function visitOf(exchange: Exchange, { part, rawQuery, bridge }: ShownQuestion): PageVisit {
  return {
    part,
    query: new URLSearchParams(rawQuery),
    acceptLanguage: header(exchange, 'accept-language'),
    basePath: bridge.basePath,
    nonce: randomBytes(16).toString('base64url'),
    bridge: bridgeScript(bridge),
  };
}

function pageAnswer({ status, html }: MadePage, headers: PlainAnswer['headers']): PlainAnswer {
  return { status, headers, body: html };
}
