/** Messages of the Postgres wire protocol, version 3, as far as a server has to tell them apart. */

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

export type WireMessage =
  | { readonly kind: 'encryption-request' | 'cancel' | 'terminate'; readonly bytes: Buffer }
  /** Begins a session. */
  | { readonly kind: 'startup'; readonly bytes: Buffer }
  /** Ends a group: after it the server answers ReadyForQuery, and somebody else may have a turn. */
  | { readonly kind: 'end'; readonly bytes: Buffer }
  /** Part of a group that is not finished. */
  | { readonly kind: 'part'; readonly bytes: Buffer };

/** Cuts a stream of bytes into messages. Feed it chunks; it keeps what is incomplete. */
export class WireReader {
  #rest: Buffer = Buffer.alloc(0);
  #started = false;

  read(chunk: Buffer): readonly WireMessage[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: WireMessage[] = [];
    for (let message = this.#next(); message; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): WireMessage | null {
    return this.#started ? this.#nextTyped() : this.#nextUntyped();
  }

  /** Before the session begins, messages have no type byte: length, then a code. */
  #nextUntyped(): WireMessage | null {
    if (this.#rest.length < 8) return null;
    const bytes = this.#take(this.#rest.readInt32BE(0));
    if (!bytes) return null;
    const code = bytes.readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption-request', bytes };
    if (code === CANCEL_REQUEST) return { kind: 'cancel', bytes };
    this.#started = true;
    return { kind: 'startup', bytes };
  }

  #nextTyped(): WireMessage | null {
    if (this.#rest.length < 5) return null;
    const bytes = this.#take(1 + this.#rest.readInt32BE(1));
    if (!bytes) return null;
    const type = String.fromCharCode(bytes[0] ?? 0);
    if (type === 'X') return { kind: 'terminate', bytes };
    // Sync, Query and FunctionCall end a group; Parse, Bind, Describe, Execute, Close, Flush and COPY data do not.
    return { kind: type === 'S' || type === 'Q' || type === 'F' ? 'end' : 'part', bytes };
  }

  #take(length: number): Buffer | null {
    if (this.#rest.length < length) return null;
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }
}
