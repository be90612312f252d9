import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../test/support/installation.ts';

describeEachInstallation('passwords', (get) => {
  const post = (path: string, body: unknown, token?: string, headers: Record<string, string> = {}) =>
    get().call({ method: 'POST', path: `/api/auth/${path}`, body, headers, ...(token ? { token } : {}) });
  const me = async (token: string) => (await get().call({ path: '/api/auth/me', token })).status;
  const password = 'correct horse battery';
  const resetToken = (email: string): string =>
    /reset\?reset_token=([\w-]+)/.exec(get().mails(email).at(-1) ?? '')?.[1] ?? '';

  it('are set anew by a mailed link, once, and every session ends', async () => {
    const { email, token } = await get().join();
    const { token: other } = (await post('login', { email, password })).json;
    expect(await me(other)).toBe(200);
    const asked = await post('forgot-password', { email: ` ${email.toUpperCase()} ` });
    expect([asked.status, asked.json]).toEqual([202, { ok: true }]);
    const link = resetToken(email);
    const short = await post('reset-password', { reset_token: link, password: 'short' });
    expect([short.status, short.json.error.code]).toEqual([400, 'invalid_request']);
    const common = await post('reset-password', { reset_token: link, password: 'Password123' });
    expect([common.status, common.json.error.message]).toEqual([
      400,
      expect.stringContaining('others would guess'),
    ]);
    // A token for one thing is good for no other.
    expect((await post('verify', { token: link })).status).toBe(400);
    expect(await me(link)).toBe(401);
    const parallel = await Promise.all(
      Array.from({ length: 4 }, () =>
        post('reset-password', { reset_token: link, password: 'quite another one' }),
      ),
    );
    expect(parallel.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect([await me(token), await me(other)]).toEqual([401, 401]);
    expect((await post('login', { email, password })).status).toBe(401);
    expect((await post('login', { email, password: 'quite another one' })).status).toBe(200);
    expect(get().mails(email).at(-1)).toContain('Your password was changed');
  });

  it('links that are too old, or older than the last one used, are refused', async () => {
    const { email, id } = await get().join();
    await post('forgot-password', { email });
    const first = resetToken(email);
    await post('forgot-password', { email });
    const second = resetToken(email);
    expect(first).not.toBe(second);
    expect(
      (await post('reset-password', { reset_token: second, password: 'quite another one' })).status,
    ).toBe(200);
    expect((await post('reset-password', { reset_token: first, password: 'quite another one' })).status).toBe(
      400,
    );
    await post('forgot-password', { email });
    await get().server.services.db.prisma.emailToken.updateMany({
      where: { userId: id, usedAt: null },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    const late = await post('reset-password', {
      reset_token: resetToken(email),
      password: 'quite another one',
    });
    expect(late.status).toBe(400);
  });

  it('links name the configured address, whatever the request claims', async () => {
    const { email } = await get().join();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    expect((await post('forgot-password', { email }, undefined, headers)).status).toBe(202);
    const mail = get().mails(email).at(-1) ?? '';
    expect(mail).toContain(`${get().baseUrl}/reset?reset_token=`);
    expect(mail).not.toContain('evil');
    expect(mail).toContain('text/plain');
    expect(mail).toContain('text/html');
  });

  it('are changed by who knows the current one; other sessions and open links end', async () => {
    const { email, token } = await get().join();
    const { token: other } = (await post('login', { email, password })).json;
    await post('forgot-password', { email });
    const link = resetToken(email);
    const change = (currentPassword: string, newPassword: string) =>
      get().graphql(
        'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { ok } }',
        { input: { currentPassword, newPassword } },
        token,
      );
    const wrong = await change('not this one', 'a better password');
    expect(wrong.json.errors[0].extensions).toMatchObject({ code: 'invalid_request', reason: 'password' });
    expect((await change(password, email)).json.errors[0].message).toContain('others would guess');
    expect((await change(password, 'a better password')).json.data).toEqual({ changePassword: { ok: true } });
    expect([await me(token), await me(other)]).toEqual([200, 401]);
    expect((await post('reset-password', { reset_token: link, password: 'quite another one' })).status).toBe(
      400,
    );
    expect((await post('login', { email, password: 'a better password' })).status).toBe(200);
  });

  it('of a registration count only when its own mail is followed', async () => {
    const email = 'victim@example.org';
    await post('register', { email, password: 'chosen by the attacker', name: 'Eve' });
    const attackers = /verify\?token=([\w-]+)/.exec(get().mails(email).at(-1) ?? '')?.[1];
    await post('register', { email, password: 'chosen by the victim', name: 'Vic' });
    const own = /verify\?token=([\w-]+)/.exec(get().mails(email).at(-1) ?? '')?.[1];
    const verified = await post('verify', { token: own });
    expect(verified.json.user.name).toBe('Vic');
    expect((await post('login', { email, password: 'chosen by the attacker' })).status).toBe(401);
    expect((await post('login', { email, password: 'chosen by the victim' })).status).toBe(200);
    expect((await post('verify', { token: attackers })).status).toBe(400);
  });
});
