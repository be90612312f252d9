import type { Fault } from './faults.ts';
import type { Direction } from './wire.ts';

/** One message, at the moment in which its sender posted it. */
export interface LogEntry {
  /** Counts from 1; the numbers of messages that made room are not used again. */
  readonly number: number;
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly direction: Direction;
  /** `request`, `response`, `event`; '' for what is none. */
  readonly kind: string;
  /** The method or the event. */
  readonly name: string;
  readonly id: string;
  /** Of a response: milliseconds since its request was first sent; null where that is not known. */
  readonly ms: number | null;
  /** Of a request: it was sent before, with the same id. */
  readonly isAgain: boolean;
  /** A response with `ok: false`. */
  readonly isRefusal: boolean;
  readonly faults: readonly Fault[];
  /** The longest that it was held back, in milliseconds. */
  readonly after: number;
  /** The whole envelope as JSON. */
  readonly text: string;
}

/** More messages, or more characters of them, are not kept: the oldest make room. */
export const MOST_ENTRIES = 10_000;
export const MOST_CHARACTERS = 50_000_000;

type Noted = Pick<LogEntry, 'at' | 'direction' | 'faults' | 'after'> & { readonly data: unknown };

/** The messages of both directions, in the order in which they were posted. */
export class MessageLog {
  readonly #most: number;
  readonly #mostCharacters: number;
  readonly #asked = new Map<string, { readonly method: string; readonly at: number }>();
  #entries: LogEntry[] = [];
  #characters = 0;
  #count = 0;

  constructor(most = MOST_ENTRIES, mostCharacters = MOST_CHARACTERS) {
    this.#most = most;
    this.#mostCharacters = mostCharacters;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** Messages since the last clearing that made room for newer ones. */
  get gone(): number {
    return this.#count - this.#entries.length;
  }

  add({ data, at, ...more }: Noted): void {
    const member = (name: string): string => {
      const value: unknown = Reflect.get(Object(data), name);
      return typeof value === 'string' ? value : '';
    };
    const [kind, id] = [member('kind'), member('id')];
    const asked = this.#asked.get(id);
    if (kind === 'request' && asked === undefined) this.#remember(id, { method: member('method'), at });
    const text = JSON.stringify(data) ?? String(data);
    this.#count += 1;
    this.#entries.push({
      ...more,
      at,
      kind,
      id,
      text,
      number: this.#count,
      name: member('method') || member('event') || (asked?.method ?? ''),
      ms: kind === 'response' && asked !== undefined ? at - asked.at : null,
      isAgain: kind === 'request' && asked !== undefined,
      isRefusal: kind === 'response' && Reflect.get(Object(data), 'ok') === false,
    });
    this.#characters += text.length;
    this.#makeRoom();
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
    this.#count = 0;
  }

  #remember(id: string, asked: { readonly method: string; readonly at: number }): void {
    this.#asked.set(id, asked);
    const oldest = this.#asked.keys().next();
    if (this.#asked.size > this.#most && !oldest.done) this.#asked.delete(oldest.value);
  }

  #makeRoom(): void {
    let gone = 0;
    while (
      this.#entries.length - gone > this.#most ||
      (this.#characters > this.#mostCharacters && this.#entries.length - gone > 1)
    ) {
      this.#characters -= this.#entries[gone]?.text.length ?? 0;
      gone += 1;
    }
    if (gone > 0) this.#entries.splice(0, gone);
  }
}

/** What the list shows: everything, one kind, or what is out of the ordinary. */
export type Shown = 'all' | 'request' | 'response' | 'event' | 'refusal' | 'fault';

export function filterEntries(
  entries: readonly LogEntry[],
  shown: Shown,
  words: string,
): readonly LogEntry[] {
  const wanted = words.trim().toLowerCase();
  return entries.filter((entry) => {
    if (shown === 'refusal' ? !entry.isRefusal : shown === 'fault' && entry.faults.length === 0) return false;
    if (['request', 'response', 'event'].includes(shown) && entry.kind !== shown) return false;
    return wanted === '' || `${entry.name} ${entry.id} ${entry.text}`.toLowerCase().includes(wanted);
  });
}
