import type { PGlite } from '@electric-sql/pglite';

/** One group of messages of one connection, ended by Sync or Query. */
interface Turn {
  readonly connection: object;
  readonly messages: readonly Uint8Array[];
  readonly onData: (data: Uint8Array) => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Lets many connections share the one session that PGlite has. A turn is a whole group of messages: the unnamed
 * statement and portal belong to the session, so one connection's Parse, Bind and Execute must never be mixed with
 * another's, or a client would read somebody else's rows. While a transaction is open only its connection has turns.
 */
export class WireTurns {
  readonly #db: PGlite;
  #waiting: Turn[] = [];
  #running = false;
  #inTransaction: object | null = null;

  constructor(db: PGlite) {
    this.#db = db;
  }

  take(
    connection: object,
    messages: readonly Uint8Array[],
    onData: (data: Uint8Array) => void,
  ): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ connection, messages, onData, done, failed });
      void this.#run();
    });
  }

  /** Forgets a connection that is gone; a transaction that it left open is rolled back. */
  async leave(connection: object): Promise<void> {
    this.#waiting = this.#waiting.filter((turn) => turn.connection !== connection);
    if (this.#inTransaction !== connection) return;
    await this.#db.exec('ROLLBACK');
    this.#inTransaction = null;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let turn = this.#next(); turn; turn = this.#next()) {
      await this.#play(turn);
      this.#inTransaction = this.#db.isInTransaction() ? turn.connection : null;
    }
    this.#running = false;
  }

  #next(): Turn | undefined {
    const owner = this.#inTransaction;
    const index = owner === null ? 0 : this.#waiting.findIndex((turn) => turn.connection === owner);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  async #play({ messages, onData, done, failed }: Turn): Promise<void> {
    try {
      await this.#db.runExclusive(async () => {
        for (const message of messages) await this.#db.execProtocolRawStream(message, { onRawData: onData });
      });
      done();
    } catch (error) {
      failed(error);
    }
  }
}
