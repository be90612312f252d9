import { browser } from '$app/env';
import type { SessionUserFragment } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask, change, forgetAnswers, useCredentials } from '#lib/graphql/client.ts';
import { Failure, sentenceOf } from '#lib/graphql/failure.ts';
import { logoutDocument, refreshDocument, viewerDocument } from '#lib/graphql/session-documents.ts';
import { isSameSession, renewIn, tokenFacts } from '#lib/session-token.ts';

export type SessionUser = SessionUserFragment;

/** spec 4.7: what the client shows while it finds out who is there. */
type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'authed'; readonly user: SessionUser }
  | { readonly status: 'denied'; readonly ended: boolean }
  | { readonly status: 'error'; readonly message: string };

const STORAGE_KEY = 'platform.session';
/** Of all tabs one renews a token; the others are told by the storage. */
const RENEWAL_LOCK = 'platform.session.renewal';
/** What one tab stores takes a moment to reach the others: for so long nobody else may take the same token's turn. */
const RENEWAL_HELD = 10_000;
/** Timers of browsers count to 24 days, and sleep with the machine: look at the clock at least this often. */
const LONGEST_TIMER = 3_600_000;
const RETRY_RENEWAL = 60_000;

/** Why a session is over: `left` by its person here, or `ended` somewhere else. */
type Change = 'begun' | 'left' | 'ended';

/** The session of this browser: a bearer token in localStorage, never a cookie (spec 5). */
class Session {
  #state = $state.raw<SessionState>({ status: 'checking' });
  #token: string | null = null;
  /** Counts the sessions of this page: what belongs to one of them must not outlive it. */
  #number = $state(0);
  readonly #listeners: ((change: Change) => void)[] = [];
  #started = false;
  #renewal: ReturnType<typeof setTimeout> | undefined;

  get state(): SessionState {
    return this.#state;
  }

  get user(): SessionUser | null {
    return this.#state.status === 'authed' ? this.#state.user : null;
  }

  /** For requests that are not GraphQL, such as the LLM proxy. */
  get token(): string | null {
    return this.#token;
  }

  /** As kept by the browser, also while it is still being found out whose it is. */
  get storedToken(): string | null {
    return read();
  }

  /** Another number means another session, perhaps of another person. */
  get number(): number {
    return this.#number;
  }

  /** Calls back whenever a session begins or ends, in this tab or in another one. */
  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the stored token and asks whose it is. Once per tab; other tabs' sign-in and sign-out are followed. */
  start(): void {
    if (!browser || this.#started) return;
    this.#started = true;
    useCredentials({ token: () => this.#token, refused: () => this.#end(true) });
    addEventListener('storage', (event) => {
      if (event.key !== STORAGE_KEY && event.key !== null) return;
      const token = read();
      // Another tab renewed the token: nothing changed for who looks at this one.
      if (isSameSession(token, this.#token)) return this.#hold(token, 'begun');
      forgetAnswers();
      void this.check();
    });
    // A machine that slept past the timer.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#planRenewal();
    });
    void this.check();
  }

  /** Asks the server who the stored token belongs to. */
  async check(): Promise<void> {
    const before = this.#token;
    const token = read();
    if (token === null) {
      // Nobody may have been here yet; who was, is told why the page went away.
      this.#hold(null, 'ended');
      this.#state = { status: 'denied', ended: before !== null };
      return;
    }
    this.#hold(token, 'begun');
    if (this.#state.status !== 'authed' || !isSameSession(before, token))
      this.#state = { status: 'checking' };
    try {
      const { viewer } = await ask(viewerDocument, {});
      if (this.#token !== token) return;
      if (viewer === null || viewer === undefined) this.#end(true);
      else this.#state = { status: 'authed', user: viewer };
    } catch (thrown) {
      if (this.#token !== token) return;
      // A refused token has already ended the session; anything else keeps it for another try.
      if (thrown instanceof Failure && thrown.code === 'unauthenticated') return;
      this.#state = { status: 'error', message: sentenceOf(thrown) };
    }
  }

  /** Begins a session with what `login` or `verifyEmail` answered. */
  begin(token: string, user: SessionUser): void {
    write(token);
    this.#hold(token, 'begun');
    this.#state = { status: 'authed', user };
  }

  /** The same with a token alone, such as the provider's sign-in gives. */
  async adopt(token: string): Promise<void> {
    write(token);
    await this.check();
  }

  /** Shows the person as they are now, after a change of name or picture. */
  show(user: SessionUser): void {
    if (this.#state.status === 'authed') this.#state = { status: 'authed', user };
  }

  /** Ends the session here at once, and on the server as soon as it answers. */
  async signOut(): Promise<void> {
    const token = this.#token;
    this.leave();
    if (token === null) return;
    await change(
      logoutDocument,
      {},
      {
        ...ANONYMOUS,
        fetchOptions: { headers: { authorization: `Bearer ${token}` } },
      },
    );
  }

  /** The person is gone here; what the server knows of the session is its own matter. */
  leave(): void {
    this.#end(false);
  }

  #end(ended: boolean): void {
    write(null);
    this.#hold(null, ended ? 'ended' : 'left');
    this.#state = { status: 'denied', ended };
  }

  #hold(token: string | null, change: Change): void {
    if (token === this.#token) return;
    const same = isSameSession(token, this.#token);
    this.#token = token;
    this.#planRenewal();
    if (same) return;
    this.#number += 1;
    forgetAnswers();
    for (const listener of this.#listeners) listener(change);
  }

  /** @param least milliseconds: where this machine's clock is wrong, a new token must not seem old at once */
  #planRenewal(least = 0): void {
    clearTimeout(this.#renewal);
    const facts = tokenFacts(this.#token);
    if (facts === null) return;
    const rest = Math.max(renewIn(facts, Date.now()), least);
    const next = rest > LONGEST_TIMER ? () => this.#planRenewal() : () => void this.#renew();
    this.#renewal = setTimeout(next, Math.min(rest, LONGEST_TIMER));
  }

  /** Asks for a new token of the same session, so that who is at work is never signed out for the time. */
  async #renew(): Promise<void> {
    const before = this.#token;
    const old = tokenFacts(before);
    if (old === null) return;
    try {
      await onceForAllTabs(`${RENEWAL_LOCK}.${old.sessionId}.${old.issuedAt}`, async () => {
        const kept = read();
        // Another tab was faster.
        if (kept !== before && isSameSession(kept, before)) return this.#hold(kept, 'begun');
        const { refreshSession } = await change(refreshDocument, {});
        if (!isSameSession(refreshSession, this.#token)) return;
        write(refreshSession);
        this.#hold(refreshSession, 'begun');
      });
      // Where another tab renews, the new token comes by the storage; should that tab be closed, it is this one's turn.
      const facts = tokenFacts(this.#token);
      if (facts !== null) this.#planRenewal((facts.expiresAt - facts.issuedAt) / 4);
    } catch {
      // An ended session has been told of already; without an answer it is tried again while the token is good.
      if (this.#token !== null && this.#token === before) this.#planRenewal(RETRY_RENEWAL);
    }
  }
}

/**
 * Does the work, unless another tab does it or has just done it: who gets the lock keeps it beyond the end of its work,
 * so that a tab that has not seen the outcome yet cannot get it. Work that fails gives it back at once. Without locks
 * (they need https or localhost) each tab works.
 */
async function onceForAllTabs(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await new Promise<void>((resolve, reject) => {
    const turn = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      resolve();
      if (lock !== null) await new Promise((release) => setTimeout(release, RENEWAL_HELD));
    });
    turn.catch(reject);
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage is blocked by the browser's settings: the session then lasts as long as the page.
    return null;
  }
}

function write(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, token);
  } catch {
    // As above: signing in still works for this page.
  }
}

export const session = new Session();
