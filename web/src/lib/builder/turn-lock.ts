/**
 * One turn at a time in a conversation, over all tabs of a browser. The browser itself frees the lock when a tab is
 * closed, reloaded or dies, so that holding it means that somebody runs the turn. Pages that are not served securely
 * have no such locks: there each tab stands alone, and conflicts of the draft keep the files whole.
 */
export class TurnLock {
  readonly #name: string;
  readonly #locks: LockManager | undefined;

  constructor(conversationId: string, locks: LockManager | undefined = globalThis.navigator?.locks) {
    this.#name = `turn-${conversationId}`;
    this.#locks = locks;
  }

  /** Does something while holding the lock. @returns false, without doing it, when somebody else holds it */
  async hold(work: () => Promise<void>): Promise<boolean> {
    if (this.#locks === undefined) {
      await work();
      return true;
    }
    return this.#locks.request(this.#name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      await work();
      return true;
    });
  }

  /** Whether anybody holds it now. */
  async isHeld(): Promise<boolean> {
    const { held = [] } = (await this.#locks?.query()) ?? {};
    return held.some(({ name }) => name === this.#name);
  }

  /** Waits until nobody holds it. */
  async freed(): Promise<void> {
    await this.#locks?.request(this.#name, () => undefined);
  }
}
