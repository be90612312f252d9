import type { ChosenApp } from '#lib/agent/start-from.ts';
import type { Chat } from './chat.svelte.ts';
import { copy } from './copy.ts';
import { models } from './models.svelte.ts';
import type { PromptQueue } from './prompt-queue.svelte.ts';
import { isEmpty, type Prompt } from './prompt.ts';
import { isWorkingName, nameWith } from './working-name.ts';

export interface TalkParts {
  readonly chat: Chat;
  readonly queue: PromptQueue;
  readonly name: () => string;
  /** Gives the draft a name that nobody chose. */
  readonly rename: (name: string) => void;
  /** Loads an app of the market. @returns why that was not begun, in words; else null */
  readonly load: (app: ChosenApp) => Promise<string | null>;
  /** The session is over. */
  readonly closed: () => boolean;
  /** Nothing is said any more. */
  readonly onRest: () => void;
}

/** What is said in a room, one message after the other, and what waits meanwhile. */
export class Talk {
  readonly #parts: TalkParts;

  constructor(parts: TalkParts) {
    this.#parts = parts;
  }

  /**
   * Says something to the agent. While a turn runs it waits; when the turn has done its work, what waits is said next.
   * What waits when a turn was stopped or failed, or could not be sent, is left to the person.
   */
  async say(prompt: Prompt): Promise<void> {
    if (isEmpty(prompt)) return;
    this.#parts.queue.said(prompt);
    if (this.#parts.chat.running) return this.#parts.queue.add(prompt);
    await this.#sayOn(prompt);
  }

  /**
   * Loads an app of the market into this draft, in place of what is there; the history keeps that. Then what waits is
   * said, as after a turn.
   * @returns why it was not begun, in words; else null
   */
  async startFrom(app: ChosenApp): Promise<string | null> {
    const isOurs = isWorkingName(this.#parts.name(), this.#parts.chat.messages);
    const why = await this.#parts.load(app);
    if (why === null && this.#parts.chat.messages.at(-1)?.metadata?.outcome === 'completed' && isOurs) {
      this.#parts.rename(app.name);
    }
    await this.#sayOn(why === null ? this.#nextToSay() : null);
    return why;
  }

  async #sayOn(first: Prompt | null): Promise<void> {
    for (let next = first; next !== null; next = this.#nextToSay()) {
      const why = await this.#send(next);
      if (why === null) continue;
      this.#parts.queue.add(next);
      this.#parts.queue.hold(why);
      break;
    }
    this.#parts.onRest();
  }

  /** @returns why it was not sent; null when it was */
  async #send({ text, images }: Prompt): Promise<string | null> {
    if (this.#parts.chat.elsewhere || models.chosen === null) return copy.chat.waiting.held;
    this.#parts.queue.forgetWhy();
    const named = nameWith(text, this.#parts.name());
    if (named !== null) this.#parts.rename(named);
    return this.#parts.chat.send(text, models.chosen, images);
  }

  #nextToSay(): Prompt | null {
    if (this.#parts.closed() || this.#parts.chat.running) return null;
    const outcome = this.#parts.chat.messages.at(-1)?.metadata?.outcome;
    if (outcome === 'completed') return this.#parts.queue.next();
    const words = copy.chat.waiting;
    this.#parts.queue.hold(outcome === 'stopped' || outcome === 'failed' ? words[outcome] : words.held);
    return null;
  }
}
