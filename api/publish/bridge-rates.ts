import type { BridgeRoute } from '../data/contract.ts';
import { ApiError } from '../errors.ts';
import type { RateRule } from '../http/rate-limiter.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { LIMITS } from '../limits.ts';

interface Use {
  readonly perAddress: RateRule;
  readonly perApp: RateRule;
  /** For the refusal: "20 new records". */
  readonly what: string;
}

const INSERTS = uses('insert', 'new records', {
  windowMs: LIMITS.bridgeInsertWindowMs,
  perAddress: LIMITS.bridgeInsertsPerAddress,
  perApp: LIMITS.bridgeInsertsPerApp,
});
const QUERIES = uses('query', 'queries', {
  windowMs: LIMITS.bridgeQueryWindowMs,
  perAddress: LIMITS.bridgeQueriesPerAddress,
  perApp: LIMITS.bridgeQueriesPerApp,
});

/**
 * Counts one request to an app's data, for the app as a whole and for the address it comes from (design 12).
 * @throws ApiError rate_limited naming the limit, with the seconds to wait
 */
export function spendBridgeUse(
  rates: SharedRates,
  request: {
    readonly route: BridgeRoute;
    readonly method: string;
    readonly label: string;
    readonly address: string;
  },
): void {
  const { perAddress, perApp, what } =
    request.route === '_data' && request.method === 'POST' ? INSERTS : QUERIES;
  refuse(rates.use(perAddress, `${request.label} ${request.address}`), perAddress, what, 'one address');
  refuse(rates.use(perApp, request.label), perApp, what, 'all visitors together');
}

/**
 * Counts rows that one mutation of GraphQL makes, nested ones too, as the new records that they are.
 * @throws ApiError rate_limited
 */
export function spendNewRows(
  rates: SharedRates,
  { label, address }: { readonly label: string; readonly address: string },
  rows: number,
): void {
  const { perAddress, perApp, what } = INSERTS;
  refuse(rates.use(perAddress, `${label} ${address}`, rows), perAddress, what, 'one address');
  refuse(rates.use(perApp, label, rows), perApp, what, 'all visitors together');
}

function refuse(wait: number, { limit, windowMs }: RateRule, what: string, who: string): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait);
  throw new ApiError(
    'rate_limited',
    `This app takes ${limit} ${what} in ${windowMs / 1_000} seconds from ${who}. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfter: wait },
  );
}

function uses(
  name: string,
  what: string,
  given: { readonly windowMs: number; readonly perAddress: number; readonly perApp: number },
): Use {
  const { windowMs, perAddress, perApp } = given;
  return {
    perAddress: { name: `bridge-${name}-address`, limit: perAddress, windowMs },
    perApp: { name: `bridge-${name}-app`, limit: perApp, windowMs },
    what,
  };
}
