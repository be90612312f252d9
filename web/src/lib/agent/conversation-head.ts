/**
 * What somebody takes for the newest message of a conversation. Each save of a turn names it, and the server refuses the
 * save when another message stands there: then another device goes on with the conversation.
 */
export class ConversationHead {
  readonly #known = new Set<string>();
  #newest: string | null | undefined = undefined;

  /** Id of the newest message; null: nothing was said; undefined: not known, so that nothing is compared. */
  get newest(): string | null | undefined {
    return this.#newest;
  }

  /** All messages were read, the newest last. */
  read(ids: readonly string[]): void {
    this.#known.clear();
    this.#newest = null;
    this.stored(ids);
  }

  /** These were stored: those that were not there before stand behind all others. */
  stored(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.#newest = id;
    }
  }
}
