import {
  PICTURE_CHARACTERS,
  type PreviewCamera,
  type PreviewEntry,
  type PreviewLog,
  type PreviewPicture,
  type PreviewReading,
} from '#lib/agent/preview-log.ts';
import { serverAnswers } from './preview-origin.ts';
import { PreviewRun, type PreviewLoad, type RunListener } from './preview-run.svelte.ts';
import { TRIES } from './preview-verdict.ts';
import { lookAt } from './take-picture.ts';

export type { PreviewLoad } from './preview-run.svelte.ts';

/** Milliseconds without a new message after which a page counts as settled. */
const QUIET = 500;
/** Milliseconds after which a reading is given even if the page never loads. */
const LONGEST_WAIT = 8_000;
/** Milliseconds the page in view may take to say what a reload should keep. */
const KEEP_WITHIN = 1_000;
/** Milliseconds in which a browser ends the process of a page that was taken out. */
const PROCESS_ENDS = 300;

/**
 * The frames of the preview: the one in view, and the newest one behind it until it has painted without an error at its
 * start. A revision that does not start never takes the place of one that does.
 */
export class PreviewMonitor implements PreviewLog, PreviewCamera {
  #shown = $state.raw<PreviewRun | null>(null);
  #newest = $state.raw<PreviewRun | null>(null);
  #stopped = $state(false);
  /** Readings under way. */
  #reading = $state(0);
  /** Until then nothing loads: a page that hangs would take the next one along. */
  #notBefore = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #insist = false;
  #lastUrl: string | null = null;
  #tried = 0;
  /** The page in view when the newest began to load. */
  #pathBefore = '';
  readonly #wanted: () => number;
  readonly #show: () => void;
  readonly #reload: () => void;
  readonly #listener: RunListener = {
    ready: (run) => {
      if (run.errors.every(({ kind }) => kind !== 'error') || this.#insist) this.#promote(run);
    },
    again: (run, after) => {
      if (run !== this.#newest || (run.verdict === 'unreached' && this.#tried >= TRIES)) return;
      this.#tried += 1;
      this.#retry = setTimeout(() => this.#reload(), after);
    },
  };

  /**
   * @param wanted the newest revision
   * @param show makes the preview load it now
   * @param reload loads what the preview shows once more
   */
  constructor(wanted: () => number, show: () => void, reload: () => void) {
    this.#wanted = wanted;
    this.#show = show;
    this.#reload = reload;
  }

  /** What is in view; what is said about the page at hand is said of it. */
  get shown(): PreviewRun | null {
    return this.#shown;
  }

  /** The last thing that was asked for; the same as what is in view when it runs. */
  get newest(): PreviewRun | null {
    return this.#newest;
  }

  /** The frames to draw, the one in view first. */
  get runs(): readonly PreviewRun[] {
    return [...new Set([this.#shown, this.#newest])].filter((run) => run !== null);
  }

  /** The person has taken out a page that did not answer. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Somebody waits for what the page does, such as the agent at the end of its turn. */
  get reading(): boolean {
    return this.#reading > 0;
  }

  get entries(): readonly PreviewEntry[] {
    return this.#newest?.entries ?? [];
  }

  get errors(): readonly PreviewEntry[] {
    return this.#newest?.errors ?? [];
  }

  /**
   * Loads a revision behind the one in view.
   * @param path the page of the app to show
   * @param insist the person asked for this one: it is shown as it is
   */
  follow(load: PreviewLoad | null, path: string, insist: boolean): void {
    if (load?.id === this.#newest?.load.id) return;
    clearTimeout(this.#retry);
    this.#stopped = false;
    this.#insist = insist;
    if (load === null) {
      this.#shown = this.#newest = null;
      return;
    }
    if (load.url !== this.#lastUrl) this.#tried = 0;
    this.#lastUrl = load.url;
    if (this.runs.some(({ verdict }) => verdict === 'hung')) this.#takeOut();
    const wait = this.#notBefore - performance.now();
    if (wait <= 0) return this.#begin(load, path);
    this.#retry = setTimeout(() => this.#begin(load, path), wait);
  }

  #begin(load: PreviewLoad, path: string): void {
    const before = this.#shown;
    const trail = before?.path === path ? before.trail : { paths: [path], at: 0 };
    const run = new PreviewRun(load, trail, this.#tried, this.#listener);
    this.#newest = run;
    this.#pathBefore = path;
    if (before === null) this.#shown = run;
    else if (before.path === path && before.heard) {
      void before.ask('keep', KEEP_WITHIN).then((answer) => run.restore(answer?.['state'] ?? null));
    }
  }

  #promote(run: PreviewRun): void {
    if (run !== this.#newest || run === this.#shown) return;
    const now = this.#shown?.path ?? null;
    this.#shown = run;
    // The person went to another page while this one was loading behind.
    if (now !== null && now !== this.#pathBefore) run.go(now);
  }

  /** Shows the newest revision, although it did not start. */
  showNewest(): void {
    this.#insist = true;
    if (this.#newest !== null) this.#promote(this.#newest);
  }

  /** Takes out a page that does not answer, and with it the other one: they share a process. */
  stop(): void {
    this.#takeOut();
    this.#stopped = true;
  }

  #takeOut(): void {
    this.#shown = this.#newest = null;
    this.#notBefore = performance.now() + PROCESS_ENDS;
  }

  /** Every message of the window comes here. */
  hear(event: MessageEvent): void {
    for (const run of this.runs) run.hear(event);
  }

  async read(signal: AbortSignal): Promise<PreviewReading> {
    this.#reading += 1;
    try {
      return await this.#read(signal);
    } finally {
      this.#reading -= 1;
    }
  }

  async #read(signal: AbortSignal): Promise<PreviewReading> {
    this.#show();
    let asked: Question | null = null;
    const start = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const run = this.#newest;
      if (run !== null && run.load.revision >= this.#wanted()) {
        // A load event alone says nothing: the browser's own page about a lost connection fires it too.
        const came = run.loaded && (run.heard || document.hidden);
        // On a busy machine a page paints long after it came: without an error it is blank only once that is judged.
        const judged = run.verdict === 'blank' || run.verdict === 'empty';
        const shows = run.painted || document.hidden || run.errors.length > 0 || judged;
        if (run.verdict === 'hung') break;
        if ((came || run.painted) && shows && now - run.lastNews > QUIET) {
          // A page that is quiet may also hang since its last word; nobody answers in a hidden one, or outside of the app.
          if (document.hidden || run.path === null) break;
          if (asked === null || asked.run !== run || asked.news !== run.lastNews) asked = question(run);
          else if (asked.over) break;
        }
      }
      const waits = asked !== null && asked.run === run && !asked.over;
      if (now - start > LONGEST_WAIT && !waits) break;
      // A frame that is not there after a moment will not come: the pane is closed.
      if (!run?.isAttached && now - start > QUIET + PROCESS_ENDS) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const run = this.#newest?.isAttached ? this.#newest : null;
    if (run === null) return { revision: null, loaded: false, painted: false, entries: [] };
    const loaded = run.heard || (document.hidden && (await serverAnswers()));
    const { painted, entries } = run;
    const hung = run.verdict === 'hung';
    return { revision: run.load.revision, loaded, painted, hidden: document.hidden, hung, entries };
  }

  async take(signal: AbortSignal): Promise<PreviewPicture | null> {
    const { revision, loaded, hung } = await this.read(signal);
    const frame = this.#newest?.frame ?? null;
    if (revision === null || !loaded || hung === true || frame === null) return null;
    return { revision, ...(await lookAt(frame, PICTURE_CHARACTERS, signal)) };
  }
}

/** Whether a page still answers, asked behind what it said last. */
interface Question {
  readonly run: PreviewRun;
  /** `lastNews` of the run when it was asked. */
  readonly news: number;
  over: boolean;
}

function question(run: PreviewRun): Question {
  const asked: Question = { run, news: run.lastNews, over: false };
  void run.askAlive().then(() => (asked.over = true));
  return asked;
}
