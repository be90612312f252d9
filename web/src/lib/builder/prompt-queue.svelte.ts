import { isEmpty, promptFrom, type Prompt } from './prompt.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';

/** A message that waits for the running turn to end. */
export interface WaitingPrompt {
  readonly id: number;
  readonly prompt: Prompt;
}

/** What was said while a turn ran, first come first served. A reload of the page keeps it where storage allows. */
export class PromptQueue {
  readonly #key: string;
  #waiting = $state.raw<readonly WaitingPrompt[]>([]);
  #ids = 0;

  constructor(draftId: string) {
    this.#key = `builder.waiting.${draftId}`;
    const kept = readTab(this.#key);
    for (const value of Array.isArray(kept) ? kept : []) {
      const prompt = promptFrom(value);
      if (prompt !== null && !isEmpty(prompt)) this.#waiting = [...this.#waiting, this.#numbered(prompt)];
    }
  }

  get waiting(): readonly WaitingPrompt[] {
    return this.#waiting;
  }

  add(prompt: Prompt): void {
    this.#set([...this.#waiting, this.#numbered(prompt)]);
  }

  /** Takes one out; null when it is gone already. */
  take(id: number): Prompt | null {
    const found = this.#waiting.find((one) => one.id === id);
    this.#set(this.#waiting.filter((one) => one.id !== id));
    return found?.prompt ?? null;
  }

  /** The one whose turn it is; null when none waits. */
  next(): Prompt | null {
    const [first] = this.#waiting;
    return first === undefined ? null : this.take(first.id);
  }

  #numbered(prompt: Prompt): WaitingPrompt {
    this.#ids += 1;
    return { id: this.#ids, prompt };
  }

  #set(waiting: readonly WaitingPrompt[]): void {
    this.#waiting = waiting;
    writeTab(this.#key, waiting.length === 0 ? null : waiting.map(({ prompt }) => prompt));
  }
}
