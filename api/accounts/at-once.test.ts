import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeEachInstallation,
  startInstallation,
  type Installation,
} from '../../test/support/installation.ts';
import { withHasher } from './password.ts';

const PASSWORD = 'correct horse battery';
const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { ok } }';

describeEachInstallation('what happens at once', (get) => {
  it('of several changes of a password one succeeds, and is the password', async () => {
    const { email, token } = await get().join();
    const wanted = ['one', 'two', 'three', 'four'].map((word) => `new horse battery ${word}`);
    const answers = await Promise.all(
      wanted.map((newPassword) =>
        get().graphql(CHANGE, { input: { currentPassword: PASSWORD, newPassword } }, token),
      ),
    );
    const changed = wanted.filter((_, i) => answers[i]?.json.data?.changePassword.ok === true);
    expect(changed).toHaveLength(1);
    for (const { json } of answers.filter(({ json }) => json.errors)) {
      // One that came late is compared with the new password already; several of these are wrong tries in a row.
      expect(['conflict', 'invalid_request', 'rate_limited']).toContain(json.errors[0].extensions.code);
    }
    const { prisma } = get().server.services.db;
    const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { email } });
    const isPassword = await withHasher(({ verify }) =>
      Promise.all(wanted.map((password) => verify(password, passwordHash ?? ''))),
    );
    expect(wanted.filter((_, i) => isPassword[i])).toEqual(changed);
  });
});

/** On the embedded database there is one transaction at a time, so that nothing can come between. */
describe('a sign-in while the account changes, on PostgreSQL', () => {
  let site: Installation;
  beforeAll(async () => void (site = await startInstallation('PostgreSQL')));
  afterAll(() => site.stop());

  it.each([
    ['another password', { passwordHash: 'pbkdf2-sha256$1$AA$AA' }],
    ['its deletion', { deletedAt: new Date() }],
  ])('leaves no session behind: %s', async (_what, data) => {
    const { email, id } = await site.join();
    const { prisma, pool } = site.server.services.db;
    let answered = false;
    const isAnsweredOrWaits = async (): Promise<boolean> => {
      if (answered) return true;
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rows[0]?.n ?? 0) > 0;
    };
    const signingIn = await prisma.$transaction(
      async (tx) => {
        await tx.user.update({ where: { id }, data });
        await tx.session.updateMany({ where: { userId: id }, data: { endedAt: new Date() } });
        const answer = site
          .call({ method: 'POST', path: '/api/auth/login', body: { email, password: PASSWORD } })
          .finally(() => (answered = true));
        while (!(await isAnsweredOrWaits())) await new Promise((done) => setTimeout(done, 10));
        return { answer };
      },
      { timeout: 30_000 },
    );
    expect((await signingIn.answer).status).toBe(401);
    expect(await prisma.session.count({ where: { userId: id, endedAt: null } })).toBe(0);
  });
});
