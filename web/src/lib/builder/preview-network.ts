/** One request of the previewed page, as its reporter told of it. */
export interface NetworkEntry {
  readonly id: number;
  /** `platform` is a call to the app's own data; else `fetch`, `xhr` or what the browser calls the load. */
  readonly type: string;
  readonly method: string;
  readonly url: string;
  /** Null while it is under way, and where the browser does not say. */
  readonly status: number | null;
  /** Milliseconds; null while it is under way. */
  readonly duration: number | null;
  /** Bytes of the unpacked body, where known. */
  readonly size: number | null;
  /** Bodies of calls to the app's own data only, cut at 4,000 characters. */
  readonly request: string | null;
  readonly response: string | null;
  readonly failure: string | null;
}

const MOST_ENTRIES = 400;

/** The requests with one more told of, or with more known of one. */
export function withRequest(
  entries: readonly NetworkEntry[],
  told: { readonly id: number } & Partial<NetworkEntry>,
): readonly NetworkEntry[] {
  const at = entries.findLastIndex(({ id }) => id === told.id);
  const before = entries[at];
  if (before !== undefined) return entries.with(at, { ...before, ...told });
  if (told.url === undefined || entries.length >= MOST_ENTRIES) return entries;
  const fresh: NetworkEntry = {
    type: 'fetch',
    method: 'GET',
    url: '',
    status: null,
    duration: null,
    size: null,
    request: null,
    response: null,
    failure: null,
    ...told,
  };
  return [...entries, fresh];
}

export function hasFailed({ status, failure }: NetworkEntry): boolean {
  return failure === 'failed' || (status !== null && status >= 400);
}

/**
 * An address inside the draft as its path, one of the same origin from its root, any other as it is.
 * @param origin the page's own
 */
export function shortAddress(url: string, origin: string): string {
  const inside = /^https?:\/\/[^/]+\/p\/[^/]+\/\d+\/(.*)$/s.exec(url)?.[1];
  if (inside !== undefined) return inside === '' ? 'index.html' : inside;
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}
