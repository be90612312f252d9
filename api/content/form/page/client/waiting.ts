import type { Kept } from './kept.ts';
import { make, type Place } from './place.ts';
import { postBody, type Outcome } from './send.ts';

/** The first and the longest time between two tries; each is twice the one before. */
const FIRST_MS = 1_000;
const AGAIN_MS = 15_000;

/** What is done when an answer that waited came through, or came back. */
export interface WaitingEnds {
  stored(): void;
  back(outcome: Outcome | null): void;
}

/**
 * Shows that an answer waits for a connection and sends it when there is one; it waits over a reload where the browser
 * stores something. The token in it makes a second arrival harmless.
 * @returns whether leaving the page would lose it
 */
export function waitForConnection(
  { root, words }: Place,
  kept: Kept | null,
  body: string,
  ends: WaitingEnds,
): () => boolean {
  const isKept = kept?.write({ body }) ?? false;
  const retry = make('button', { type: 'button', class: 'primary' }, words.say('tryNow'));
  const edit = make('button', { type: 'button', class: 'quiet' }, words.say('edit'));
  const title = make('h2', { tabindex: '-1' }, words.say('waiting'));
  const panel = make(
    'div',
    { class: 'end waiting', role: 'status' },
    make('span', { class: 'pulse', 'aria-hidden': 'true' }),
    title,
    make('p', { class: 'desc' }, words.say(isKept ? 'queued' : 'queuedOpen')),
    make('div', { class: 'actions' }, retry, edit),
  );
  let isOver = false;
  let isTrying = false;
  const attempt = async (): Promise<void> => {
    if (isTrying || isOver) return;
    isTrying = true;
    const outcome = await postBody(body);
    isTrying = false;
    if (outcome.kind === 'unreachable' || isOver) return;
    end();
    if (outcome.kind === 'stored') ends.stored();
    else ends.back(outcome);
  };
  const again = (): void => void attempt();
  // The connection may be back before this began to listen, and a server may be away while the connection is there.
  let timer: ReturnType<typeof setTimeout>;
  function tryAfter(ms: number): void {
    timer = setTimeout(() => {
      if (navigator.onLine) again();
      tryAfter(Math.min(2 * ms, AGAIN_MS));
    }, ms);
  }
  tryAfter(FIRST_MS);
  function end(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', again);
    kept?.write({ body: null });
    panel.remove();
    root.classList.remove('is-waiting');
  }
  window.addEventListener('online', again);
  retry.addEventListener('click', again);
  edit.addEventListener('click', () => {
    end();
    ends.back(null);
  });
  root.classList.add('is-waiting');
  root.append(panel);
  title.focus();
  return () => !isKept && !isOver;
}
