import { createSecretKey } from 'node:crypto';
import { SignJWT, decodeJwt, generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
  type IdentityProvider,
  type TokenAnswer,
} from '../../../test/support/identity-provider.ts';
import { startInstallation, type Installation } from '../../../test/support/installation.ts';
import { ProviderTrip } from '../../../test/support/provider-trip.ts';

/** Answers of a real provider that somebody tampered with. None may lead to a session. */
let site: Installation;
let idp: IdentityProvider;

beforeAll(async () => {
  site = await startInstallation('PGlite', {
    env: async (baseUrl) => {
      idp = await startIdentityProvider(`${baseUrl}/api/auth/google/callback`);
      return idp.env;
    },
  });
  idp.person = { sub: 'mallory', email: 'mallory@example.org', email_verified: true };
});
afterAll(async () => {
  await site.stop();
  await idp.close();
});
afterEach(() => {
  idp.tamper = null;
});

const now = (): number => Math.floor(Date.now() / 1_000);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const without = (claims: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const people = (): Promise<number> => site.server.services.db.prisma.user.count();
const sessions = (): Promise<number> => site.server.services.db.prisma.session.count();

/** Claims that the provider itself signs anew: only a check of the claim can refuse them. */
const CLAIMS: Readonly<Record<string, (claims: JWTPayload) => JWTPayload>> = {
  'another issuer': (claims) => ({ ...claims, iss: 'https://accounts.google.com' }),
  'the issuer with a slash': (claims) => ({ ...claims, iss: `${claims.iss}/` }),
  'no issuer': (claims) => without(claims, 'iss'),
  'another audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'no audience': (claims) => without(claims, 'aud'),
  'two audiences and no authorized party': (claims) => ({ ...claims, aud: [CLIENT_ID, 'another-client'] }),
  'two audiences and another authorized party': (claims) => ({
    ...claims,
    aud: [CLIENT_ID, 'another-client'],
    azp: 'another-client',
  }),
  'another nonce': (claims) => ({ ...claims, nonce: 'a'.repeat(43) }),
  'no nonce': (claims) => without(claims, 'nonce'),
  'an expiry in the past': (claims) => ({ ...claims, exp: now() - 60 }),
  'no expiry': (claims) => without(claims, 'exp'),
  'an expiry that is text': (claims) => ({ ...claims, exp: '9999999999' as unknown as number }),
  'no time of issue': (claims) => without(claims, 'iat'),
  'not valid yet': (claims) => ({ ...claims, nbf: now() + 600 }),
  'no subject': (claims) => without(claims, 'sub'),
  'an empty subject': (claims) => ({ ...claims, sub: '' }),
  'a subject that is a number': (claims) => ({ ...claims, sub: 7 as unknown as string }),
};

const TOKENS: Readonly<Record<string, (answer: TokenAnswer) => unknown>> = {
  'signed by a foreign key': async ({ id_token, ...rest }) => {
    const { privateKey } = await generateKeyPair('RS256');
    const header = { alg: 'RS256', kid: 'of-the-tests' };
    return {
      ...rest,
      id_token: await new SignJWT(decodeJwt(id_token)).setProtectedHeader(header).sign(privateKey),
    };
  },
  'unsigned (alg none)': ({ id_token, ...rest }) => ({
    ...rest,
    id_token: `${encode({ alg: 'none' })}.${id_token.split('.')[1]}.`,
  }),
  'signed with the client secret (HS256)': async ({ id_token, ...rest }) => ({
    ...rest,
    id_token: await new SignJWT(decodeJwt(id_token))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createSecretKey(Buffer.from(CLIENT_SECRET))),
  }),
  'signed with the public key as a secret': async ({ id_token, ...rest }) => ({
    ...rest,
    id_token: await new SignJWT(decodeJwt(id_token))
      .setProtectedHeader({ alg: 'HS256', kid: 'of-the-tests' })
      .sign(createSecretKey(Buffer.from(idp.publicKeyPem))),
  }),
  'its signature cut off': ({ id_token, ...rest }) => ({
    ...rest,
    id_token: id_token.replace(/\.[^.]*$/, '.'),
  }),
  'its signature altered': ({ id_token, ...rest }) => ({
    ...rest,
    id_token: id_token.replace(
      /\.([^.])([^.]*)$/,
      (_all, first: string, tail: string) => `.${first === 'A' ? 'B' : 'A'}${tail}`,
    ),
  }),
  'other claims under the signature': ({ id_token, ...rest }) => {
    const [head, , tail] = id_token.split('.');
    return { ...rest, id_token: [head, encode({ ...decodeJwt(id_token), sub: 'victim' }), tail].join('.') };
  },
  'a key that the provider does not have': async ({ id_token, ...rest }) => ({
    ...rest,
    id_token: await idp.sign(decodeJwt(id_token), { kid: 'another' }),
  }),
  'a critical header that nobody knows': async ({ id_token, ...rest }) => ({
    ...rest,
    id_token: await idp
      .sign(decodeJwt(id_token))
      .then((token) =>
        [encode({ alg: 'RS256', kid: 'of-the-tests', crit: ['x'], x: 1 }), ...token.split('.').slice(1)].join(
          '.',
        ),
      ),
  }),
  'no ID token': ({ id_token, ...rest }) => (id_token ? rest : rest),
  'an ID token that is none': (answer) => ({ ...answer, id_token: 'nonsense' }),
  'no access token': ({ access_token: _access, ...rest }) => rest,
  'a token type nobody asked for': (answer) => ({ ...answer, token_type: 'mac' }),
  'an answer that is no object': () => [],
  'an error': () => ({ status: 400 }),
  'a failure': () => ({ status: 500 }),
  'a redirect': () => ({ redirect: 'http://127.0.0.1:9/token' }),
};

const PEOPLE: Readonly<Record<string, Record<string, unknown>>> = {
  'an unverified address': { email: 'new@example.org', email_verified: false },
  'an address verified in words only': { email: 'new@example.org', email_verified: 'true' },
  'an address nobody says is verified': { email: 'new@example.org' },
  'no address': { email_verified: true },
  'an address that is no text': { email: ['new@example.org'], email_verified: true },
};

async function expectNoSession(attempt: () => Promise<string | null>, why: RegExp): Promise<void> {
  const before = [await people(), await sessions()];
  expect(await attempt()).toMatch(why);
  expect([await people(), await sessions()]).toEqual(before);
}

/** What the site says in the end: the error behind the `#`, or the status of the exchange. */
async function outcome(
  trip: ProviderTrip,
  query: URLSearchParams | string,
  cookie?: string,
): Promise<string> {
  const done = await trip.callBack(query, cookie);
  const error = done.get('error');
  if (error !== null) return error;
  const answer = await trip.exchange(done.get('code'));
  return `${answer.status} ${answer.text}`;
}

it('lets the untampered answer in, signed anew as well', async () => {
  idp.tamper = async ({ id_token, ...rest }) => ({ ...rest, id_token: await idp.sign(decodeJwt(id_token)) });
  expect((await new ProviderTrip(site).complete()).status).toBe(200);
});

describe('an ID token', () => {
  for (const [name, change] of Object.entries(CLAIMS)) {
    it(`with ${name} is refused`, async () => {
      idp.tamper = async ({ id_token, ...rest }) => ({
        ...rest,
        id_token: await idp.sign(change(decodeJwt(id_token))),
      });
      const trip = new ProviderTrip(site);
      const query = await trip.signIn(await trip.begin());
      await expectNoSession(() => outcome(trip, query), /^refused$/);
    });
  }
  it('of an earlier sign-in is refused', async () => {
    let earlier = '';
    idp.tamper = (answer) => {
      earlier = answer.id_token;
      return answer;
    };
    await new ProviderTrip(site).complete();
    idp.tamper = (answer) => ({ ...answer, id_token: earlier });
    const trip = new ProviderTrip(site);
    const query = await trip.signIn(await trip.begin());
    await expectNoSession(() => outcome(trip, query), /^refused$/);
  });
});

describe('a token answer', () => {
  for (const [name, change] of Object.entries(TOKENS)) {
    it(`with ${name} is refused`, async () => {
      idp.tamper = change;
      const trip = new ProviderTrip(site);
      const query = await trip.signIn(await trip.begin());
      await expectNoSession(() => outcome(trip, query), /^(refused|unavailable)$/);
    });
  }
});

describe('a person with', () => {
  for (const [name, claims] of Object.entries(PEOPLE)) {
    it(`${name} gets no account`, async () => {
      const before = idp.person;
      idp.person = { sub: `new ${name}`, ...claims };
      const trip = new ProviderTrip(site);
      const query = await trip.signIn(await trip.begin());
      await expectNoSession(() => outcome(trip, query), /^403 /);
      idp.person = before;
    });
  }
});

describe('the way back', () => {
  const tampered: Readonly<Record<string, (query: URLSearchParams) => void>> = {
    'without state': (query) => query.delete('state'),
    'with another state': (query) => query.set('state', 'a'.repeat(43)),
    'with two states': (query) => query.append('state', query.get('state') ?? ''),
    'without a code': (query) => query.delete('code'),
    'with another code': (query) => query.set('code', 'a'.repeat(43)),
    'with two codes': (query) => query.append('code', 'x'),
    'with another issuer': (query) => query.set('iss', 'https://accounts.google.com'),
    'without an issuer, which this provider always names': (query) => query.delete('iss'),
    'with an error beside the code': (query) => query.set('error', 'server_error'),
    'with an ID token in the address': (query) => query.set('id_token', 'x'),
    'as a signed response that was not asked for': (query) => query.set('response', 'x'),
  };
  for (const [name, change] of Object.entries(tampered)) {
    it(`${name} is refused`, async () => {
      const trip = new ProviderTrip(site);
      const query = await trip.signIn(await trip.begin());
      change(query);
      await expectNoSession(() => outcome(trip, query), /^(refused|expired)$/);
    });
  }

  it('in another browser, or in one without the cookie, is refused', async () => {
    const attacker = new ProviderTrip(site);
    const query = await attacker.signIn(await attacker.begin());
    const victim = new ProviderTrip(site);
    await victim.begin();
    await expectNoSession(() => outcome(victim, query), /^expired$/);
    await expectNoSession(() => outcome(victim, query, ''), /^expired$/);
    await expectNoSession(() => outcome(victim, query, 'sign-in=short'), /^expired$/);
  });

  it('with the code of another way is refused: its verifier is another one', async () => {
    const attacker = new ProviderTrip(site);
    const stolen = await attacker.signIn(await attacker.begin());
    const victim = new ProviderTrip(site);
    const query = await victim.signIn(await victim.begin());
    query.set('code', stolen.get('code') ?? '');
    await expectNoSession(() => outcome(victim, query), /^refused$/);
  });

  it('a second time is refused, and so is its code in a new way', async () => {
    const trip = new ProviderTrip(site);
    const query = await trip.signIn(await trip.begin());
    expect(await outcome(trip, query)).toMatch(/^200 /);
    await expectNoSession(() => outcome(trip, query), /^expired$/);
    const again = await trip.begin();
    query.set('state', again.searchParams.get('state') ?? '');
    await expectNoSession(() => outcome(trip, query), /^refused$/);
  });

  it('after ten minutes is refused', async () => {
    const trip = new ProviderTrip(site);
    const query = await trip.signIn(await trip.begin());
    await site.server.services.db.prisma.providerFlow.updateMany({
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await expectNoSession(() => outcome(trip, query), /^expired$/);
  });

  it('tells a person who said no from all that', async () => {
    const trip = new ProviderTrip(site);
    const address = await trip.begin();
    const query = new URLSearchParams({
      error: 'access_denied',
      state: address.searchParams.get('state') ?? '',
      iss: idp.issuer,
    });
    await expectNoSession(() => outcome(trip, query), /^cancelled$/);
  });
});

describe('the one-time code', () => {
  const codeOf = async (trip: ProviderTrip): Promise<string> =>
    (await trip.callBack(await trip.signIn(await trip.begin()))).get('code') ?? '';

  it('works once, also for several at once', async () => {
    const trip = new ProviderTrip(site);
    const code = await codeOf(trip);
    const answers = await Promise.all(Array.from({ length: 4 }, () => trip.exchange(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await trip.exchange(code)).status).toBe(400);
  });

  it('is worth nothing altered, late, or in another browser', async () => {
    const trip = new ProviderTrip(site);
    const code = await codeOf(trip);
    const other = new ProviderTrip(site);
    await other.begin();
    const statuses = [
      await other.exchange(code),
      await trip.exchange(code, undefined, ''),
      await trip.exchange(`${code}A`),
      await trip.exchange(''),
      await trip.exchange(null),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    await site.server.services.db.prisma.providerFlow.updateMany({
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await trip.exchange(code)).status).toBe(400);
    const fresh = await codeOf(trip);
    expect((await site.call({ path: '/api/auth/me', token: fresh })).status).toBe(401);
  });
});
