import type { Entries } from '../answer.ts';
import { openStore } from '../../../page/client/storage.ts';

/** Before the id of the tab that an answer is kept for. */
const PREFIX = 'tab.';
/** What a page leaves to the next page of its tab: its id, or that the next one begins with nothing. */
const TAB = 'tab';
const NOTHING = '';

/** An answer on its way: what stands in the form, or what waits for a connection. */
export interface KeptAnswer {
  readonly entries: Entries | null;
  /** The body of a request that is to be sent. */
  readonly body: string | null;
}

/** What this browser keeps of the answer of this tab. */
export interface Kept {
  /** What this page begins with: what its tab had, or the newest that another tab left. */
  readonly found: KeptAnswer | null;
  /** @returns whether it is kept */
  write(part: Partial<KeptAnswer>): boolean;
  /** It is sent, or not wanted any more: this tab begins with nothing. */
  remove(): void;
}

interface Entry {
  /** When it was written, milliseconds since 1970. */
  readonly at: number;
  /** What the address of the form filled in. An answer is given back to the same address only. */
  readonly address: string;
  readonly entries: readonly (readonly [string, readonly string[]])[] | null;
  readonly body: string | null;
}

/**
 * Each tab keeps an answer of its own, so that two of them cannot overwrite each other. A new tab begins with the newest
 * answer there is, and takes it over as soon as something comes of it: that tab's answer is removed then. If that tab is
 * still open it hears of this and keeps its answer once more, apart; so nobody has to know which tabs are open.
 * @param scope names the form to the storage
 * @param address what the address filled in
 * @returns null when this browser keeps nothing
 */
export function openKept(scope: string, address: string): Kept | null {
  const store = openStore(scope);
  const session = openStore(scope, 'sessionStorage');
  if (store === null || session === null) return null;
  const read = (id: string): Entry | null => readEntry(store.read(PREFIX + id), address);

  // The id is there between two pages only: a tab that was duplicated does not find that of its model.
  const left = session.read(TAB);
  session.remove(TAB);
  let own = typeof left === 'string' ? read(left) : null;
  const id = own !== null ? String(left) : [...crypto.getRandomValues(new Uint32Array(2))].join('-');
  let isEmptied = left === NOTHING;
  let source = own !== null || isEmptied ? null : newest();
  const first = own ?? (source === null ? null : read(source));

  function newest(): string | null {
    const ids = store?.names().filter((name) => name.startsWith(PREFIX)) ?? [];
    const known = ids.flatMap((name) => {
      const one = name.slice(PREFIX.length);
      const entry = read(one);
      return entry === null ? [] : [{ one, at: entry.at }];
    });
    return known.toSorted((a, b) => b.at - a.at)[0]?.one ?? null;
  }
  function leave(): void {
    if (source !== null) store?.remove(PREFIX + source);
    source = null;
  }
  const keep = (): boolean => own !== null && store.write(PREFIX + id, own);

  store.onRemoved((name) => {
    if (name === PREFIX + id) keep();
  });
  window.addEventListener('pagehide', () => {
    if (own !== null || isEmptied) session.write(TAB, own === null ? NOTHING : id);
  });
  // The page comes back as it was left, and has not heard what other tabs did meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    session.remove(TAB);
    keep();
  });
  return {
    found: first === null ? null : { body: first.body, entries: first.entries && new Map(first.entries) },
    write({ entries, body }) {
      const before = own ?? (source === null ? null : first);
      own = {
        at: Date.now(),
        address,
        entries: entries === undefined ? (before?.entries ?? null) : entries && [...entries],
        body: body === undefined ? (before?.body ?? null) : body,
      };
      isEmptied = false;
      if (!keep()) return false;
      leave();
      return true;
    },
    remove() {
      own = null;
      isEmptied = true;
      store.remove(PREFIX + id);
      leave();
    },
  };
}

/** @returns null where there is none, or one of another address */
function readEntry(stored: unknown, wanted: string): Entry | null {
  const { at, address, entries, body } = Object(stored) as Record<string, unknown>;
  if (typeof at !== 'number' || address !== wanted) return null;
  return {
    at,
    address,
    entries: Array.isArray(entries) ? entries.filter(isPair) : null,
    body: typeof body === 'string' ? body : null,
  };
}

function isPair(one: unknown): one is readonly [string, readonly string[]] {
  if (!Array.isArray(one)) return false;
  const [key, values] = one as readonly unknown[];
  return (
    typeof key === 'string' && Array.isArray(values) && values.every((value) => typeof value === 'string')
  );
}
