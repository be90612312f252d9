/** What the agent sees of an app in the market. */
export interface MarketHit {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** Where its picture is, for the screen; null when it has none. */
  readonly previewUrl: string | null;
}

export interface MarketApp extends MarketHit {
  readonly aml: string;
  readonly files: ReadonlyMap<string, string>;
}

/** The market as the agent's tools read it. */
export interface MarketSource {
  search(q: string): Promise<readonly MarketHit[]>;
  /** Null when there is no such app. */
  get(id: string): Promise<MarketApp | null>;
}
