import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../test/support/installation.ts';

describeEachInstallation('accounts', (get) => {
  const post = (path: string, body: unknown, token?: string) =>
    get().call({ method: 'POST', path: `/api/auth/${path}`, body, ...(token ? { token } : {}) });

  it('registers, refuses an unverified login, verifies once, and signs in', async () => {
    const email = 'Grace@Example.org';
    const password = 'a long enough one';
    const register = await post('register', { email, password, name: 'Grace' });
    expect([register.status, register.json]).toEqual([202, { ok: true }]);

    const early = await post('login', { email, password });
    expect([early.status, early.json.error.code]).toEqual([403, 'unverified']);
    expect((await post('login', { email, password: 'something else' })).status).toBe(401);

    const token = /verify\?token=([\w-]+)/.exec(get().mails('grace@example.org')[0] ?? '')?.[1];
    const verified = await post('verify', { token });
    expect(verified.status).toBe(200);
    expect(Object.keys(verified.json.user).sort()).toEqual(['createdAt', 'email', 'id', 'name', 'picture']);
    expect((await post('verify', { token })).status).toBe(400);

    const login = await post('login', { email, password });
    expect([login.status, login.json.user.email]).toEqual([200, 'grace@example.org']);
  });

  it('answers a second registration alike, and a mail tells the owner', async () => {
    const { email } = await get().join();
    const again = await post('register', { email, password: 'another password', name: 'Eve' });
    expect([again.status, again.json]).toEqual([202, { ok: true }]);
    expect(get().mails(email).at(-1)).toContain('already has an account');
  });

  it('shows the session, renews it and ends it for every spelling of the token', async () => {
    const { token, email } = await get().join();
    const me = () => get().call({ path: '/api/auth/me', token });
    expect((await me()).json.user.email).toBe(email);
    expect((await get().call({ path: '/api/auth/me' })).json).toEqual({ ok: true, user: null });
    const renewed = (await post('refresh', {}, token)).json.token;
    expect((await get().call({ path: '/api/auth/me', token: renewed })).json.user.email).toBe(email);
    expect((await post('logout', {}, renewed)).status).toBe(200);
    expect((await me()).status).toBe(401);
    expect((await get().graphql('{ viewer { email } }', {}, token)).status).toBe(401);
  });

  it('refuses what is no token of ours', async () => {
    const { token } = await get().join();
    const [head = '', payload = '', signature = ''] = token.split('.');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const last = signature.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet[alphabet.indexOf(last) ^ 1] ?? '';
    const forged = [
      `${encode({ alg: 'none', typ: 'session+jwt' })}.${payload}.`,
      `${head}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -1)}${twin}`,
      `${head}.${payload}`,
      'nonsense',
    ];
    for (const bad of forged) {
      const answer = await get().call({ path: '/api/auth/me', token: bad });
      expect([bad, answer.status, answer.json.error.code]).toEqual([bad, 401, 'unauthenticated']);
    }
  });

  it('names every mistake in what is sent', async () => {
    const answer = await post('register', { email: 'nobody', password: 'short' });
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toContain('e-mail address');
    expect(answer.json.error.message).toContain('8 characters');
  });

  it('does the same through GraphQL', async () => {
    const email = 'linus@example.org';
    const input = { email, password: 'a long enough one', name: 'Linus' };
    const registered = await get().graphql(
      'mutation ($input: RegisterInput!) { register(input: $input) { ok } }',
      { input },
    );
    expect(registered.json).toEqual({ data: { register: { ok: true } } });
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token viewer { email } } }';
    const early = await get().graphql(login, { input: { email, password: input.password } });
    expect(early.json.errors[0].extensions).toMatchObject({ code: 'unverified', http: { status: 403 } });
    const token = /verify\?token=([\w-]+)/.exec(get().mails(email)[0] ?? '')?.[1];
    const verify =
      'mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { token viewer { name } } }';
    const verified = await get().graphql(verify, { input: { token } });
    expect(verified.json.data.verifyEmail.viewer).toEqual({ name: 'Linus' });
    const viewer = await get().graphql('{ viewer { email id } }', {}, verified.json.data.verifyEmail.token);
    expect(viewer.json.data.viewer.email).toBe(email);
    const foreign = await get().graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: viewer.json.data.viewer.id,
    });
    expect(foreign.json.data.node).toBeNull();
  });
});
