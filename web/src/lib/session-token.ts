/** What the browser reads of a session's token; only the server can tell whether it is good. */
export interface TokenFacts {
  readonly sessionId: string;
  /** Milliseconds since 1970, by the server's clock. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Null for anything that is no token. */
export function tokenFacts(token: string | null): TokenFacts | null {
  const [, payload = ''] = token?.split('.') ?? [];
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as unknown;
    if (typeof claims !== 'object' || claims === null) return null;
    const { sid, iat, exp } = claims as Record<string, unknown>;
    if (typeof sid !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { sessionId: sid, issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
  } catch {
    // Somebody else's text under our name in the storage: the server will refuse it.
    return null;
  }
}

/** Whether both are tokens of one session: renewed, and not begun anew. */
export function isSameSession(a: string | null, b: string | null): boolean {
  const [one, other] = [tokenFacts(a), tokenFacts(b)];
  return one !== null && one.sessionId === other?.sessionId;
}

/** Milliseconds from `now` until a token should be renewed: when half of its time is over. */
export function renewIn({ issuedAt, expiresAt }: TokenFacts, now: number): number {
  return Math.max(0, issuedAt + (expiresAt - issuedAt) / 2 - now);
}
