import type { PageFacts } from './preview-reports.ts';

/** How often a preview that nobody answered is loaded again by itself. */
export const TRIES = 3;

/** What is known of a preview some seconds after it began to load. */
export interface PreviewSigns {
  /** The reporter in the page has said anything at all. */
  readonly heard: boolean;
  readonly painted: boolean;
  /** What the page says of itself; null when it did not answer. */
  readonly facts: PageFacts | null;
  /** The server answers now; null while that is not known. */
  readonly answers: boolean | null;
  /** How often this revision was loaded again by itself. */
  readonly tried: number;
}

/**
 * `shown`: nothing is wrong. `blank`: the page came and paints nothing. `empty`: there is nothing in it that could paint.
 * `hung`: it came and does not answer any more. `unreached`: nobody answers. `again`: the page may have been asked for
 * while nobody answered, so it is worth another load.
 */
export type PreviewVerdict = 'shown' | 'blank' | 'empty' | 'hung' | 'unreached' | 'again';

export function verdictOf({ heard, painted, facts, answers, tried }: PreviewSigns): PreviewVerdict {
  if (painted) return 'shown';
  if (heard) {
    if (facts === null) return 'hung';
    if (facts.colour && facts.width > 0) return 'shown';
    return isEmpty(facts) ? 'empty' : 'blank';
  }
  if (answers === false) return 'unreached';
  return tried === 0 ? 'again' : 'blank';
}

/** A page that was left empty on purpose, such as that of a new draft: nothing in it could ever show. */
export function isEmpty({ elements, scripts, text, ready }: PageFacts): boolean {
  return ready === 'complete' && elements === 0 && text === 0 && scripts === 0;
}

/** Why a page shows nothing, most likely first. */
export type BlankReason = 'error' | 'loading' | 'hidden' | 'nothing' | 'script' | 'other';

export function reasonsOf(facts: PageFacts | null, errors: number): readonly BlankReason[] {
  const reasons: BlankReason[] = [];
  if (errors > 0) reasons.push('error');
  if (facts === null) return reasons.length > 0 ? reasons : ['other'];
  if (facts.ready === 'loading') reasons.push('loading');
  const isBare = facts.elements === 0 && facts.text === 0;
  if (isBare && facts.scripts > 0) reasons.push('script');
  else if (isBare) reasons.push('nothing');
  else if (facts.seen === 0) reasons.push('hidden');
  return reasons.length > 0 ? reasons : ['other'];
}
