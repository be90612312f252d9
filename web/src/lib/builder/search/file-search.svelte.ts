import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { isText } from '../files/file-body.ts';
import type { Room } from '../room.svelte.ts';
import { Helper, HelperError } from '../worker/helper.ts';
import { TextsSender } from '../worker/mirror.ts';
import { copy } from './copy.ts';
import type { Found, Query, ReplacedFile, Replacement } from './find.ts';
import type { SearchAnswer, SearchRequest } from './search-worker.ts';

/** Milliseconds that one search may take: a pattern that needs longer would never end. */
const PATIENCE = 2_000;

/** The search over all files of one draft, in a worker: no pattern can make the page stand still. */
export class FileSearch {
  readonly #room: Room;
  readonly #helper = new Helper<SearchRequest, SearchAnswer>(
    () => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }),
  );
  readonly #sender = new TextsSender();
  #found = $state.raw<Found | null>(null);
  #mistake = $state<string | null>(null);
  #busy = $state(false);

  constructor(room: Room) {
    this.#room = room;
  }

  /** What the last search found; null before the first and after one that failed. */
  get found(): Found | null {
    return this.#found;
  }

  /** Why there is nothing to show, in words; null when it worked. */
  get mistake(): string | null {
    return this.#mistake;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Every text of the draft as the editor shows it: what is typed counts before it is saved. */
  texts(): ReadonlyMap<string, string> {
    const { aml, files } = this.#room.workspace.state;
    const texts = new Map([...files].filter(([, content]) => isText(content)));
    if (aml !== '') texts.set(AML_PATH, aml);
    for (const [path, { text }] of this.#room.buffers) texts.set(path, text);
    return texts;
  }

  /** Looks for something; an earlier search that still runs is called off. */
  async run(query: Query): Promise<void> {
    if (query.text === '') {
      this.#found = null;
      this.#mistake = null;
      return;
    }
    const answer = await this.#ask(query, null);
    if (answer?.kind === 'found') this.#found = answer.found;
  }

  /** The files that a replacement changes, not saved yet; null when it could not be worked out. */
  async replaced(
    query: Query,
    text: string,
    only: Replacement['only'],
  ): Promise<readonly ReplacedFile[] | null> {
    const answer = await this.#ask(query, { text, only });
    return answer?.kind === 'replaced' ? answer.files : null;
  }

  end(): void {
    this.#helper.end();
  }

  async #ask(query: Query, replacement: SearchRequest['replacement']): Promise<SearchAnswer | null> {
    // A running search loses its worker to this one, and with it what had been sent there.
    if (this.#busy) this.#helper.end();
    this.#busy = true;
    const texts = this.#sender.delta(this.texts(), !this.#helper.alive);
    try {
      const answer = await this.#helper.ask({ texts, query, replacement }, PATIENCE);
      this.#mistake = null;
      this.#busy = false;
      return answer;
    } catch (error) {
      if (!(error instanceof HelperError)) throw error;
      if (error.reason === 'cancelled') return null;
      this.#busy = false;
      this.#found = null;
      this.#mistake = error.reason === 'timeout' ? copy.tooSlow : copy.badPattern(error.message);
      return null;
    }
  }
}
