import { Failure, sentenceOf } from '#lib/graphql/failure.ts';
import { StudioCallError, type StudioEvents, type StudioHandle } from '#lib/studio/sdk.ts';
import type { OwnProject, Project } from './own-project.svelte.ts';
import { forgetKept, keepContent, keptContent } from './kept-content.ts';
import { documentOf, isSame, KIND_ID, storedContent } from './project-content.ts';
import type { ProjectContent, StoredContent } from './project-content.ts';

/** Milliseconds of rest after which what was made is saved. */
const AUTOSAVE_AFTER = 800;
/** Milliseconds after which what will go well another time is tried again. */
const TRY_AGAIN = 5_000;
const PASSING: readonly string[] = ['unavailable', 'internal', 'rate_limited', 'upstream_error'];

/** Whether all is on the server. What is not is kept in this tab; a document with mistakes the server does not take. */
export type SaveState =
  | { readonly status: 'saved' | 'saving' | 'conflict' }
  | { readonly status: 'invalid'; readonly mistakes: number }
  | { readonly status: 'failed'; readonly why: string };

/** What is made of one project in a Studio, on its way into this tab and onto the server. */
export class ProjectEdits {
  readonly #own: OwnProject;
  readonly #kind: Project['kind'];
  #handle = $state.raw<StudioHandle | null>(null);
  #content = $state.raw() as ProjectContent;
  #stored = $state.raw() as StoredContent;
  #mistakes = $state(0);
  #theirs = $state.raw<StoredContent | null>(null);
  #failure = $state<string | null>(null);
  #isSaving = $state(false);
  /** Changes that the Studio told of, and how many of them were read. */
  #told = $state(0);
  #read = $state(0);
  #isHosts = false;
  /** What was handed to the server and may be there by now; null when nothing is on its way. */
  #sent = $state.raw<ProjectContent | null>(null);
  #reading: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;
  #compared: readonly [ProjectContent, StoredContent, boolean] | null = null;

  /** @param project as it was just read; what this tab kept of it goes before */
  constructor(own: OwnProject, project: Project) {
    this.#own = own;
    this.#kind = project.kind;
    this.#stored = storedContent(project);
    const kept = keptContent(own.id);
    this.#content = kept ?? this.#stored;
    if (kept === null || !this.#isDirty) return;
    this.#mistakes = kept.mistakes;
    const isOwn = kept.sent !== null && isSame(kept.sent, this.#stored);
    if (kept.version !== this.#stored.version && !isOwn) this.#theirs = this.#stored;
  }

  /** Drives the Studio; null while none holds this content. What it changes is saved like what a person changes. */
  get handle(): StudioHandle | null {
    return this.#handle;
  }

  /** What is here, as far as the Studio was read. */
  get content(): ProjectContent {
    return this.#content;
  }

  /** What was stored elsewhere while something unsaved was here: a person has to decide. */
  get theirs(): StoredContent | null {
    return this.#theirs;
  }

  /** Whether the Studio holds changes that were not read yet. */
  get isBehind(): boolean {
    return this.#told !== this.#read && this.#handle !== null;
  }

  // No derived state: saves go on after the page that made this is gone.
  get saved(): SaveState {
    if (this.#theirs !== null) return { status: 'conflict' };
    if (this.#isSaving || this.isBehind) return { status: 'saving' };
    if (!this.#isDirty && this.#sent === null) return { status: 'saved' };
    if (this.#mistakes > 0) return { status: 'invalid', mistakes: this.#mistakes };
    if (this.#failure !== null) return { status: 'failed', why: this.#failure };
    return { status: 'saving' };
  }

  get #isDirty(): boolean {
    const [content, stored] = [this.#content, this.#stored];
    if (this.#compared?.[0] !== content || this.#compared[1] !== stored)
      this.#compared = [content, stored, !isSame(content, stored)];
    return this.#compared[2];
  }

  /** A Studio holds the content now. */
  async attach(handle: StudioHandle): Promise<void> {
    this.#handle = handle;
    // What a frame that was loaded anew had not handed over is gone.
    this.#read = this.#told;
    await this.#try(() => this.#readOnce(handle, this.#told));
    this.#schedule(AUTOSAVE_AFTER);
  }

  detach(): void {
    this.#handle = null;
  }

  /** The Studio tells of a change. */
  async changed({ by }: Pick<StudioEvents['change'], 'by'>): Promise<void> {
    this.#told += 1;
    this.#isHosts ||= by === 'host';
    await this.#readAll();
    this.#schedule(AUTOSAVE_AFTER);
  }

  /** The project as the server has it now: what is new is shown, unless that would cost what is unsaved here. */
  learn(project: Project): void {
    if (project.version <= this.#stored.version) return;
    const theirs = storedContent(project);
    const known = [this.#stored, this.#content, this.#sent ?? this.#stored];
    if (known.some((one) => isSame(one, theirs))) this.#stored = theirs;
    else if (this.#isDirty || this.isBehind) this.#theirs = theirs;
    else {
      this.#stored = theirs;
      void this.put(theirs);
    }
    this.#keep();
  }

  /** Shows another content; it is saved unless the server has it. */
  async put(content: ProjectContent): Promise<void> {
    const isOther = content.renderer !== this.#content.renderer;
    this.#content = content;
    const handle = this.#handle;
    if (handle === null) return;
    await this.#try(async () => {
      if (isOther) await handle.setRenderer(content.renderer ?? (await this.#kindsPage()));
      await handle.setDocument(content.text, { schemaVersion: content.schemaVersion });
    });
  }

  keepMine(): void {
    this.#stored = this.#theirs ?? this.#stored;
    this.#theirs = null;
    void this.flush();
  }

  /** @returns what was here, to be put back */
  takeTheirs(): ProjectContent {
    const mine = this.#content;
    this.#stored = this.#theirs ?? this.#stored;
    this.#theirs = null;
    void this.put(this.#stored);
    this.#keep();
    return mine;
  }

  /** Saves what can be saved now. @returns whether all is saved; else `saved` says why */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#readAll();
    await this.#running;
    await this.#save();
    return this.saved.status === 'saved';
  }

  /** The page is left: what cannot be saved stays in this tab. @returns as `flush` */
  leave(): Promise<boolean> {
    this.#isLeft = true;
    return this.flush();
  }

  #readAll(): Promise<void> {
    this.#reading ??= this.#try(async () => {
      while (this.#handle !== null && this.isBehind) await this.#readOnce(this.#handle, this.#told);
    }).finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readOnce(handle: StudioHandle, upTo: number): Promise<void> {
    const isHosts = this.#isHosts;
    this.#isHosts = false;
    const { document: text, valid, docSchemaVersion: schemaVersion } = await handle.getState();
    const mistakes = valid ? 0 : (await handle.validate()).length;
    // A person does not change the renderer.
    const renderer = isHosts ? await this.#rendererOf(handle) : this.#content.renderer;
    this.#content = { text, renderer, schemaVersion };
    this.#mistakes = mistakes;
    this.#read = upTo;
    this.#keep();
  }

  async #rendererOf(handle: StudioHandle): Promise<string | null> {
    const renderer = await handle.getRenderer();
    return renderer === (await this.#kindsPage()) ? null : renderer;
  }

  async #kindsPage(): Promise<string | null> {
    const { kindOf } = await import('@platform/api/content/kinds.ts');
    return kindOf(KIND_ID[this.#kind]).defaultRenderer;
  }

  /** What a Studio that is gone or busy did not do is asked of it again, or of the next one. */
  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (thrown) {
      if (!(thrown instanceof StudioCallError)) throw thrown;
      if (thrown.code !== 'reloaded' && thrown.code !== 'destroyed') this.#schedule(TRY_AGAIN);
    }
  }

  #schedule(after: number): void {
    clearTimeout(this.#timer);
    if (!this.#isLeft) this.#timer = setTimeout(() => void this.flush(), after);
  }

  /** One save at a time, of what is there when it begins. */
  #save(): Promise<void> {
    this.#running ??= this.#saveNow().finally(() => (this.#running = null));
    return this.#running;
  }

  async #saveNow(): Promise<void> {
    if (this.#sent !== null && !(await this.#lookForSent())) return this.#schedule(TRY_AGAIN);
    if (!this.#isDirty || this.#mistakes > 0 || this.#theirs !== null) return;
    const sent = this.#content;
    const { version, renderer } = this.#stored;
    this.#isSaving = true;
    this.#sent = sent;
    try {
      const saved = await this.#own.saveContent(version, {
        document: documentOf(sent.text),
        schemaVersion: sent.schemaVersion,
        ...(sent.renderer !== renderer && { renderer: sent.renderer }),
      });
      this.#failure = null;
      this.#sent = null;
      if (saved > this.#stored.version) this.#stored = { ...sent, version: saved };
      if (this.#isDirty) this.#schedule(AUTOSAVE_AFTER);
    } catch (thrown) {
      await this.#explain(thrown);
    } finally {
      this.#isSaving = false;
      this.#keep();
    }
  }

  async #explain(thrown: unknown): Promise<void> {
    const code = thrown instanceof Failure ? thrown.code : 'unexpected';
    this.#failure = sentenceOf(thrown);
    if (code === 'conflict') {
      if (!(await this.#lookForSent())) this.#schedule(TRY_AGAIN);
      else if (this.#theirs === null) this.#schedule(AUTOSAVE_AFTER);
    } else if (PASSING.includes(code)) this.#schedule(TRY_AGAIN);
    else this.#sent = null;
  }

  /** Reads what became of what was handed over. @returns whether that is known now */
  async #lookForSent(): Promise<boolean> {
    await this.#own.load();
    const { state: now, failure } = this.#own;
    if (failure !== null) this.#failure = failure;
    else {
      if (now !== null && now !== 'absent') this.learn(now);
      this.#sent = null;
    }
    this.#keep();
    return failure === null;
  }

  #keep(): void {
    const sent = this.#sent;
    if (!this.#isDirty && sent === null) return forgetKept(this.#own.id, this);
    const kept = { ...this.#content, version: this.#stored.version, mistakes: this.#mistakes, sent };
    keepContent(this.#own.id, this, kept);
  }
}
