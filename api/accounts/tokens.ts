import { SignJWT, errors, jwtVerify } from 'jose';
import { ApiError } from '../errors.ts';

const TYPE = 'session+jwt';
const AUDIENCE = 'main';
const ALGORITHM = 'HS256';

/** What a session token says: whose session, and which. Everything else is read from the database. */
export interface SessionClaims {
  readonly sub: string;
  readonly sid: string;
}

export interface SessionTokens {
  sign(claims: SessionClaims, expiresAt: Date): Promise<string>;
  /** @throws ApiError unauthenticated for anything but a live token of ours in its one spelling */
  verify(token: string): Promise<SessionClaims>;
}

/** Signs and checks session tokens (design 8): HS256, with typ, iss, aud, sub, sid and exp all required. */
export function createSessionTokens(secret: string, issuer: string): SessionTokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: (claims, expiresAt) =>
      new SignJWT({ sid: claims.sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(claims.sub)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),
    async verify(token) {
      if (!isCanonical(token)) throw refused();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp', 'iat', 'sid'],
        });
        if (typeof payload.sub !== 'string' || typeof payload['sid'] !== 'string') throw refused();
        return { sub: payload.sub, sid: payload['sid'] };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw refused(error);
        throw error;
      }
    },
  };
}

/** Base64 has several spellings of the same bytes; only the one that we wrote is ours. */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

function refused(cause?: unknown): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Sign in again.', { cause });
}
