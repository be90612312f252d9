/**
 * The codes that the bridge of an app can answer with, and the HTTP status of each (design 4). An app that was taken
 * down answers `not_found` with 410.
 */
export const BRIDGE_ERROR_STATUS = {
  invalid_request: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_record: 422,
  invalid_aml: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;
