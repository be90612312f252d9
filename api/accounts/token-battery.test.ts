import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT, generateKeyPair, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInstallation, type Installation, type Person } from '../../test/support/installation.ts';

/** Everything that looks like a session's token and is none. */
let site: Installation;
let ada: Person;
let secret: string;
let claims: JWTPayload;

beforeAll(async () => {
  site = await startInstallation('PGlite');
  ada = await site.join('Ada');
  // The test holds the server's own key: what is refused is refused for its content.
  secret = readFileSync(join(site.dataDir, 'session.secret'), 'utf8');
  claims = JSON.parse(Buffer.from(ada.token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
});
afterAll(() => site.stop());

const HEADER = { alg: 'HS256', typ: 'session+jwt' };
const now = (): number => Math.floor(Date.now() / 1_000);
const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const sign = (
  payload: JWTPayload,
  header: JWTHeaderParameters = HEADER,
  key: string = secret,
): Promise<string> => new SignJWT(payload).setProtectedHeader(header).sign(createSecretKey(Buffer.from(key)));
const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

async function statusesOf(token: string): Promise<readonly number[]> {
  const answers = [
    await site.call({ path: '/api/auth/me', token }),
    await site.graphql('{ viewer { email } }', {}, token),
    await site.call({ method: 'POST', path: '/api/auth/refresh', body: {}, token }),
    await site.call({ path: '/api/market', token }),
  ];
  return answers.map(({ status }) => status);
}
const REFUSED = [401, 401, 401, 401];

it('takes the token that it would make itself', async () => {
  expect(await statusesOf(await sign(claims))).toEqual([200, 200, 200, 200]);
});

describe('a token', () => {
  const forged: Readonly<Record<string, () => Promise<string> | string>> = {
    'with alg none': () => `${encode({ alg: 'none', typ: 'session+jwt' })}.${encode(claims)}.`,
    'with alg None': () => `${encode({ ...HEADER, alg: 'None' })}.${encode(claims)}.`,
    'with alg none over a good signature': async () => {
      const [, payload, tail] = (await sign(claims)).split('.');
      return `${encode({ alg: 'none', typ: 'session+jwt' })}.${payload}.${tail}`;
    },
    'signed by a foreign key': () => sign(claims, HEADER, 'another secret, long enough as well!'),
    'signed by an empty key': async () => `${encode(HEADER)}.${encode(claims)}.${encode('')}`,
    'signed with HS512': () => sign(claims, { ...HEADER, alg: 'HS512' }, secret.repeat(2)),
    'signed with RS256': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims).setProtectedHeader({ ...HEADER, alg: 'RS256' }).sign(privateKey);
    },
    'signed with EdDSA': async () => {
      const { privateKey } = await generateKeyPair('EdDSA');
      return new SignJWT(claims).setProtectedHeader({ ...HEADER, alg: 'EdDSA' }).sign(privateKey);
    },
    'that brings its own key': () => sign(claims, { ...HEADER, jwk: { kty: 'oct' } }, 'x'.repeat(32)),
    'that names where its key is': () =>
      sign(claims, { ...HEADER, jku: `${site.baseUrl}/keys`, kid: '../../dev/null' }, 'x'.repeat(32)),
    'with a critical header': () => `${encode({ ...HEADER, crit: ['b64'], b64: false })}.${encode(claims)}.x`,
    expired: () => sign({ ...claims, exp: now() - 1 }),
    'not valid yet': () => sign({ ...claims, nbf: now() + 60 }),
    'without expiry': () => sign(without('exp')),
    'whose expiry is text': () => sign({ ...claims, exp: '9999999999' as unknown as number }),
    'without time of issue': () => sign(without('iat')),
    'of another issuer': () => sign({ ...claims, iss: 'https://evil.example' }),
    'of our issuer with a slash': () => sign({ ...claims, iss: `${claims.iss}/` }),
    'of no issuer': () => sign(without('iss')),
    'for another audience': () => sign({ ...claims, aud: 'publish' }),
    'for no audience': () => sign(without('aud')),
    'of another typ': () => sign(claims, { ...HEADER, typ: 'reset+jwt' }),
    'of typ JWT': () => sign(claims, { ...HEADER, typ: 'JWT' }),
    'of no typ': () => sign(claims, { alg: 'HS256' }),
    'without session': () => sign(without('sid')),
    'of a session that is a number': () => sign({ ...claims, sid: 1 }),
    'of a session that never was': () => sign({ ...claims, sid: 'a'.repeat(16) }),
    'of an empty session': () => sign({ ...claims, sid: '' }),
    'of somebody else': async () => sign({ ...claims, sub: (await site.join()).id }),
    'of nobody': () => sign(without('sub')),
    'with another payload under the signature': async () =>
      (await sign(claims)).replace(/\.[^.]+\./, `.${encode({ ...claims, sub: 'other' })}.`),
    'cut in two': () => ada.token.split('.').slice(0, 2).join('.'),
    'of four parts': () => `${ada.token}.x`,
    'of five parts, as if encrypted': () =>
      `${encode({ alg: 'dir', enc: 'A256GCM' })}..${encode('iv')}.${encode('x')}.${encode('tag')}`,
    'whose payload is no JSON': async () => `${encode(HEADER)}.${encode('nonsense')}.x`,
    'whose payload is a list': () => `${encode(HEADER)}.${encode([])}.x`,
    'that is not there': () => '..',
  };
  for (const [name, make] of Object.entries(forged)) {
    it(`${name} is refused`, async () => {
      expect(await statusesOf(await make())).toEqual(REFUSED);
    });
  }

  it('in any other spelling of base64 is refused', async () => {
    const [head = '', payload = '', tail = ''] = ada.token.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(tail.at(-1) ?? '');
    // 32 bytes leave two bits of the last character unused: four spellings, of which ours is one.
    const twins = [1, 2, 3].map((bits) => `${tail.slice(0, -1)}${alphabet[last ^ bits]}`);
    const spellings = [
      ...twins.map((twin) => `${head}.${payload}.${twin}`),
      `${head}.${payload}.${tail}=`,
      `${head}.${payload}.${tail.replaceAll('-', '+').replaceAll('_', '/')}=`,
      `${head}=.${payload}.${tail}`,
      `${head}.${payload}=.${tail}`,
      `${head}. ${payload}.${tail}`,
      `${head}.${payload}.${tail}A`,
    ];
    for (const token of spellings) expect([token, ...(await statusesOf(token))]).toEqual([token, ...REFUSED]);
  });

  it('of a mail, of a preview or of a one-time code is no session', async () => {
    await site.call({ method: 'POST', path: '/api/auth/forgot-password', body: { email: ada.email } });
    const reset = /reset_token=([\w-]+)/.exec(site.mails(ada.email).at(-1) ?? '')?.[1] ?? '';
    expect(reset).not.toBe('');
    expect(await statusesOf(reset)).toEqual(REFUSED);
  });

  it('in a header that is no Bearer is refused', async () => {
    for (const authorization of [
      ada.token,
      `Basic ${ada.token}`,
      `Bearer`,
      `Bearer  ${ada.token} x`,
      `Bearer ${ada.token},`,
    ]) {
      const answer = await site.call({ path: '/api/auth/me', headers: { authorization } });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
    }
    const cookie = await site.call({
      path: '/api/auth/me',
      headers: { cookie: `token=${ada.token}; session=${ada.token}` },
    });
    expect(cookie.json).toEqual({ ok: true, user: null });
    const query = await site.call({ path: `/api/auth/me?access_token=${ada.token}&token=${ada.token}` });
    expect(query.json).toEqual({ ok: true, user: null });
  });

  it('is dead after logout, under every spelling and however it is signed anew', async () => {
    const eve = await site.join('Eve');
    const own = JSON.parse(Buffer.from(eve.token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    const renewed = (
      await site.call({ method: 'POST', path: '/api/auth/refresh', body: {}, token: eve.token })
    ).json.token;
    const twice = await sign({ ...own, iat: now() - 5 });
    expect(await statusesOf(twice)).toEqual([200, 200, 200, 200]);
    expect(
      (await site.call({ method: 'POST', path: '/api/auth/logout', body: {}, token: eve.token })).status,
    ).toBe(200);
    const [head, payload, tail = ''] = eve.token.split('.');
    const spellings = [
      eve.token,
      renewed,
      twice,
      await sign(own),
      `${head}.${payload}.${tail}=`,
      ` ${eve.token}`,
    ];
    for (const token of spellings) expect([token, ...(await statusesOf(token))]).toEqual([token, ...REFUSED]);
  });
});
