/** What the running preview reported, as the agent reads it. */
export interface PreviewEntry {
  readonly kind: 'console' | 'error' | 'resource';
  /** Console level; `error` for the other kinds. */
  readonly level: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly col: number | null;
  /** Where it was called from, as the browser writes it; null without one. */
  readonly stack?: string | null;
  /** The revision that was running. */
  readonly revision: number;
}

/** Where the agent reads the preview's messages. */
export interface PreviewLog {
  /**
   * Everything since the newest load of the preview. Waits until the page of the newest revision has loaded and been
   * quiet for a moment, or until it is clear that no preview is open.
   */
  read(signal: AbortSignal): Promise<PreviewReading>;
}

/** Where the agent gets a picture of the running preview. */
export interface PreviewCamera {
  /**
   * Takes the picture of the page as the person has it, when it has loaded and been quiet for a moment.
   * @returns null when no preview is open or its page has not loaded
   * @throws Error when the page could not be drawn
   */
  take(signal: AbortSignal): Promise<PreviewPicture | null>;
}

export interface PreviewPicture {
  readonly revision: number;
  /** A `data:` URL of a JPEG or PNG of at most `PICTURE_CHARACTERS`. */
  readonly picture: string;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
}

/** So that a turn with all its pictures, and much text, stays below what the server takes for one message. */
export const PICTURE_CHARACTERS = 120_000;

export interface PreviewReading {
  /** Null: no preview is open, so nothing is known. */
  readonly revision: number | null;
  /** False: the page has reported nothing, not even that it painted, though it should have by now. */
  readonly loaded: boolean;
  readonly painted: boolean;
  /** True: nobody looks at the page, so that it does not paint whatever it holds. */
  readonly hidden?: boolean;
  /** The page came and does not answer any more: a script of it runs without end. */
  readonly hung?: boolean;
  readonly entries: readonly PreviewEntry[];
}

/** True for what a person would call an error. */
export function isPreviewError(entry: PreviewEntry): boolean {
  return entry.kind !== 'console' || entry.level === 'error';
}

/** Whether two messages say the same of the same place. */
export function isSameEntry(a: PreviewEntry, b: PreviewEntry): boolean {
  return (
    a.message === b.message &&
    a.kind === b.kind &&
    a.level === b.level &&
    a.file === b.file &&
    a.line === b.line
  );
}

/**
 * What counts as a problem of the running page: each error once, however often it comes. The mark of the console, its
 * list, what stands over the preview, the publish dialog and the agent all count these.
 */
export function previewErrors(entries: readonly PreviewEntry[]): readonly PreviewEntry[] {
  const found: PreviewEntry[] = [];
  for (const entry of entries) {
    if (isPreviewError(entry) && !found.some((other) => isSameEntry(other, entry))) found.push(entry);
  }
  return found;
}
