import {
  isPreviewError,
  type PreviewEntry,
  type PreviewLog,
  type PreviewReading,
} from '#lib/agent/preview-log.ts';
import { TRIES, verdictOf, type PreviewVerdict } from './preview-verdict.ts';

/** One load of the preview: a revision in a frame of its own. */
export interface PreviewLoad {
  readonly id: number;
  readonly revision: number;
  readonly url: string;
}

/** Milliseconds without a new message after which a page counts as settled. */
const QUIET = 500;
/** Milliseconds after which a reading is given even if the page never loads. */
const LONGEST_WAIT = 8_000;
/** Milliseconds after which a page that painted nothing counts as blank. */
const BLANK_AFTER = 5_000;
/** Milliseconds between asking again for a preview that could not be reached. */
const AGAIN_AFTER = 4_000;
const MOST_ENTRIES = 500;

/**
 * Hears what the preview's frame reports (design 10) and keeps it per load. Only messages from that frame's window and
 * its own origin count: any page can post anything.
 */
export class PreviewMonitor implements PreviewLog {
  #load = $state.raw<PreviewLoad | null>(null);
  #entries = $state.raw<readonly PreviewEntry[]>([]);
  #painted = $state(false);
  #loaded = $state(false);
  #heard = false;
  #verdict = $state<PreviewVerdict>('shown');
  #tried = 0;
  #frame: HTMLIFrameElement | null = null;
  #lastUrl: string | null = null;
  #lastNews = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  readonly #wanted: () => number;
  readonly #show: () => void;
  readonly #reload: () => void;

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

  get entries(): readonly PreviewEntry[] {
    return this.#entries;
  }

  get errors(): readonly PreviewEntry[] {
    return this.#entries.filter(isPreviewError);
  }

  get painted(): boolean {
    return this.#painted;
  }

  /** The page has loaded and shows nothing, long enough to say so. */
  get blank(): boolean {
    return this.#verdict === 'blank';
  }

  /** Nobody answered; it is asked for again a few times by itself. */
  get unreached(): boolean {
    return this.#verdict === 'unreached';
  }

  get revision(): number | null {
    return this.#load?.revision ?? null;
  }

  /** A new frame begins to load. */
  begin(load: PreviewLoad, frame: HTMLIFrameElement): void {
    if (load.url !== this.#lastUrl) this.#tried = 0;
    this.#lastUrl = load.url;
    this.#load = load;
    this.#frame = frame;
    this.#entries = [];
    this.#painted = false;
    this.#loaded = false;
    this.#heard = false;
    // What could not be reached stays so until it is heard: the words must not flicker with every try.
    if (this.#verdict !== 'unreached') this.#verdict = 'shown';
    this.#lastNews = performance.now();
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => void this.#judge(load), BLANK_AFTER);
  }

  async #judge(load: PreviewLoad): Promise<void> {
    // A page in a hidden tab does not paint; whether it is blank shows when somebody looks.
    if (document.hidden && !this.#heard) {
      this.#watchdog = setTimeout(() => void this.#judge(load), BLANK_AFTER);
      return;
    }
    const answers = this.#heard ? null : await serverAnswers();
    if (this.#load?.id !== load.id) return;
    const verdict = verdictOf({ heard: this.#heard, painted: this.#painted, answers, tried: this.#tried });
    this.#verdict = verdict;
    if (verdict !== 'again' && (verdict !== 'unreached' || this.#tried >= TRIES)) return;
    this.#tried += 1;
    const wait = verdict === 'again' ? 0 : AGAIN_AFTER;
    this.#watchdog = setTimeout(() => this.#reload(), wait);
  }

  /** The frame fired its load event. */
  finish(frame: HTMLIFrameElement): void {
    if (frame !== this.#frame) return;
    this.#loaded = true;
    this.#lastNews = performance.now();
  }

  /** The frame is gone. */
  leave(frame: HTMLIFrameElement): void {
    if (frame !== this.#frame) return;
    clearTimeout(this.#watchdog);
    this.#frame = null;
    this.#load = null;
  }

  clear(): void {
    this.#entries = [];
  }

  /** Every message of the window comes here. @returns whether it was the preview's first paint */
  hear(event: MessageEvent): boolean {
    const load = this.#load;
    if (load === null || event.source === null || event.source !== this.#frame?.contentWindow) return false;
    if (!isPreviewOrigin(event.origin, load.url)) return false;
    const report = readReport(event.data, load.revision);
    if (report === null) return false;
    this.#lastNews = performance.now();
    this.#heard = true;
    if (this.#verdict === 'unreached') this.#verdict = 'shown';
    if (report === 'paint') {
      this.#painted = true;
      this.#verdict = 'shown';
      this.#tried = 0;
      return true;
    }
    if (this.#entries.length < MOST_ENTRIES) this.#entries = [...this.#entries, report];
    return false;
  }

  async read(signal: AbortSignal): Promise<PreviewReading> {
    this.#show();
    const start = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const current = this.#load !== null && this.#load.revision >= this.#wanted();
      // A load event alone says nothing: the browser's own page about a lost connection fires it too.
      const came = this.#loaded && (this.#heard || document.hidden);
      const settled = current && (came || this.#painted) && now - this.#lastNews > QUIET;
      if (settled || now - start > LONGEST_WAIT) break;
      // A frame that is not there after a moment will not come: the pane is closed.
      if (this.#frame === null && now - start > QUIET) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { revision } = this;
    const loaded = this.#heard || (revision !== null && document.hidden && (await serverAnswers()));
    return { revision, loaded, painted: this.#painted, entries: this.#entries };
  }
}

/** Whether the server can be reached now. The preview's own host may not be asked from this page (design 7). */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * The shared host answers with a redirect to the draft's own sub-host: one label in front, same scheme and port. Where
 * sub-hosts are switched off, documents are sandboxed and their origin is the word `null`.
 */
export function isPreviewOrigin(origin: string, previewUrl: string): boolean {
  if (origin === 'null') return true;
  if (!URL.canParse(origin)) return false;
  const [from, shared] = [new URL(origin), new URL(previewUrl)];
  if (from.protocol !== shared.protocol || from.port !== shared.port) return false;
  return from.hostname === shared.hostname || from.hostname.endsWith(`.${shared.hostname}`);
}

type Report = 'paint' | PreviewEntry;

function readReport(data: unknown, revision: number): Report | null {
  if (typeof data !== 'object' || data === null) return null;
  const { source, kind, level, message, file, line, col } = data as Record<string, unknown>;
  if (source !== 'platform-preview') return null;
  if (kind === 'paint') return 'paint';
  if (kind !== 'console' && kind !== 'error' && kind !== 'resource') return null;
  return {
    kind,
    level: kind !== 'console' ? 'error' : typeof level === 'string' ? level : 'log',
    message: typeof message === 'string' ? message : '',
    file: typeof file === 'string' ? file : null,
    line: typeof line === 'number' ? line : null,
    col: typeof col === 'number' ? col : null,
    revision,
  };
}
