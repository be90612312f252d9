import { ApiError } from '../errors.ts';
import { subhostOrigin, type Place } from './place.ts';
import type { RequestHost } from './request-host.ts';

/**
 * The origin an answer's documents run in: `own` is a host that shows one app only, `opaque` is the shared host, where
 * every document is sandboxed.
 */
export type Shape = 'own' | 'opaque';

export type Verdict =
  { readonly kind: 'serve'; readonly shape: Shape } | { readonly kind: 'redirect'; readonly origin: string };

export interface IsolationQuestion {
  readonly host: RequestHost;
  /** Label of the subject that the path names; on a project's host that host's name. Null when the path names none. */
  readonly label: string | null;
  readonly method: string;
  readonly fetchDest: string | undefined;
}

const DOCUMENT_DESTINATIONS: ReadonlySet<string> = new Set([
  'document',
  'iframe',
  'frame',
  'embed',
  'object',
]);

/** Whether a browser says it will make a document of the answer. */
export function isDocumentDestination(fetchDest: string | undefined): boolean {
  return fetchDest !== undefined && DOCUMENT_DESTINATIONS.has(fetchDest);
}

/**
 * The decision table of design 7: which origin may run what this path serves. Browsers that send no
 * `Sec-Fetch-Dest` (old ones, plain http on a real name) are served in place and sandboxed, never unsandboxed.
 * @throws ApiError not_found
 */
export function decideIsolation(question: IsolationQuestion, place: Place): Verdict {
  const { host, label } = question;
  if (host.kind === 'unknown' || label === null) throw nothingHere();
  if (host.kind === 'project') {
    if (host.name !== label) throw nothingHere();
    // A sub-host is an origin to rely on only where sub-hosts were configured; a custom host always is.
    const isOwn = 'customHost' in host.address || place.isolation === 'subhost';
    return { kind: 'serve', shape: isOwn ? 'own' : 'opaque' };
  }
  if (host.kind === 'label') {
    if (host.label !== label) throw nothingHere();
    return { kind: 'serve', shape: 'own' };
  }
  const navigates = question.method === 'GET' && isDocumentDestination(question.fetchDest);
  if (navigates && place.isolation === 'subhost') {
    return { kind: 'redirect', origin: subhostOrigin(place, label) };
  }
  return { kind: 'serve', shape: 'opaque' };
}

export function nothingHere(): ApiError {
  return new ApiError('not_found', 'Nothing is published at this address.');
}
