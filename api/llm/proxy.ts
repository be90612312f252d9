import type { Logger } from 'pino';
import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limiter.ts';
import { LIMITS } from '../limits.ts';
import type { LlmLimits } from './llm-limits.ts';
import type { Wire } from './provider-table.ts';
import type { LlmConfig } from './providers.ts';
import { errorEvent, toClientStream } from './proxy/answer-stream.ts';
import { createBudget, type Budget, type Reservation } from './proxy/budget.ts';
import { Call } from './proxy/call.ts';
import { createConcurrency } from './proxy/concurrency.ts';
import { clientHeaders, isEventStream, isPassable, upstreamHeaders } from './proxy/headers.ts';
import { createScrubber } from './proxy/scrub.ts';
import { checkModelName, takeBody } from './proxy/request-body.ts';
import { createServedProviders, type ServedProvider } from './served.ts';
import { resolveTarget } from './proxy/target.ts';
import type { UpstreamResponse } from './proxy/upstream.ts';
import { toClientError, UpstreamFailure } from './proxy/upstream-failure.ts';
import { readRefusal } from './proxy/upstream-status.ts';
import { BYTES_PER_TOKEN, createUsageReader, type Usage } from './proxy/usage-reader.ts';

export interface LlmProxyDeps {
  readonly providers: LlmConfig;
  readonly db: Database;
  readonly log: Logger;
  readonly limits?: Partial<LlmLimits>;
  readonly now?: () => Date;
}

interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  readonly models: readonly string[];
}

export interface LlmProxy {
  /** The providers that can be used; `demo` is always there, and comes last (design 9). */
  list(): readonly ProviderInfo[];
  /**
   * Forwards a request to a provider and streams its answer back (spec 4.6).
   * @param path what follows the provider in our own path, undecoded, without a leading slash
   * @throws ApiError for everything but a success of the upstream
   */
  forward(user: SessionUser, providerId: string, path: string, request: Request): Promise<Response>;
}

const MINUTE_MS = 60_000;
/** Tokens that a call is expected to answer with, for as long as it is under way. */
const EXPECTED_OUTPUT = 1_000;

/** The LLM proxy: one request is the list of steps in `forward`. */
export function createLlmProxy({
  providers: config,
  db,
  log,
  limits: given = {},
  now = () => new Date(),
}: LlmProxyDeps): LlmProxy {
  const limits: LlmLimits = { ...LIMITS, ...given };
  const providers = createServedProviders(config, limits);
  const secrets = config.providers.flatMap(({ secret }) => secret ?? []);
  const rates = createRateLimiter(db);
  const concurrency = createConcurrency(limits.llmStreamsPerUser);
  const budget = createBudget({ db, dailyTokens: config.dailyTokens ?? limits.llmDailyTokens, now });

  return {
    list: () => providers.map(({ id, name, models }) => ({ id, name, models })),

    async forward(user, providerId, path, request) {
      const provider = find(providers, providerId);
      const { url, route } = resolveTarget(provider, request.method, path, new URL(request.url).searchParams);
      const models = allowedModels(provider, path);
      await countRequest(rates, limits, user, provider);

      const call = new Call(concurrency.acquire(user.id), request.signal, log);
      try {
        const body = await takeBody(request, { maxBytes: limits.llmBodyBytes, models });
        call.sentBytes = body.bytes;
        call.reservation = await reserve(budget, user, provider, request);
        const response = await provider.exchange({
          url,
          method: request.method,
          headers: upstreamHeaders(provider, route.as?.key ?? provider.key, provider.secret, request.headers),
          body: body.stream,
          signal: call.signal,
        });
        await checkResponse(response, provider, secrets);
        return answer({
          response,
          provider,
          wire: route.as?.wire ?? provider.wire,
          secrets,
          limits,
          call,
          log,
        });
      } catch (error) {
        await call.end(spentOn(error, call.sentBytes()));
        throw explain(error, provider, log);
      }
    },
  };
}

function find(providers: readonly ServedProvider[], id: string): ServedProvider {
  const provider = providers.find((one) => one.id === id);
  if (provider) return provider;
  const names = providers.map((one) => one.id).join(', ');
  throw new ApiError(
    'not_found',
    `There is no provider "${id.slice(0, 40)}" here. Configured are: ${names}.`,
  );
}

/**
 * The models that the body may name; null: any, or none in it, since Google's own dialect has the model in the path.
 * @throws ApiError invalid_request for a model in the path that is not on the list
 */
function allowedModels(provider: ServedProvider, path: string): readonly string[] | null {
  if (!provider.onlyListedModels) return null;
  const inPath = /^v1(?:beta)?\/models\/([^:/]+):/.exec(path)?.[1];
  if (inPath === undefined) return provider.models;
  checkModelName(inPath, provider.models);
  return null;
}

async function countRequest(
  rates: RateLimiter,
  limits: LlmLimits,
  user: SessionUser,
  provider: ServedProvider,
): Promise<void> {
  const limit = provider.isFree ? limits.llmDemoRequestsPerMinute : limits.llmRequestsPerMinute;
  const rule = { name: provider.isFree ? 'llm-demo' : 'llm', limit, windowMs: MINUTE_MS };
  await rates.use(
    rule,
    user.id,
    `You may ask ${provider.isFree ? 'the demo' : 'models'} ${limit} times a minute. Please wait a moment.`,
  );
}

async function reserve(
  budget: Budget,
  user: SessionUser,
  provider: ServedProvider,
  request: Request,
): Promise<Reservation> {
  const length = Number(request.headers.get('content-length') ?? 0) || EXPECTED_OUTPUT * BYTES_PER_TOKEN;
  const estimate = Math.ceil(length / BYTES_PER_TOKEN) + EXPECTED_OUTPUT;
  return await budget.reserve({ userId: user.id, provider: provider.id, estimate, isFree: provider.isFree });
}

/** @throws ApiError or UpstreamFailure for everything that is not a success of a kind that may be passed on */
async function checkResponse(
  response: UpstreamResponse,
  provider: ServedProvider,
  secrets: readonly string[],
): Promise<void> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw new UpstreamFailure('redirect');
  if (status < 200 || status >= 300) throw await readRefusal(response, provider, secrets);
  if (!isPassable(headers)) throw new UpstreamFailure('unusable');
}

interface Answer {
  readonly response: UpstreamResponse;
  readonly provider: ServedProvider;
  readonly wire: Wire;
  readonly secrets: readonly string[];
  readonly limits: LlmLimits;
  readonly call: Call;
  readonly log: Logger;
}

function answer({ response, provider, wire, secrets, limits, call, log }: Answer): Response {
  const { status, headers, body } = response;
  const usage = createUsageReader(isEventStream(headers));
  const used = (): Usage => usage.finish(call.sentBytes());
  call.endWhenClientLeaves(used);
  const lastWords = (error: unknown): string => {
    const { code, message } = explain(error, provider, log);
    return errorEvent(wire, code, message);
  };
  const stream = toClientStream({
    body,
    scrubber: createScrubber(secrets),
    usage,
    maxBytes: limits.llmResponseBytes,
    lastWords: isEventStream(headers) ? lastWords : null,
    onEnd: () => call.end(used()),
  });
  return new Response(stream, { status, headers: clientHeaders(headers, secrets) });
}

/** What a call without an answer cost: nothing when it was refused; else what was sent may have been read. */
function spentOn(error: unknown, sentBytes: number): Usage {
  const read = error instanceof UpstreamFailure ? Math.ceil(sentBytes / BYTES_PER_TOKEN) : 0;
  return { inputTokens: read, outputTokens: 0 };
}

function explain(error: unknown, provider: ServedProvider, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof UpstreamFailure)) {
    log.error({ provider: provider.id, err: error }, 'an LLM call failed on our side');
    return new ApiError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
  }
  if (error.kind !== 'left') {
    log.warn({ provider: provider.id, kind: error.kind, err: error.cause }, 'an LLM provider failed');
  }
  return toClientError(error, provider.name);
}
