/** A tool call that the demo makes. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One answer of the demo: what it says, then what it calls. Without calls the turn is over. */
export interface Move {
  readonly text: string;
  readonly calls: readonly Call[];
}

export function say(text: string): Move {
  return { text, calls: [] };
}
