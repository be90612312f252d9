import type { Logger } from 'pino';
import { sessionEnded } from '../accounts/session-ended.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limiter.ts';
import { LIMITS } from '../limits.ts';
import type { LlmLimits } from './llm-limits.ts';
import { factsOf, type ModelFacts } from './model-facts.ts';
import type { AllowedRoute } from './provider-table.ts';
import type { LlmConfig } from './providers.ts';
import { errorEvent, toClientStream } from './proxy/answer-stream.ts';
import { Call } from './proxy/call.ts';
import { createCalls } from './proxy/calls.ts';
import { clientHeaders, isEventStream, isPassable, upstreamHeaders } from './proxy/headers.ts';
import { createScrubber } from './proxy/scrub.ts';
import { allowedModels, countedModel, modelInPath } from './proxy/asked-model.ts';
import { takeBody } from './proxy/request-body.ts';
import { forgetOldUsage, readUsage, type LlmUsageView } from './usage.ts';
import { createServedProviders, type ServedProvider } from './served.ts';
import { resolveTarget } from './proxy/target.ts';
import type { UpstreamResponse } from './proxy/upstream.ts';
import { toClientError, UpstreamFailure } from './proxy/upstream-failure.ts';
import { readRefusal } from './proxy/upstream-status.ts';
import { BYTES_PER_TOKEN, createUsageReader, type Usage } from './proxy/usage-reader.ts';

export interface LlmProxyDeps {
  readonly providers: LlmConfig;
  readonly db: Database;
  readonly sessionWatch: Pick<SessionWatch, 'whenEnded'>;
  readonly log: Logger;
  readonly limits?: Partial<LlmLimits>;
  readonly now?: () => Date;
}

/** A provider as clients see it. */
export interface ProviderInfo {
  readonly id: string;
  readonly name: string;
  readonly models: readonly string[];
  /** One of each model, in the same order. */
  readonly facts: readonly ModelFacts[];
}

export interface LlmProxy {
  /** The providers that can be used; `demo` is always there, and comes last (design 9). */
  list(): readonly ProviderInfo[];
  /**
   * Forwards a request to a provider and streams its answer back (spec 4.6).
   * @param path what follows the provider in our own path, undecoded, without a leading slash
   * @param cut breaks the client's connection; false where there is none
   * @throws ApiError for everything but a success of the upstream
   */
  forward(
    user: SessionUser,
    providerId: string,
    path: string,
    request: Request,
    cut: () => boolean,
  ): Promise<Response>;
  /** What the person has used, by day and model, and what is left of today. */
  usage(user: SessionUser, days: number): Promise<LlmUsageView>;
  /** Turns calls into usage whose process died, and forgets usage older than 400 days. */
  tidy(): Promise<void>;
}

const MINUTE_MS = 60_000;
const NO_TOKENS: Usage = { inputTokens: 0, outputTokens: 0 };

/** The LLM proxy: one request is the list of steps in `forward`. */
export function createLlmProxy({
  providers: config,
  db,
  sessionWatch,
  log,
  limits: given = {},
  now = () => new Date(),
}: LlmProxyDeps): LlmProxy {
  const daily = config.dailyTokens === null ? {} : { llmDailyTokens: config.dailyTokens };
  const limits: LlmLimits = { ...LIMITS, ...given, ...daily };
  const providers = createServedProviders(config, limits);
  const secrets = config.providers.flatMap(({ secret }) => secret ?? []);
  const rates = createRateLimiter(db);
  const calls = createCalls({ db, limits, log, now });

  return {
    list: () =>
      providers.map((provider) => {
        const { id, name, models } = provider;
        return { id, name, models, facts: factsOf(provider) };
      }),

    async forward(user, providerId, path, request, cut) {
      const provider = find(providers, providerId);
      const { url, route } = resolveTarget(provider, request.method, path, new URL(request.url).searchParams);
      const named = modelInPath(path);
      const models = allowedModels(provider, named);
      await countRequest(rates, limits, user, provider);

      const lease = await calls.begin({ userId: user.id, provider: provider.id });
      const session = new AbortController();
      const unwatch = sessionWatch.whenEnded(user.sessionId, () => session.abort(sessionEnded()));
      const call = new Call({ lease, client: request.signal, session: session.signal, onEnd: unwatch, log });
      let sentBytes = 0;
      try {
        const body = await takeBody(request, { maxBytes: limits.llmBodyBytes, models });
        sentBytes = body.bytes?.byteLength ?? 0;
        call.mostOutput = route.isFree ? 0 : (body.mostOutput ?? limits.llmAssumedOutputTokens);
        // A token has at least one byte, so that this is the most that the call can take.
        if (!route.isFree) await call.reserve(sentBytes + call.mostOutput);
        call.asking();
        const response = await provider.exchange({
          url,
          method: request.method,
          headers: upstreamHeaders(provider, route.as?.key ?? provider.key, provider.secret, request.headers),
          body: body.bytes,
          signal: call.signal,
        });
        await checkResponse(response, provider, secrets);
        call.answeredBy(countedModel(named ?? body.model));
        return answer({ response, provider, route, secrets, limits, call, sentBytes, cut, log });
      } catch (thrown) {
        const failure = call.isLeft ? new UpstreamFailure('left', thrown) : thrown;
        const used = route.isFree ? NO_TOKENS : spentOn(failure, sentBytes);
        await call.end(call.isLeft ? call.unseen(used) : used);
        throw explain(call.whyLeft(thrown) ?? thrown, provider, log);
      }
    },

    usage: (user, days) => readUsage({ db, limits, providers, now }, user, days),

    async tidy() {
      await calls.tidy();
      await forgetOldUsage(db, now());
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
  readonly route: AllowedRoute;
  readonly secrets: readonly string[];
  readonly limits: LlmLimits;
  readonly call: Call;
  readonly sentBytes: number;
  readonly cut: () => boolean;
  readonly log: Logger;
}

function answer({ response, provider, route, secrets, limits, call, sentBytes, cut, log }: Answer): Response {
  const { status, headers, body } = response;
  const wire = route.as?.wire ?? provider.wire;
  const usage = createUsageReader(isEventStream(headers));
  const used = (): Usage => {
    if (route.isFree) return NO_TOKENS;
    const found = usage.finish(sentBytes);
    return call.isLeft && !found.isFinal ? call.unseen(found) : found;
  };
  call.endWhenClientLeaves(used);
  const lastWords = (error: unknown): string | null => {
    const { code, message } = explain(call.whyLeft(error) ?? error, provider, log);
    return isEventStream(headers) ? errorEvent(wire, code, message) : null;
  };
  const stream = toClientStream({
    body,
    scrubber: createScrubber(secrets),
    usage,
    maxBytes: limits.llmResponseBytes,
    lastWords,
    cut,
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
    log.warn({ provider: provider.id, kind: error.kind, ...causeOf(error) }, 'an LLM provider failed');
  }
  return toClientError(error, provider.name);
}

/** What the system said, and no more: Node keeps the bytes that it could not parse on the error. */
function causeOf({ cause }: UpstreamFailure): object {
  if (!(cause instanceof Error)) return {};
  return { cause: cause.message, ...('code' in cause && { code: String(cause.code) }) };
}
