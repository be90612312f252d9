import type { DocumentEdit } from '@platform/api/content/operation.ts';
import { kindOf, type KindId } from '@platform/api/content/kinds.ts';
import { HostChannel } from './host-channel.ts';
import { StudioError } from './protocol.ts';
import { RendererView } from './renderer-view.ts';
import { Studio } from './studio.ts';
import type { StudioContent } from './studio-document.ts';
import type { StudioView } from './view.ts';

interface Place {
  readonly kind: KindId;
  readonly origins: readonly string[];
  /** Address of the empty page that documents are rendered in. */
  readonly frame: string;
}

/** Texts that undo goes back to. */
const MOST_UNDONE = 200;
/** Milliseconds after which the next change of a group is one of its own. */
const PAUSE = 1_000;

/** A Studio as its page shows it: the state, what is wrong with the rendered page, and what a person does here. */
export class StudioEditor {
  readonly kind: KindId;
  readonly #studio: Studio;
  readonly #channel: HostChannel | null;
  readonly #frame: string;
  #view: RendererView | null = null;
  #content = $state.raw() as StudioContent;
  #problems = $state.raw<readonly string[]>([]);
  #refused = $state.raw<string | null>(null);
  #past = $state.raw<readonly string[]>([]);
  #future = $state.raw<readonly string[]>([]);
  /** Version after the last change that was made here. */
  #ownVersion = $state(0);
  #last: { readonly group: string | undefined; readonly at: number } = { group: undefined, at: 0 };

  constructor({ kind, origins, frame }: Place) {
    this.kind = kind;
    this.#frame = frame;
    const view: StudioView = {
      screenshot: async (target) => {
        if (this.#view === null) throw new StudioError('busy', 'The page is not there yet.');
        return this.#view.screenshot(target);
      },
      show: (target) => this.#view?.show(target),
    };
    this.#studio = new Studio(
      kindOf(kind),
      view,
      (event) => this.#channel?.emit(event),
      (content) => {
        this.#content = content;
        this.#refused = null;
        this.#view?.update(content);
      },
    );
    this.#content = this.#studio.content;
    // On its own there is nobody to hear.
    this.#channel =
      parent === window
        ? null
        : new HostChannel({
            self: window,
            host: parent,
            hostOrigin: hostOrigin(),
            origins,
            instance: crypto.getRandomValues(new Uint32Array(4)).join('-'),
          });
    this.#channel?.open(this.#studio);
  }

  get content(): StudioContent {
    return this.#content;
  }

  /** What the rendered page reports. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Why the last change was not taken; null when it was. */
  get refused(): string | null {
    return this.#refused;
  }

  /** The current version of the kind's schema. */
  get schemaVersion(): number {
    return this.#studio.kind.SCHEMA_VERSION;
  }

  get isAlone(): boolean {
    return this.#channel === null;
  }

  /** The document as far as it can be read, valid or not. */
  get document(): unknown {
    return this.#content.validation.document;
  }

  /** Where the pages are shown. @returns takes them away */
  mount(into: HTMLElement, title: string): () => void {
    const view = new RendererView({
      kind: this.kind,
      address: this.#frame,
      title,
      into,
      submit: (values) => this.#studio.submitted(values),
      problems: (messages) => (this.#problems = messages),
    });
    this.#view = view;
    view.update(this.#studio.content);
    return () => {
      view.end();
      if (this.#view === view) this.#view = null;
    };
  }

  reload(): void {
    this.#view?.reload();
  }

  /** Brings a field or a slide into view. */
  show(target: string): void {
    if (!this.#content.validation.ok) return;
    this.#view?.show(target);
  }

  /** @param group changes of one group that follow each other closely are undone together, as the letters of a word */
  change(edits: readonly DocumentEdit[], group?: string): void {
    this.#act(() => this.#studio.change(edits), group);
  }

  setText(text: string): void {
    this.#act(() => this.#studio.edit(text), 'text');
  }

  get canUndo(): boolean {
    return this.#isOwn && this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#isOwn && this.#future.length > 0;
  }

  /** Goes back by one change of a person's, while the host has changed nothing since. */
  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  end(): void {
    this.#channel?.close();
    this.#view?.end();
  }

  /** Whether what is there was made here: what the host made since is not ours to undo. */
  get #isOwn(): boolean {
    return this.#content.version === this.#ownVersion;
  }

  #act(act: () => void, group: string | undefined): void {
    const { text } = this.#content;
    const past = this.#isOwn ? this.#past : [];
    const isMore = this.#isOwn && group !== undefined && group === this.#last.group;
    this.#guard(act);
    if (this.#content.text === text) return;
    const now = Date.now();
    const joins = isMore && now - this.#last.at < PAUSE && past.length > 0;
    this.#past = joins ? past : [...past, text].slice(-MOST_UNDONE);
    this.#future = [];
    this.#ownVersion = this.#content.version;
    this.#last = { group, at: now };
  }

  #travel(from: readonly string[], to: readonly string[]): void {
    const text = from.at(-1);
    if (text === undefined || !this.#isOwn) return;
    const isBack = from === this.#past;
    const moved = [...to, this.#content.text];
    this.#guard(() => this.#studio.edit(text));
    [this.#past, this.#future] = isBack ? [from.slice(0, -1), moved] : [moved, from.slice(0, -1)];
    this.#ownVersion = this.#content.version;
    this.#last = { group: undefined, at: 0 };
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      this.#refused = error.message;
    }
  }
}

/** Where the page that embeds this one is from; null where the browser does not say. */
function hostOrigin(): string | null {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList };
  const address = ancestorOrigins?.[0] ?? document.referrer;
  return URL.canParse(address) ? new URL(address).origin : null;
}
