/** What was read of texts, by path, until a text is another one: a draft is checked often and changes in few files. */
export class KeptReadings<Reading> {
  readonly #read: (path: string, source: string) => Reading;
  #kept = new Map<string, { readonly source: string; readonly reading: Reading }>();
  #used = new Map<string, { readonly source: string; readonly reading: Reading }>();

  /** @param read depends on nothing but its arguments */
  constructor(read: (path: string, source: string) => Reading) {
    this.#read = read;
  }

  of(path: string, source: string): Reading {
    const known = this.#used.get(path) ?? this.#kept.get(path);
    const kept = known?.source === source ? known : { source, reading: this.#read(path, source) };
    this.#used.set(path, kept);
    return kept.reading;
  }

  /** Gives up what was not asked for since the last time. */
  forgetUnused(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }
}
