import { mistakesOf, readAnswer, type Mistakes } from '../answer.ts';
import { currentEntries, type Place } from './place.ts';

/** What came of sending an answer. */
export type Outcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'mistakes'; readonly mistakes: Mistakes }
  /** The form takes no more answers. @see PageOptions.closed */
  | { readonly kind: 'closed'; readonly text: string | null }
  /** The server said no, by the code of its error. */
  | { readonly kind: 'refused'; readonly code: string }
  /** There was no answer: it may have arrived or not. Sending it again is harmless. */
  | { readonly kind: 'unreachable' };

interface Failure {
  readonly code: string;
  /** Set when the form is closed or full: in the author's words, or null. */
  readonly closedText?: string | null;
  readonly diagnostics?: readonly { code: string; path?: string }[];
}

/** The form as a browser without scripts sends it. */
export function bodyOf({ form }: Place): string {
  const pairs = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return new URLSearchParams(pairs).toString();
}

/**
 * Waits until an answer from this load is no longer taken for a program's: people are quick where a link has filled in
 * the form. The server's time began before its page arrived here.
 */
export function holdSend({ options: { shortestMs } }: Place): Promise<void> {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const left = (load?.responseStart ?? performance.now()) + shortestMs - performance.now();
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.ceil(left))));
}

/** Sends a body to the page's own address. */
export async function postBody(body: string): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(location.href.split('#')[0] ?? '', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body,
      credentials: 'omit',
      cache: 'no-store',
    });
  } catch {
    return { kind: 'unreachable' };
  }
  if (response.ok) return { kind: 'stored' };
  try {
    const { error, diagnostics } = (await response.json()) as { error: Failure; diagnostics?: [] };
    return outcomeOf({ ...error, diagnostics: diagnostics ?? [] });
  } catch {
    // Not from our server: a gateway in between that has nobody behind it.
    return response.status >= 500 ? { kind: 'unreachable' } : { kind: 'refused', code: 'other' };
  }
}

/** Hands the answer to the host of the page by way of the bridge. */
export async function submitToHost(place: Place): Promise<Outcome> {
  const { document, words } = place;
  const { platform } = window as { platform?: { submit(values: object): Promise<unknown> } };
  try {
    if (!platform) return { kind: 'refused', code: 'other' };
    await platform.submit(readAnswer(document, currentEntries(place), words.language));
    return { kind: 'stored' };
  } catch (error) {
    return outcomeOf({ code: 'other', ...Object(error) } as Failure);
  }
}

function outcomeOf({ code, closedText, diagnostics = [] }: Failure): Outcome {
  if (closedText !== undefined) return { kind: 'closed', text: closedText };
  return diagnostics.length > 0
    ? { kind: 'mistakes', mistakes: mistakesOf(diagnostics) }
    : { kind: 'refused', code };
}
