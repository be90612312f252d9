/** An edit that mends a mistake: the text from offset `from` to `to` (UTF-16 units) becomes `insert`. */
export interface Fix {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * What an editor knows of a diagnostic beside its words. It is no member of the diagnostic itself, whose shape is a
 * contract of the REST and GraphQL addresses and of `aml check --json` (design 5).
 */
export interface Place {
  /** Offset of its line and column. */
  readonly at: number;
  readonly fix: Fix | null;
}

/** The edit that puts `insert` in the place of a node. */
export function replacing(span: { readonly start: number; readonly end: number }, insert: string): Fix {
  return { from: span.start, to: span.end, insert };
}
