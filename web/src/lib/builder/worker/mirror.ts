/** What changed in a set of texts since the last time it was sent. */
export interface TextsDelta {
  readonly set: readonly (readonly [path: string, text: string])[];
  readonly gone: readonly string[];
}

/** The sender's side: only what changed goes to the worker, so that a large draft costs a keystroke nothing. */
export class TextsSender {
  #sent: ReadonlyMap<string, string> = new Map();

  /** @param fresh the worker is new and has nothing */
  delta(now: ReadonlyMap<string, string>, fresh: boolean): TextsDelta {
    const sent = fresh ? new Map<string, string>() : this.#sent;
    this.#sent = now;
    return {
      set: [...now].filter(([path, text]) => sent.get(path) !== text),
      gone: [...sent.keys()].filter((path) => !now.has(path)),
    };
  }
}

/** The worker's side. */
export function applyDelta(texts: Map<string, string>, { set, gone }: TextsDelta): void {
  for (const path of gone) texts.delete(path);
  for (const [path, text] of set) texts.set(path, text);
}
