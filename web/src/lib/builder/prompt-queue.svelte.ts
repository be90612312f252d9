import { readTab, writeTab } from '#lib/tab-storage.ts';
import { copy } from './copy.ts';
import { isEmpty, promptFrom, type Prompt } from './prompt.ts';

/** A message that waits: for the running turn to end, or `held` until its person sends it. */
export interface WaitingPrompt {
  readonly id: number;
  readonly prompt: Prompt;
  readonly held: boolean;
}

/**
 * What was said and not sent yet, in the order in which it was said. A reload of the page keeps it where storage
 * allows, and sends none of it by itself.
 */
export class PromptQueue {
  readonly #key: string;
  readonly #ids = new WeakMap<Prompt, number>();
  #waiting = $state.raw<readonly WaitingPrompt[]>([]);
  #why = $state<string>(copy.chat.waiting.held);
  #count = 0;

  constructor(draftId: string) {
    this.#key = `builder.waiting.${draftId}`;
    const kept = readTab(this.#key);
    for (const value of Array.isArray(kept) ? kept : []) {
      const prompt = promptFrom(value);
      if (prompt === null || isEmpty(prompt)) continue;
      this.#waiting = [...this.#waiting, { id: this.said(prompt), prompt, held: true }];
    }
  }

  get waiting(): readonly WaitingPrompt[] {
    return this.#waiting;
  }

  /** Why the held ones were not sent. */
  get why(): string {
    return this.#why;
  }

  /** Gives a message its place, which it has again when it comes back. @returns its number */
  said(prompt: Prompt): number {
    const known = this.#ids.get(prompt);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#ids.set(prompt, this.#count);
    return this.#count;
  }

  /** To be said when the running turn has done its work. */
  add(prompt: Prompt): void {
    const all = [...this.#waiting, { id: this.said(prompt), prompt, held: false }];
    this.#set(all.sort((a, b) => a.id - b.id));
  }

  /** All that waits is left to the person. @param why in words */
  hold(why: string): void {
    this.#why = why;
    this.#set(this.#waiting.map((one) => ({ ...one, held: true })));
  }

  /** A new turn begins: why what is held was not sent is no longer news. */
  forgetWhy(): void {
    this.#why = copy.chat.waiting.held;
  }

  /** Takes one out; null when it is gone already. */
  take(id: number): Prompt | null {
    const found = this.#waiting.find((one) => one.id === id);
    this.#set(this.#waiting.filter((one) => one.id !== id));
    return found?.prompt ?? null;
  }

  /** The one whose turn it is; null when all that waits is held. */
  next(): Prompt | null {
    const first = this.#waiting.find(({ held }) => !held);
    return first === undefined ? null : this.take(first.id);
  }

  #set(waiting: readonly WaitingPrompt[]): void {
    this.#waiting = waiting;
    writeTab(this.#key, waiting.length === 0 ? null : waiting.map(({ prompt }) => prompt));
  }
}
