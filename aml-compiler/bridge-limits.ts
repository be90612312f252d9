/** What one request to the bridge of an app may ask (design 6, 12). The platform's table of limits holds these too. */
export const BRIDGE_LIMITS = {
  bridgeBodyBytes: 256 * 1024,
  queryDefaultLimit: 50,
  queryMaxLimit: 200,
  queriesPerRequest: 20,
  whereConditions: 100,
  whereDepth: 6,
  whereListValues: 500,
  orderByKeys: 8,
  selectDepth: 4,
  queryRows: 20_000,
  recordTextCharacters: 200_000,
  recordListItems: 1_000,
  recordJsonDepth: 64,
} as const;
