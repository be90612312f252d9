import { ask, asSession } from '#lib/graphql/client.ts';
import { revisionFilesDocument } from './documents.ts';
import type { ServerWorkspace } from './draft-workspace.svelte.ts';
import type { PreviewLoad } from './preview-monitor.svelte.ts';

/** Milliseconds after the last save of a running turn before the preview follows: half-written apps only flicker. */
const FOLLOW_AFTER = 700;

/** Which revision of a draft its preview shows. */
export class PreviewTarget {
  readonly #workspace: ServerWorkspace;
  readonly #token: string | null;
  #load = $state.raw<PreviewLoad | null>(null);
  #lookedAt = $state<number | null>(null);
  #loads = 0;
  #shownFiles: ReadonlyMap<string, string> | null = null;
  #following: ReturnType<typeof setTimeout> | undefined;

  /** @param token the session that the draft is looked at as */
  constructor(workspace: ServerWorkspace, token: string | null) {
    this.#workspace = workspace;
    this.#token = token;
  }

  /** What the preview shows or is to show. */
  get load(): PreviewLoad | null {
    return this.#load;
  }

  /** The older revision that is looked at on purpose; null while the preview follows the newest. */
  get lookedAt(): number | null {
    return this.#lookedAt;
  }

  /** Loads the newest revision into the preview, now. */
  showNewest(again = false): void {
    clearTimeout(this.#following);
    const { revision, files } = this.#workspace.state;
    if (!again && this.#lookedAt === null && this.#load?.revision === revision) return;
    this.#lookedAt = null;
    this.#shownFiles = files;
    this.#load = files.has('index.html') ? this.#newLoad(revision, this.#workspace.previewUrl) : null;
  }

  /** Loads what the preview shows once more; the newest revision unless an older one is looked at. */
  reload(): void {
    if (this.#lookedAt === null) return this.showNewest(true);
    if (this.#load === null) return;
    this.#load = this.#newLoad(this.#load.revision, this.#load.url);
  }

  /** Shows an older revision without changing anything. @throws Failure as `ask` */
  async lookAt(revision: number, url: string): Promise<void> {
    const variables = { id: this.#workspace.draftId, number: revision };
    const { viewer } = await ask(revisionFilesDocument, variables, asSession(this.#token));
    const files = viewer?.draft?.revision?.files ?? [];
    clearTimeout(this.#following);
    this.#lookedAt = revision;
    this.#load = files.some(({ path }) => path === 'index.html') ? this.#newLoad(revision, url) : null;
  }

  /**
   * The preview follows the files after a short rest. A new data model alone is no reason: until the files that use it
   * are there too, the app in view would only break.
   */
  follow(): void {
    if (this.#lookedAt !== null || this.#workspace.state.files === this.#shownFiles) return;
    clearTimeout(this.#following);
    this.#following = setTimeout(() => this.showNewest(), FOLLOW_AFTER);
  }

  /** What was to follow does not. */
  stop(): void {
    clearTimeout(this.#following);
  }

  #newLoad(revision: number, url: string): PreviewLoad {
    this.#loads += 1;
    return { id: this.#loads, revision, url };
  }
}
