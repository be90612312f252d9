import { afterAll, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider } from '../../../test/support/identity-provider.ts';
import { describeEachInstallation, startInstallation } from '../../../test/support/installation.ts';
import { ProviderTrip } from '../../../test/support/provider-trip.ts';

const providers: IdentityProvider[] = [];
let idp: IdentityProvider;
afterAll(() => Promise.all(providers.map((provider) => provider.close())));

const env = async (baseUrl: string) => {
  idp = await startIdentityProvider(`${baseUrl}/api/auth/google/callback`);
  providers.push(idp);
  return idp.env;
};
const confirm = 'mutation ($input: ConfirmPasswordInput!) { confirmPassword(input: $input) { ok } }';

describeEachInstallation(
  'signing in through the provider',
  (get) => {
    it('begins with PKCE S256, state and nonce, bound to the browser by a cookie', async () => {
      const answer = await get().call({ path: '/api/auth/google/start' });
      const url = new URL(answer.headers.location ?? '');
      expect([answer.status, url.origin]).toEqual([302, idp.issuer]);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uri: `${get().baseUrl}/api/auth/google/callback`,
        scope: 'openid email profile',
      });
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      expect((await get().call({ path: '/api/auth/google/start?intent=evil' })).status).toBe(400);
    });

    it('makes an account at first, and finds it by issuer and subject ever after', async () => {
      idp.person = {
        sub: 'g-1',
        email: 'Gina@Example.org',
        email_verified: true,
        name: 'Gina',
        picture: 'https://example.org/g.png',
      };
      const first = await new ProviderTrip(get()).complete();
      expect([first.status, first.json]).toMatchObject([
        200,
        { ok: true, user: { email: 'gina@example.org', name: 'Gina', picture: 'https://example.org/g.png' } },
      ]);
      expect(first.headers['set-cookie']?.[0]).toMatch(/^sign-in=; Max-Age=0/);
      expect((await get().call({ path: '/api/auth/me', token: first.json.token })).json.user.name).toBe(
        'Gina',
      );
      idp.person = { sub: 'g-1', email: 'else@example.org', email_verified: false, name: 'Renamed' };
      const second = await new ProviderTrip(get()).complete();
      expect(second.json.user).toEqual(first.json.user);
      idp.person = { sub: 'g-2', email: 'gina@example.org', email_verified: true };
      const twin = await new ProviderTrip(get()).complete();
      expect([twin.status, twin.json.error.code]).toEqual([409, 'conflict']);
    });

    it('joins no account by its address; its owner connects, confirms and disconnects', async () => {
      const { email, token, id } = await get().join();
      idp.person = { sub: 'own', email, email_verified: true };
      expect((await new ProviderTrip(get()).complete()).status).toBe(409);
      const session = { where: { userId: id }, data: { confirmedAt: new Date(0) } };
      await get().server.services.db.prisma.session.updateMany(session);
      const early = await new ProviderTrip(get()).complete('connect', token);
      expect([early.status, early.json.error.code]).toEqual([403, 'forbidden']);
      const right = { input: { password: 'correct horse battery' } };
      expect((await get().graphql(confirm, { input: { password: 'no' } }, token)).json.errors).toHaveLength(
        1,
      );
      expect((await get().graphql(confirm, right, token)).json.data.confirmPassword.ok).toBe(true);
      const connected = await new ProviderTrip(get()).complete('connect', token);
      expect([connected.status, connected.json.user.id]).toEqual([200, id]);
      expect(get().mails(email).at(-1)).toContain('connected to your account');
      expect((await new ProviderTrip(get()).complete()).json.user.id).toBe(id);

      const other = await get().join();
      const stolen = await new ProviderTrip(get()).complete('connect', other.token);
      expect([stolen.status, stolen.json.error.code]).toEqual([409, 'conflict']);
      expect((await new ProviderTrip(get()).complete('confirm', other.token)).status).toBe(403);
      expect((await new ProviderTrip(get()).complete('connect')).status).toBe(401);

      await get().server.services.db.prisma.session.updateMany(session);
      expect((await new ProviderTrip(get()).complete('confirm', token)).status).toBe(200);
      const list = await get().graphql(
        '{ viewer { hasPassword identities { identityId email } } }',
        {},
        token,
      );
      expect(list.json.data.viewer).toEqual({
        hasPassword: true,
        identities: [{ identityId: expect.any(String), email }],
      });
      const remove = 'mutation ($input: AccountItemInput!) { disconnectIdentity(input: $input) { ok } }';
      const input = { id: list.json.data.viewer.identities[0].identityId };
      expect((await get().graphql(remove, { input }, other.token)).json.data.disconnectIdentity.ok).toBe(
        true,
      );
      expect(
        (await get().graphql('{ viewer { identities { email } } }', {}, token)).json.data.viewer.identities,
      ).toHaveLength(1);
      expect((await get().graphql(remove, { input }, token)).json.data.disconnectIdentity.ok).toBe(true);
      expect((await new ProviderTrip(get()).complete()).status).toBe(409);
    });

    it('keeps the only way in, until a password is set by mail', async () => {
      idp.person = { sub: 'only', email: 'only@example.org', email_verified: true };
      const { token } = (await new ProviderTrip(get()).complete()).json;
      const { viewer } = (
        await get().graphql('{ viewer { hasPassword identities { identityId } } }', {}, token)
      ).json.data;
      expect(viewer.hasPassword).toBe(false);
      const remove = 'mutation ($input: AccountItemInput!) { disconnectIdentity(input: $input) { ok } }';
      const input = { id: viewer.identities[0].identityId };
      expect((await get().graphql(remove, { input }, token)).json.errors[0].extensions.code).toBe('conflict');
      const login = { email: 'only@example.org', password: '' };
      expect((await get().call({ method: 'POST', path: '/api/auth/login', body: login })).status).toBe(401);
      await get().call({ method: 'POST', path: '/api/auth/forgot-password', body: { email: login.email } });
      const link = /reset_token=([\w-]+)/.exec(get().mails(login.email).at(-1) ?? '')?.[1];
      const set = { reset_token: link, password: 'a password at last' };
      expect((await get().call({ method: 'POST', path: '/api/auth/reset-password', body: set })).status).toBe(
        200,
      );
      const { json } = await get().call({
        method: 'POST',
        path: '/api/auth/login',
        body: { ...login, password: set.password },
      });
      expect((await get().graphql(remove, { input }, json.token)).json.data.disconnectIdentity.ok).toBe(true);
    });

    it('takes the place of a registration that nobody confirmed', async () => {
      const email = 'squatted@example.org';
      const squat = { email, password: 'known to the squatter' };
      await get().call({ method: 'POST', path: '/api/auth/register', body: squat });
      const stale = /verify\?token=([\w-]+)/.exec(get().mails(email).at(-1) ?? '')?.[1];
      idp.person = { sub: 'squatted', email, email_verified: true, name: 'Owner' };
      expect((await new ProviderTrip(get()).complete()).json.user.name).toBe('Owner');
      expect(
        (await get().call({ method: 'POST', path: '/api/auth/verify', body: { token: stale } })).status,
      ).toBe(400);
      expect((await get().call({ method: 'POST', path: '/api/auth/login', body: squat })).status).toBe(401);
    });
  },
  { env },
);

it('is not there without a provider, and says so while it does not answer', async () => {
  const bare = await startInstallation('PGlite');
  expect((await bare.call({ path: '/api/auth/google/start' })).status).toBe(404);
  expect((await bare.graphql('{ signInProvider }')).json.data.signInProvider).toBeNull();
  await bare.stop();
  const away = await startInstallation('PGlite', {
    env: { OIDC_ISSUER: 'http://127.0.0.1:9', GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' },
  });
  const answer = await away.call({ path: '/api/auth/google/start' });
  expect([answer.status, answer.json.error.code]).toEqual([503, 'unavailable']);
  expect(answer.text).not.toContain('y"');
  await away.stop();
});
