import { describe, expect, it } from 'vitest';
import { isSameSession, renewIn, tokenFacts } from './session-token.ts';

const token = (claims: object): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('what the browser reads of a token', () => {
  it('is its session and its times', () => {
    const facts = tokenFacts(token({ sid: 's', iat: 100, exp: 200, name: 'Zoë ÿ>?' }));
    expect(facts).toEqual({ sessionId: 's', issuedAt: 100_000, expiresAt: 200_000 });
    for (const nothing of [null, '', 'x', 'x.y.z', token({ sid: 1, iat: 1, exp: 1 }), 'x.bnVsbA.x']) {
      expect(tokenFacts(nothing)).toBeNull();
    }
  });

  it('tells a renewed session from another one', () => {
    const first = token({ sid: 's', iat: 100, exp: 200 });
    expect(isSameSession(first, token({ sid: 's', iat: 150, exp: 250 }))).toBe(true);
    expect(isSameSession(first, token({ sid: 't', iat: 100, exp: 200 }))).toBe(false);
    expect(isSameSession(null, null)).toBe(false);
  });

  it('renews when half of the time is over', () => {
    const facts = { sessionId: 's', issuedAt: 100, expiresAt: 300 };
    expect([renewIn(facts, 100), renewIn(facts, 150), renewIn(facts, 250)]).toEqual([100, 50, 0]);
  });
});
