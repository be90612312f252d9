import type { BridgeRoute } from '../data/contract.ts';
import { ApiError } from '../errors.ts';
import type { RateRule } from '../http/rate-limiter.ts';
import type { SharedRates } from '../http/shared-rates.ts';
import { LIMITS } from '../limits.ts';

/** One kind of use, with its words for the refusal: "This app takes 20 new records". */
export interface Use {
  readonly perAddress: RateRule;
  readonly perApp: RateRule;
  readonly who: string;
  readonly what: string;
}

export const INSERTS = uses('insert', 'new records', {
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
  const use = request.route === '_data' && request.method === 'POST' ? INSERTS : QUERIES;
  refusePast(rates, use, request, 1);
}

/**
 * Counts rows that one mutation of GraphQL makes, nested ones too, as the new records that they are.
 * @throws ApiError rate_limited
 */
export function spendNewRows(
  rates: SharedRates,
  sender: { readonly label: string; readonly address: string },
  rows: number,
): void {
  refusePast(rates, INSERTS, sender, rows);
}

/** Counts so many uses, of the address and of all together; 0 only looks. @throws ApiError rate_limited */
export function refusePast(
  rates: SharedRates,
  { perAddress, perApp, who, what }: Use,
  { label, address }: { readonly label: string; readonly address: string },
  uses: number,
): void {
  refuse(rates.use(perAddress, `${label} ${address}`, uses), perAddress, { who, what, from: 'one address' });
  refuse(rates.use(perApp, label, uses), perApp, { who, what, from: 'all visitors together' });
}

function refuse(
  wait: number,
  { limit, windowMs }: RateRule,
  { who, what, from }: { readonly who: string; readonly what: string; readonly from: string },
): void {
  if (wait === 0) return;
  const seconds = Math.ceil(wait);
  throw new ApiError(
    'rate_limited',
    `${who} takes ${limit} ${what} in ${windowMs / 1_000} seconds from ${from}. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
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
    who: 'This app',
    what,
  };
}
