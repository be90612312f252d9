/** The last things that were recorded, by name; older ones make room. */
export class Recorded<T> {
  readonly #most: number;
  readonly #entries = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    return this.#entries.get(name);
  }

  add(name: string, entry: T): void {
    this.#entries.set(name, entry);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#most && !oldest.done) this.#entries.delete(oldest.value);
  }
}
