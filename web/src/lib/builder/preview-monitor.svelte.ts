import {
  isPreviewError,
  type PreviewEntry,
  type PreviewLog,
  type PreviewReading,
} from '#lib/agent/preview-log.ts';

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
  #blank = $state(false);
  #frame: HTMLIFrameElement | null = null;
  #lastNews = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  readonly #wanted: () => number;
  readonly #show: () => void;

  /**
   * @param wanted the newest revision
   * @param show makes the preview load it now
   */
  constructor(wanted: () => number, show: () => void) {
    this.#wanted = wanted;
    this.#show = show;
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
    return this.#blank;
  }

  get revision(): number | null {
    return this.#load?.revision ?? null;
  }

  /** A new frame begins to load. */
  begin(load: PreviewLoad, frame: HTMLIFrameElement): void {
    this.#load = load;
    this.#frame = frame;
    this.#entries = [];
    this.#painted = false;
    this.#loaded = false;
    this.#blank = false;
    this.#lastNews = performance.now();
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => (this.#blank = !this.#painted), BLANK_AFTER);
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
    if (report === 'paint') {
      this.#painted = true;
      this.#blank = false;
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
      const settled = current && (this.#loaded || this.#painted) && now - this.#lastNews > QUIET;
      if (settled || now - start > LONGEST_WAIT) break;
      // A frame that is not there after a moment will not come: the pane is closed.
      if (this.#frame === null && now - start > QUIET) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { revision: this.revision, painted: this.#painted, entries: this.#entries };
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
