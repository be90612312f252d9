import type { BridgeRoute } from '../data/contract.ts';
import type { Shape } from './isolation.ts';
import type { MediaType } from './media-types.ts';
import type { Place } from './place.ts';

export type HeaderList = Readonly<Record<string, string>>;

const SANDBOX =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';
const DENIED = 'payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=(), ';
const NOTHING_RUNS = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * Who may show a page in a frame. An app holds what its visitors entrust to it, so only our own pages may; the page of a
 * form or a deck is there to be embedded, whoever wrote it.
 */
export type Embedders = 'ours' | 'any';

/** Any page may load these: what is published is public, and no cookie or credential exists to protect. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** HeaderList of one file of a site by its role and the origin it runs in (design 7, exact values measured there). */
export function fileHeaders(
  media: MediaType,
  charset: string | null,
  shape: Shape,
  place: Place,
  embedders: Embedders = 'ours',
): HeaderList {
  const type = media.text ? `${media.type}; charset=${charset ?? 'utf-8'}` : media.type;
  const common = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    // Republishing shows at once; the ETag makes asking cheap.
    'cache-control': 'no-cache',
    vary: media.compressible ? 'Sec-Fetch-Dest, Accept-Encoding' : 'Sec-Fetch-Dest',
    'accept-ranges': 'bytes',
  };
  if (media.role === 'html') return { ...common, ...documentHeaders(shape, place, embedders) };
  if (media.role === 'unknown') return { ...common, ...OPEN, 'content-disposition': 'attachment' };
  if (media.role === 'passive') return { ...common, ...OPEN };
  // On its own host such a document is the app's own page; a sandbox there would only break viewers.
  const policy = shape === 'own' ? frameAncestors(place) : NOTHING_RUNS;
  return { ...common, ...OPEN, 'content-security-policy': policy };
}

function documentHeaders(shape: Shape, place: Place, embedders: Embedders): HeaderList {
  const isOwn = shape === 'own';
  const devices = isOwn
    ? 'camera=(self), microphone=(self), geolocation=(self)'
    : 'camera=(), microphone=(), geolocation=()';
  return {
    // An opaque parent never matches 'self', so a sandboxed app may be framed by anyone.
    'content-security-policy': isOwn
      ? `object-src 'none'; base-uri 'self'; ${embedders === 'any' ? 'frame-ancestors *' : frameAncestors(place)}`
      : `${SANDBOX}; object-src 'none'; base-uri 'self'`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    // An opaque origin is alone in its cluster anyway; asked for there, Chromium warns on every page.
    ...(isOwn ? { 'origin-agent-cluster': '?1' } : {}),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': DENIED + devices,
  };
}

/** Headers of the page that a Studio renders in: any page may embed it, and it is of no origin wherever it stands. */
export function studioFrameHeaders(): HeaderList {
  return {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'content-security-policy': `${SANDBOX}; object-src 'none'; base-uri 'self'`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': `${DENIED}camera=(), microphone=(), geolocation=()`,
  };
}

function frameAncestors(place: Place): string {
  return `frame-ancestors 'self' ${place.mainOrigin}`;
}

/**
 * Headers of a page that is made for each visit. All of it is ours, so its policy lets it do what it does and no more.
 * Any site may show it in a frame: whoever fills it in is nobody to us, and its storage is kept apart by browsers.
 */
export function madePageHeaders(nonce: string, shape: Shape): HeaderList {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    vary: 'Sec-Fetch-Dest, Accept-Encoding, Accept-Language',
    'content-security-policy': shape === 'own' ? `${policy}; frame-ancestors *` : `${SANDBOX}; ${policy}`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(shape === 'own' ? { 'origin-agent-cluster': '?1' } : {}),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': `${DENIED}camera=(), microphone=(), geolocation=()`,
  };
}

/** What a bridge request says about where it comes from. */
export interface BridgeCaller {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/**
 * HeaderList of every answer of the bridge, failures too. On a host of its own only the app's own origin may read it; an
 * opaque origin may where apps run in one: on the hosts of the sandbox mode, and for browsers too old to be sent to the
 * sub-host, which show themselves by sending no `Sec-Fetch-Site`.
 * @param own of the page that the data belongs to: its origin, and how it runs where this was asked
 */
export function bridgeHeaders(
  caller: BridgeCaller,
  own: { readonly origin: string; readonly shape: Shape },
  place: Place,
): HeaderList {
  return {
    'access-control-allow-origin': isOpen(caller, own, place) ? '*' : own.origin,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'content-type, form-browser, form-token, idempotency-key',
    'access-control-max-age': '600',
    // A page may read for itself how long to wait.
    'access-control-expose-headers': 'retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    vary: 'Origin, Sec-Fetch-Site',
  };
}

interface OwnPage {
  readonly origin: string;
  readonly shape: Shape;
}

/** Whether pages of an opaque origin may read: it cannot be told whose they are. */
function isOpen(caller: BridgeCaller, own: OwnPage, place: Place): boolean {
  return (
    (place.isolation === 'sandbox' && own.shape === 'opaque') ||
    (caller.origin === 'null' && caller.fetchSite === undefined)
  );
}

/**
 * Whether a form may be posted from where it comes. Unlike JSON it is sent without being asked about first, so that
 * another site's page could let its visitors answer; browsers say where a form comes from, other clients need not.
 */
export function mayAnswer(caller: BridgeCaller, own: OwnPage, place: Place): boolean {
  const { origin, fetchSite } = caller;
  if (origin === undefined)
    return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  return origin === own.origin || (origin === 'null' && isOpen(caller, own, place));
}

/** Methods a bridge route knows, for `Allow`. */
export function bridgeMethods(route: BridgeRoute): string {
  return route === '_data/query' ? 'POST, OPTIONS' : 'GET, HEAD, POST, OPTIONS';
}

/** The description of an app's API holds nothing of its rows: any page may read it, and asking again is cheap. */
export const DESCRIPTION: HeaderList = {
  ...OPEN,
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  vary: 'Sec-Fetch-Dest',
};

/** HeaderList of a preflight for a file: reading is open, with any ordinary header. */
export const FILE_PREFLIGHT: HeaderList = {
  ...OPEN,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'content-type, range, if-none-match, cache-control, x-requested-with',
  'access-control-max-age': '600',
  allow: 'GET, HEAD, OPTIONS',
};

/**
 * What a removed app left in the browser goes with it: its storage, and pages that the browser keeps. On the shared host
 * nothing is lost by it, since documents there are opaque and store nothing.
 */
export const GONE: HeaderList = { 'clear-site-data': '"cache", "storage"' };

/** HeaderList of answers that are ours and not an app's: health, failures, redirects. */
export const PLAIN: HeaderList = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  ...OPEN,
};
