import { Buffer, type BufferParts, type Buffers } from './edit-buffers.ts';

/**
 * What was typed in the editor and is not on the server yet, by draft and by the page that it was typed in, with its
 * person's id. While a page is open it is kept in this browser, so that a crash or a lost connection costs nothing;
 * when a session ends it stays in that tab alone, until its person is signed in again.
 */
const PREFIX = 'builder.kept.';
const keyOf = (draftId: string, pageId: string): string => `${PREFIX}${draftId}.${pageId}`;
const lockOf = (pageId: string): string => `builder.page.${pageId}`;

interface Kept {
  readonly ownerId: string;
  readonly at: number;
  readonly buffers: readonly (readonly [path: string, buffer: BufferParts])[];
}

/** One page's place for the edits of one draft. */
export class EditKeeper {
  readonly #draftId: string;
  readonly #ownerId: string | null;
  readonly #pageId = crypto.randomUUID();
  #release = (): void => {};

  constructor(draftId: string, ownerId: string | null) {
    this.#draftId = draftId;
    this.#ownerId = ownerId;
    // Tells other tabs that somebody still types here; without locks (they need https or localhost) none can tell.
    if ('locks' in navigator) {
      const held = new Promise<void>((resolve) => (this.#release = resolve));
      void navigator.locks.request(lockOf(this.#pageId), () => held);
    }
  }

  /** @returns whether everything is kept now; a browser may have no room for it */
  keep(buffers: Buffers): boolean {
    return this.#write(() => localStorage, buffers);
  }

  /** The session has ended: what is kept goes from the browser into the tab. */
  keepInTab(buffers: Buffers): void {
    this.#write(() => sessionStorage, buffers);
    this.#write(() => localStorage, new Map());
  }

  /** The page is left; what is still kept is for whoever opens the draft next. */
  end(): void {
    this.#release();
  }

  #write(storage: () => Storage, buffers: Buffers): boolean {
    const key = keyOf(this.#draftId, this.#pageId);
    try {
      if (buffers.size === 0 || this.#ownerId === null) storage().removeItem(key);
      else {
        const kept: Kept = { ownerId: this.#ownerId, at: Date.now(), buffers: [...buffers] };
        storage().setItem(key, JSON.stringify(kept));
      }
      return buffers.size === 0 || this.#ownerId !== null;
    } catch {
      // Blocked or full: what was saved to the server until then is there.
      return false;
    }
  }
}

/** What pages that are gone have left of a draft for this person, once; of two texts of a file the later one. */
export async function takeEdits(draftId: string, ownerId: string | null): Promise<Buffers> {
  const alive = await openPages();
  const kept = [
    ...readAll(() => localStorage, draftId, alive),
    ...readAll(() => sessionStorage, draftId, alive),
  ];
  const own = kept.filter((entry) => entry.ownerId === ownerId).sort((a, b) => a.at - b.at);
  return new Map(own.flatMap(({ buffers }) => buffers.map(([path, parts]) => [path, Buffer.of(parts)])));
}

async function openPages(): Promise<ReadonlySet<string | undefined>> {
  if (!('locks' in navigator)) return new Set();
  const { held } = await navigator.locks.query();
  return new Set(held?.map(({ name }) => name));
}

function readAll(
  storage: () => Storage,
  draftId: string,
  alive: ReadonlySet<string | undefined>,
): readonly Kept[] {
  try {
    const start = keyOf(draftId, '');
    const keys = Object.keys(storage()).filter(
      (key) => key.startsWith(start) && !alive.has(lockOf(key.slice(start.length))),
    );
    return keys.flatMap((key) => {
      const text = storage().getItem(key);
      storage().removeItem(key);
      return text === null ? [] : [JSON.parse(text) as Kept];
    });
  } catch {
    // Storage is blocked, or the entry is not ours.
    return [];
  }
}
