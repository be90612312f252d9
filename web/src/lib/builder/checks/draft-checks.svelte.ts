import type { FoundMark } from '@platform/aml-compiler/editor/lint.ts';
import type { Problem } from '#lib/agent/checks/problem.ts';
import type { Room } from '../room.svelte.ts';
import { Helper, HelperError } from '../worker/helper.ts';
import { TextsSender } from '../worker/mirror.ts';
import { checkedTexts } from './checked-texts.ts';
import type { ChecksAnswer, ChecksRequest } from './checks-worker.ts';

/** Milliseconds of rest before the draft is checked: half a word is no mistake yet. */
const REST = 400;
/** Milliseconds for one round; a draft of the largest size needs a few seconds. */
const PATIENCE = 30_000;

const makeWorker = (): Worker =>
  new Worker(new URL('./checks-worker.ts', import.meta.url), { type: 'module' });

/** The agent's checks on what the person writes, as they write, in a worker. Lives as long as the code view. */
export class DraftChecks {
  readonly #room: Room;
  readonly #draft = new Helper<ChecksRequest, ChecksAnswer>(makeWorker);
  readonly #model = new Helper<ChecksRequest, ChecksAnswer>(makeWorker);
  readonly #sender = new TextsSender();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #again = false;
  #ended = false;
  #problems = $state.raw<readonly Problem[] | null>(null);
  #failure = $state<string | null>(null);

  constructor(room: Room) {
    this.#room = room;
  }

  /** What the checks find in the whole draft, typing included; null until they have spoken. */
  get problems(): readonly Problem[] | null {
    return this.#problems;
  }

  /** Why the checks could not run; null while they can. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Checks after a rest. Call it whenever something has changed. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), this.#problems === null ? 0 : REST);
  }

  /** The marks of a data model, with what mends them. @throws HelperError */
  async marks(source: string): Promise<readonly FoundMark[]> {
    try {
      const answer = await this.#model.ask({ kind: 'model', source }, PATIENCE);
      return answer.kind === 'model' ? answer.marks : [];
    } catch (error) {
      // A newer text is being read; its marks replace these.
      if (error instanceof HelperError && error.reason === 'cancelled') return [];
      throw error;
    }
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#draft.end();
    this.#model.end();
  }

  async #run(): Promise<void> {
    if (this.#ended) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      const texts = this.#sender.delta(this.#texts(), !this.#draft.alive);
      const answer = await this.#draft.ask({ kind: 'draft', texts }, PATIENCE);
      if (answer.kind === 'draft') this.#problems = answer.problems;
      this.#failure = null;
    } catch (error) {
      if (!(error instanceof HelperError)) throw error;
      if (error.reason !== 'cancelled') this.#failure = error.message;
    } finally {
      this.#running = false;
    }
    if (this.#again) {
      this.#again = false;
      this.soon();
    }
  }

  #texts(): ReadonlyMap<string, string> {
    const texts = checkedTexts(this.#room.workspace.state);
    for (const [path, { text }] of this.#room.buffers) texts.set(path, text);
    return texts;
  }
}
