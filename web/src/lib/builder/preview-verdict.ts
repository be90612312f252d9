/** How often a preview that nobody answered is loaded again by itself. */
export const TRIES = 3;

/** What is known of a preview some seconds after it began to load. */
export interface PreviewSigns {
  /** The reporter in the page has said anything at all. */
  readonly heard: boolean;
  readonly painted: boolean;
  /** The server answers now; null while that is not known. */
  readonly answers: boolean | null;
  /** How often this revision was loaded again by itself. */
  readonly tried: number;
}

/**
 * `shown`: nothing is wrong. `blank`: the page came and paints nothing. `unreached`: nobody answers.
 * `again`: the page may have been asked for while nobody answered, so it is worth another load.
 */
export type PreviewVerdict = 'shown' | 'blank' | 'unreached' | 'again';

export function verdictOf({ heard, painted, answers, tried }: PreviewSigns): PreviewVerdict {
  if (painted) return 'shown';
  if (heard) return 'blank';
  if (answers === false) return 'unreached';
  return tried === 0 ? 'again' : 'blank';
}
