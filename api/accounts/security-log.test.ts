import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInstallation, type Installation } from '../../test/support/installation.ts';

interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly [member: string]: unknown;
}

const PASSWORD = 'correct horse battery';

describe('the log of who signed in and what they changed', () => {
  const log: string[] = [];
  let site: Installation;
  beforeAll(async () => {
    const env = { TRUST_PROXY: '1' };
    site = await startInstallation('PGlite', { env, onLog: (line) => void log.push(line) });
  });
  afterAll(() => site.stop());

  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const post = (path: string, body: unknown, token?: string) =>
    site.call({ method: 'POST', path: `/api/auth/${path}`, body, headers, ...(token ? { token } : {}) });
  const lines = (): readonly Line[] => log.map((line) => JSON.parse(line) as Line);
  /** What was written since the last look, without time and place. */
  function events(): readonly unknown[] {
    const found = lines().filter(({ msg }) => msg === 'security');
    log.splice(0);
    return found.map(({ event, outcome, reason, userId, method }) =>
      [event, outcome, reason, userId, method].filter((value) => value !== undefined),
    );
  }
  async function change(mutation: string, input: object | null, token: string): Promise<string> {
    const kind = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    const query =
      input === null
        ? `mutation { ${mutation}${mutation === 'endOtherSessions' ? '' : ' { ok }'} }`
        : `mutation ($input: ${kind === 'EndSessionInput' ? 'AccountItemInput' : kind}!) { ${mutation}(input: $input) { ok } }`;
    return (await site.graphql(query, { input }, token)).text;
  }

  it('has a line for each, with whose account, from where and in which request, and no secret', async () => {
    const secrets: string[] = [PASSWORD, 'a better password', 'the newest password', 'not this one'];
    const { email, token, id } = await site.join();
    secrets.push(email, token);
    expect(events()).toEqual([
      ['registration', 'success', id],
      ['email_verified', 'success', id, 'mail'],
    ]);

    await post('login', { email, password: 'not this one' });
    await post('login', { email: 'nobody@example.org', password: 'not this one' });
    const { token: second } = (await post('login', { email, password: PASSWORD })).json;
    secrets.push(second, 'nobody@example.org');
    const [first] = lines().filter(({ msg }) => msg === 'security');
    expect(first).toMatchObject({ level: 40, address: '203.0.113.9', requestId: expect.any(String) });
    const request = lines().find(({ msg, requestId }) => msg === 'request' && requestId === first?.requestId);
    expect(request).toMatchObject({ path: '/api/auth/login', status: 401 });
    const all = [...log];
    expect(events()).toEqual([
      ['sign_in', 'failure', 'unauthenticated', id, 'password'],
      ['sign_in', 'failure', 'unauthenticated', null, 'password'],
      ['sign_in', 'success', id, 'password'],
    ]);

    const wrong = { currentPassword: 'not this one', newPassword: 'a better password' };
    expect(await change('changePassword', wrong, token)).toContain('invalid_request');
    await change('changePassword', { ...wrong, currentPassword: PASSWORD }, token);
    await change('endSession', { id: 'none' }, token);
    await change('endOtherSessions', null, token);
    await change('confirmPassword', { password: 'a better password' }, token);
    await post('logout', undefined, token);
    all.push(...log);
    expect(events()).toEqual([
      ['password_changed', 'failure', 'invalid_request', id],
      ['password_changed', 'success', id],
      ['session_ended', 'success', id],
      ['other_sessions_ended', 'success', id],
      ['confirmation', 'success', id, 'password'],
      ['sign_out', 'success', id],
    ]);

    await post('forgot-password', { email });
    await post('forgot-password', { email: 'nobody@example.org' });
    const link = /reset_token=([\w-]+)/.exec(site.mails(email).at(-1) ?? '')?.[1] ?? '';
    secrets.push(link);
    await post('reset-password', { reset_token: 'none', password: 'the newest password' });
    await post('reset-password', { reset_token: link, password: 'the newest password' });
    const { token: third } = (await post('login', { email, password: 'the newest password' })).json;
    secrets.push(third);
    await site.server.services.db.prisma.session.updateMany({ data: { confirmedAt: new Date(0) } });
    expect(await change('deleteAccount', null, third)).toContain('forbidden');
    await change('confirmPassword', { password: 'the newest password' }, third);
    await change('deleteAccount', null, third);
    all.push(...log);
    expect(events()).toEqual([
      ['password_reset_asked', 'success', id],
      ['password_reset_asked', 'success', null],
      ['password_reset', 'failure', 'invalid_request', null, 'mail'],
      ['password_reset', 'success', id, 'mail'],
      ['sign_in', 'success', id, 'password'],
      ['account_deleted', 'failure', 'forbidden', id],
      ['confirmation', 'success', id, 'password'],
      ['account_deleted', 'success', id],
    ]);
    for (const secret of secrets) expect(all.join('')).not.toContain(secret);
  });

  it('says whose session was refused what', async () => {
    const [ada, bob] = [await site.join('Ada'), await site.join('Bob')];
    const body = { id: 'talk' };
    await site.call({ method: 'POST', path: '/api/conversations', body, token: ada.token });
    await site.call({ method: 'DELETE', path: '/api/conversations/talk', token: bob.token });
    expect(lines().findLast(({ msg }) => msg === 'request')).toMatchObject({
      method: 'DELETE',
      status: 403,
      userId: bob.id,
    });
  });
});
