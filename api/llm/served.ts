import type { LlmConfig, Provider } from './providers.ts';
import { createDemo, type DemoModel } from './demo/demo.ts';
import { DEMO_MODEL } from './demo/request.ts';
import type { LlmLimits } from './llm-limits.ts';
import { httpExchange, type Exchange } from './proxy/upstream.ts';

/** A provider together with the way to ask it. */
export interface ServedProvider extends Provider {
  readonly exchange: Exchange;
  /** Costs nobody anything: no part of the budgets. */
  readonly isFree: boolean;
}

/** The configured providers and, after them, the demo. */
export function createServedProviders(
  config: Pick<LlmConfig, 'providers' | 'demoPace'>,
  limits: LlmLimits,
): readonly ServedProvider[] {
  const exchange = httpExchange({
    connectMs: limits.llmConnectMs,
    firstByteMs: limits.llmFirstByteMs,
    idleMs: limits.llmIdleMs,
    totalMs: limits.llmTotalMs,
  });
  const remote = config.providers.map((provider) => ({ ...provider, exchange, isFree: false }));
  return [...remote, demoProvider(createDemo({ pace: config.demoPace }))];
}

/** The demo takes the same way as the others; only its exchange stays inside the server. */
function demoProvider(demo: DemoModel): ServedProvider {
  return {
    id: 'demo',
    name: 'Demo (a script, no AI)',
    wire: 'openai',
    // Never asked over a network; `.invalid` is reserved for names that do not exist.
    baseUrl: 'http://demo.invalid',
    key: null,
    secret: null,
    routes: [
      { method: 'POST', path: /^v1\/chat\/completions$/ },
      { method: 'GET', path: /^v1\/models$/ },
    ],
    query: [],
    headers: {},
    constants: {},
    models: [DEMO_MODEL],
    onlyListedModels: false,
    isFree: true,
    exchange: async ({ url, method, body, signal }) => {
      const answer = await demo.respond({
        method: method === 'HEAD' ? 'GET' : method,
        path: url.pathname.slice(1),
        body: Buffer.from(body ?? []).toString('utf8'),
        signal,
      });
      return {
        status: answer.status,
        headers: { 'content-type': answer.headers.get('content-type') ?? '' },
        body: (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>,
      };
    },
  };
}
