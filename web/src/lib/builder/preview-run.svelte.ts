import { previewErrors, type PreviewEntry } from '#lib/agent/preview-log.ts';
import { isPreviewOrigin, serverAnswers } from './preview-origin.ts';
import { withRequest, type NetworkEntry } from './preview-network.ts';
import { addressIn, pageFile, START, stepped, visited, type Trail } from './preview-path.ts';
import { readFacts, readReport, type PageFacts, type Report } from './preview-reports.ts';
import { isEmpty, verdictOf, type PreviewVerdict } from './preview-verdict.ts';

/** One load of the preview: a revision in a frame of its own. */
export interface PreviewLoad {
  readonly id: number;
  readonly revision: number;
  readonly url: string;
}

/** What a run tells the one who draws the frames. */
export interface RunListener {
  /** It has painted without an error at the start: it may take the place of the one before. */
  readonly ready: (run: PreviewRun) => void;
  /** Nobody answers, or perhaps nobody answered: another load may help. */
  readonly again: (run: PreviewRun, after: number) => void;
}

/** Milliseconds after which a page that painted nothing is judged. */
const JUDGED_AFTER = 5_000;
/** Milliseconds after the load event within which an empty page is known to be one. */
const EMPTY_AFTER = 800;
/** Milliseconds after the first paint in which an error still counts as one of the start. */
const GRACE = 250;
/** Milliseconds after the first paint that the rest of a page's parts may keep it from being shown. */
const PARTS = 1_500;
/** Milliseconds between two questions whether the page still answers, and for its answer. */
const [ASK_EVERY, ANSWER_WITHIN] = [2_000, 4_000];
/** Milliseconds between asking again for a preview that could not be reached. */
const AGAIN_AFTER = 4_000;
const MOST_ENTRIES = 500;

type Answered = (data: Readonly<Record<string, unknown>> | null) => void;

/**
 * One frame of the preview and what its page reports (design 10). Only messages from that frame's window, and from the
 * origin that the first of them came from, count: any page can post anything.
 */
export class PreviewRun {
  readonly load: PreviewLoad;
  /** Where the frame begins: the load's page, or the one that was in view before. */
  readonly src: string;
  readonly tried: number;
  #entries = $state.raw<readonly PreviewEntry[]>([]);
  readonly #errors = $derived(previewErrors(this.#entries));
  #requests = $state.raw<readonly NetworkEntry[]>([]);
  #trail = $state.raw<Trail>(START);
  #away = $state(false);
  #painted = $state(false);
  #loaded = $state(false);
  #hung = $state(false);
  #verdict = $state<PreviewVerdict>('shown');
  #facts = $state.raw<PageFacts | null>(null);
  #heard = $state(false);
  #lastNews = performance.now();
  #frame: HTMLIFrameElement | null = null;
  #origin = $state<string | null>(null);
  #fresh = false;
  #state: unknown = null;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #asked = new Map<string, Answered>();
  readonly #listener: RunListener;

  /** @param trail the pages that were visited in the run before, with the one to begin with */
  constructor(load: PreviewLoad, trail: Trail, tried: number, listener: RunListener) {
    const path = trail.paths[trail.at] ?? '';
    this.load = load;
    this.src = addressIn(load.url, path) ?? load.url;
    this.#trail = trail;
    this.tried = tried;
    this.#listener = listener;
  }

  get entries(): readonly PreviewEntry[] {
    return this.#entries;
  }

  /** What is wrong with the page, each once. */
  get errors(): readonly PreviewEntry[] {
    return this.#errors;
  }

  /** The origin that the page has shown itself to be of; that of its address until then, and for a sandboxed page. */
  get origin(): string {
    return this.#origin === null || this.#origin === 'null' ? new URL(this.load.url).origin : this.#origin;
  }

  get requests(): readonly NetworkEntry[] {
    return this.#requests;
  }

  get trail(): Trail {
    return this.#trail;
  }

  /** The page's path within the app; null when the frame shows something else. */
  get path(): string | null {
    return this.#away ? null : (this.#trail.paths[this.#trail.at] ?? '');
  }

  get painted(): boolean {
    return this.#painted;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get heard(): boolean {
    return this.#heard;
  }

  get facts(): PageFacts | null {
    return this.#facts;
  }

  get verdict(): PreviewVerdict {
    return this.#hung ? 'hung' : this.#verdict;
  }

  /** `performance.now()` of the last thing that was heard of it. */
  get lastNews(): number {
    return this.#lastNews;
  }

  /** Its frame is in the page. @returns what to do when it leaves */
  attach(frame: HTMLIFrameElement): () => void {
    this.#frame = frame;
    const onload = (): void => this.#onload();
    frame.addEventListener('load', onload);
    this.#beginPage();
    return () => {
      frame.removeEventListener('load', onload);
      for (const timer of this.#timers.values()) clearTimeout(timer);
      this.#timers.clear();
      for (const answered of [...this.#asked.values()]) answered(null);
      this.#frame = null;
    };
  }

  get isAttached(): boolean {
    return this.#frame !== null;
  }

  get frame(): HTMLIFrameElement | null {
    return this.#frame;
  }

  /** What the page before it had, put back when this one begins. */
  restore(state: unknown): void {
    this.#state = state;
    if (this.#heard) this.#put();
  }

  /** Shows another page of the app. @returns false when the path leads out of it */
  go(path: string): boolean {
    const address = addressIn(this.load.url, path);
    const target = this.#frame?.contentWindow;
    if (address === null || !target) return false;
    const own = this.#origin === null || this.#origin === 'null' ? null : this.#origin;
    // On its own host a change of the part behind # stays in the page; the shared host would load it anew.
    const { pathname, search, hash } = new URL(address);
    target.location.replace(own === null ? address : `${own}${pathname}${search}${hash}`);
    return true;
  }

  step(by: -1 | 1): void {
    const next = stepped(this.#trail, by);
    if (next === null) return;
    this.#trail = next;
    this.go(next.paths[next.at] ?? '');
  }

  /**
   * Asks the page's reporter for something.
   * @param patience milliseconds until nobody answers
   * @returns the answer; null without one
   */
  ask(
    kind: string,
    patience: number,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Readonly<Record<string, unknown>> | null> {
    return new Promise((resolve) => {
      const end = this.listen(kind, more, (data) => {
        end();
        resolve(data);
      });
      this.#after(`answer ${crypto.randomUUID()}`, patience, () => {
        end();
        resolve(null);
      });
    });
  }

  /** Asks for something that is answered more than once. @returns what ends the listening */
  listen(kind: string, more: Readonly<Record<string, unknown>>, hear: Answered): () => void {
    const nonce = crypto.randomUUID();
    this.#asked.set(nonce, hear);
    this.#post({ kind, nonce, ...more });
    return () => void this.#asked.delete(nonce);
  }

  /** A message of the window; only its own count. */
  hear(event: MessageEvent): void {
    if (event.source === null || event.source !== this.#frame?.contentWindow) return;
    if (!isPreviewOrigin(event.origin, this.load.url)) return;
    // Another app's page in this frame has another origin; what it says is not this draft's.
    if (event.origin !== (this.#origin ?? event.origin)) return;
    const report = readReport(event.data, this.load.revision);
    if (report === null) return;
    this.#origin ??= event.origin;
    this.#heard = true;
    this.#away = false;
    if (this.#verdict === 'unreached' || this.#verdict === 'again') this.#verdict = 'shown';
    // An answer to "are you there" is no news of the page.
    if (report.kind !== 'answer') this.#lastNews = performance.now();
    this.#take(report);
  }

  #take(report: Report): void {
    if (report.kind === 'answer') return this.#asked.get(report.nonce)?.(report.data);
    if (report.kind === 'at') return this.#arrive(report);
    if (report.kind === 'loaded') return this.#after('empty', EMPTY_AFTER, () => void this.#look());
    if (report.kind === 'network') this.#requests = withRequest(this.#requests, report.told);
    if (report.kind === 'paint') {
      this.#painted = true;
      this.#verdict = 'shown';
      this.#after('parts', PARTS, () => this.#listener.ready(this));
      if (this.#loaded) this.#settle();
    }
    if (report.kind === 'entry' && this.#entries.length < MOST_ENTRIES) {
      this.#entries = [...this.#entries, placed(report.entry, this.path ?? '')];
    }
  }

  #arrive({ path, isNew }: { readonly path: string | null; readonly isNew: boolean }): void {
    if (path !== null) this.#trail = visited(this.#trail, path);
    if (!isNew) return;
    this.#fresh = true;
    this.#beginPage();
    this.#put();
    this.#after('ping', ASK_EVERY, () => void this.#ping());
  }

  /** A document begins: nothing is known of it yet. */
  #beginPage(): void {
    this.#painted = false;
    this.#loaded = false;
    this.#facts = null;
    this.#lastNews = performance.now();
    this.#after('judge', JUDGED_AFTER, () => void this.#judge());
  }

  #onload(): void {
    this.#loaded = true;
    this.#lastNews = performance.now();
    // A document that loaded without a word of the reporter is not one of the app.
    if (this.#heard && !this.#fresh) this.#away = true;
    this.#fresh = false;
    if (this.#painted || document.hidden) this.#settle();
  }

  #settle(): void {
    this.#after('grace', GRACE, () => this.#listener.ready(this));
  }

  #put(): void {
    if (this.#state === null) return;
    this.#post({ kind: 'put', nonce: crypto.randomUUID(), state: this.#state });
    this.#state = null;
  }

  /** A page that is empty on purpose is known at once, not after seconds. */
  async #look(): Promise<void> {
    if (this.#painted || document.hidden) return;
    const answer = await this.ask('look', ANSWER_WITHIN);
    this.#facts = readFacts(answer?.['facts']);
    if (this.#facts === null || !(isEmpty(this.#facts) || this.#facts.colour)) return;
    this.#verdict = this.#facts.colour ? 'shown' : 'empty';
    this.#listener.ready(this);
  }

  async #judge(): Promise<void> {
    if (this.#painted || this.#away) return;
    // A page in a hidden tab does not paint; whether it is blank shows when somebody looks.
    if (document.hidden) return this.#after('judge', JUDGED_AFTER, () => void this.#judge());
    const heard = this.#heard;
    const answer = heard ? await this.ask('look', ANSWER_WITHIN) : null;
    this.#facts = readFacts(answer?.['facts']);
    const answers = heard ? null : await serverAnswers();
    if (!this.isAttached || this.#painted || heard !== this.#heard) return;
    const signs = { heard, painted: false, facts: this.#facts, answers, tried: this.tried };
    this.#verdict = verdictOf(signs);
    if (this.#verdict === 'shown' || this.#verdict === 'empty') this.#listener.ready(this);
    if (this.#verdict === 'again') this.#listener.again(this, 0);
    if (this.#verdict === 'unreached') this.#listener.again(this, AGAIN_AFTER);
    // What is missing may still come; a page that hangs is asked on by itself.
    if (this.#verdict === 'blank') this.#after('judge', JUDGED_AFTER, () => void this.#judge());
  }

  /** Asks whether the page answers: one whose script runs without end cannot, and `verdict` says so then. Takes 4 s at most. */
  async askAlive(): Promise<void> {
    const news = this.#lastNews;
    const answer = await this.ask('ping', ANSWER_WITHIN);
    if (!this.isAttached) return;
    // Browsers slow down what nobody sees, a page outside of the app has nobody who answers, and one that said something
    // meanwhile may have left in the middle of the question.
    this.#hung = answer === null && this.#lastNews === news && !document.hidden && !this.#away;
    if (answer !== null && this.#verdict === 'hung') {
      this.#verdict = 'shown';
      this.#after('judge', JUDGED_AFTER, () => void this.#judge());
    }
  }

  async #ping(): Promise<void> {
    await this.askAlive();
    if (this.isAttached) this.#after('ping', this.#hung ? 0 : ASK_EVERY, () => void this.#ping());
  }

  #post(message: Readonly<Record<string, unknown>>): void {
    // A frame whose document can be reached is still, or again, our own empty page: nobody hears there.
    if (this.#frame?.contentDocument) return;
    // An opaque frame has no origin to name; what is asked says nothing that others may not know.
    const target = this.#origin === null || this.#origin === 'null' ? '*' : this.#origin;
    this.#frame?.contentWindow?.postMessage({ source: 'platform-builder', ...message }, target);
  }

  /** One timer a name; the next takes the place of the one before. */
  #after(name: string, ms: number, run: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => {
        this.#timers.delete(name);
        run();
      }, ms),
    );
  }
}

/** What is wrong with a page without saying where is wrong with that page's own file. */
function placed(entry: PreviewEntry, path: string): PreviewEntry {
  if (entry.file !== null || entry.kind === 'console') return entry;
  return { ...entry, file: pageFile(path) };
}
