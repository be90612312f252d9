import type { BuilderDraftNewsSubscription } from '#lib/gql/graphql.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { serverAnswers } from '../preview-origin.ts';
import { listen } from '#lib/graphql/listen.ts';
import { draftNewsDocument } from './documents.ts';

export type DraftNews = BuilderDraftNewsSubscription['draftChanged'];

/** Milliseconds until the next try, doubled up to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 10_000;

interface Following {
  readonly draftId: string;
  readonly conversationId: string;
  readonly token: string | null;
  onNews(news: DraftNews): void;
  /** There is no more to hear: the draft is gone, or the session is over. */
  onEnd(failure: Failure): void;
  /** Whether the server answers: false when a connection was lost and it cannot be asked either. */
  onReach(reached: boolean): void;
}

/**
 * Hears of what other tabs, devices and processes do to a draft. It listens while the page can be seen, since a browser
 * has few connections for all its tabs; who comes back is told at once how things stand, so nothing is missed. A lost
 * connection is taken up again.
 * @returns how to stop
 */
export function followDraft({
  draftId,
  conversationId,
  token,
  onNews,
  onEnd,
  onReach,
}: Following): () => void {
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  let over = false;

  async function hear(mine: AbortController): Promise<void> {
    try {
      const answers = listen(draftNewsDocument, { draftId, conversationId }, { token, signal: mine.signal });
      for await (const { draftChanged } of answers) {
        if (mine.signal.aborted) return;
        wait = FIRST_WAIT;
        onReach(true);
        onNews(draftChanged);
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'not_found' || error.code === 'unauthenticated') {
        stop();
        return onEnd(error);
      }
    }
    // A stream may end for reasons of its own; only a server that does not answer is out of reach.
    const reached = await serverAnswers();
    if (current !== mine) return;
    onReach(reached);
    again();
  }

  function again(): void {
    current = null;
    if (over) return;
    // Not all pages at the same moment, should a server have been away.
    timer = setTimeout(begin, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function begin(): void {
    clearTimeout(timer);
    if (over || current !== null || document.hidden) return;
    current = new AbortController();
    void hear(current);
  }

  function pause(): void {
    clearTimeout(timer);
    current?.abort();
    current = null;
  }

  /** Whatever was open before may be dead without having said so. */
  function anew(): void {
    wait = FIRST_WAIT;
    pause();
    begin();
  }

  const onVisibility = (): void => (document.hidden ? pause() : anew());

  function stop(): void {
    over = true;
    pause();
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', anew);
    removeEventListener('pageshow', anew);
  }

  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', anew);
  // A page that the browser had put away and brings back.
  addEventListener('pageshow', anew);
  begin();
  return stop;
}
