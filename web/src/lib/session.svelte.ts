import { browser } from '$app/env';
import type { SessionViewerQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask, change, forgetAnswers, useCredentials } from '#lib/graphql/client.ts';
import { Failure, sentenceOf } from '#lib/graphql/failure.ts';
import { logoutDocument, viewerDocument } from '#lib/graphql/session-documents.ts';

export type SessionUser = NonNullable<SessionViewerQuery['viewer']>;

/** spec 4.7: what the client shows while it finds out who is there. */
type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'authed'; readonly user: SessionUser }
  | { readonly status: 'denied'; readonly ended: boolean }
  | { readonly status: 'error'; readonly message: string };

const STORAGE_KEY = 'platform.session';

/** The session of this browser: a bearer token in localStorage, never a cookie (spec 5). */
class Session {
  #state = $state.raw<SessionState>({ status: 'checking' });
  #token: string | null = null;
  /** Counts the sessions of this page: what belongs to one of them must not outlive it. */
  #number = $state(0);
  readonly #listeners: (() => void)[] = [];
  #started = false;

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

  /** Another number means another session, perhaps of another person. */
  get number(): number {
    return this.#number;
  }

  /** Calls back whenever a session begins or ends, in this tab or in another one. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the stored token and asks whose it is. Once per tab; other tabs' sign-in and sign-out are followed. */
  start(): void {
    if (!browser || this.#started) return;
    this.#started = true;
    useCredentials({ token: () => this.#token, refused: () => this.#end(true) });
    addEventListener('storage', (event) => {
      if (event.key !== STORAGE_KEY && event.key !== null) return;
      forgetAnswers();
      void this.check();
    });
    void this.check();
  }

  /** Asks the server who the stored token belongs to. */
  async check(): Promise<void> {
    const before = this.#token;
    const token = read();
    if (token === null) {
      // Nobody may have been here yet; who was, is told why the page went away.
      this.#hold(null);
      this.#state = { status: 'denied', ended: before !== null };
      return;
    }
    this.#hold(token);
    if (this.#state.status !== 'authed' || before !== token) this.#state = { status: 'checking' };
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
    this.#hold(token);
    this.#state = { status: 'authed', user };
  }

  /** Ends the session here at once, and on the server as soon as it answers. */
  async signOut(): Promise<void> {
    const token = this.#token;
    this.#end(false);
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

  #end(ended: boolean): void {
    write(null);
    this.#hold(null);
    this.#state = { status: 'denied', ended };
  }

  #hold(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#number += 1;
    forgetAnswers();
    for (const listener of this.#listeners) listener();
  }
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
