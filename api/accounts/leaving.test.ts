import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../test/support/installation.ts';

describeEachInstallation('leaving', (get) => {
  const aml = 'model Note {\n  text String\n}';
  const files = { 'index.html': '<h1>Mine</h1>' };
  const remove = 'mutation { deleteAccount { ok } }';
  const publish = async (token: string) =>
    (await get().call({ method: 'POST', path: '/api/market', token, body: { name: 'Mine', aml, files } }))
      .json.app.id as string;

  it('takes everything along that there is of a person, as one JSON text', async () => {
    const { token, email, id } = await get().join('Ada');
    const app = await publish(token);
    await get().visit({ method: 'POST', path: `/a/${app}/_data`, body: { text: 'a "row"' } });
    await get().call({
      method: 'POST',
      path: '/api/conversations',
      token,
      body: { id: `c-${id}`, title: 'Talk' },
    });
    const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'hello' }] }];
    await get().call({
      method: 'POST',
      path: `/api/conversations/c-${id}/messages`,
      token,
      body: { messages },
    });
    await get().graphql(
      'mutation { createDraft(input: { name: "Sketch" }) { draft { draftId } } }',
      {},
      token,
    );
    const answer = await get().call({ path: '/api/auth/export', token });
    expect([answer.status, answer.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="account.json"',
    ]);
    expect(answer.json).toMatchObject({
      account: { id, email, name: 'Ada' },
      sessions: [{ endedAt: null }],
      identities: [],
      apps: [{ id: app, name: 'Mine', aml, files, rows: { Note: [{ text: 'a "row"' }] } }],
      drafts: [{ name: 'Sketch', files: {} }],
      conversations: [{ id: `c-${id}`, title: 'Talk', messages: [{ id: 'm', role: 'user' }] }],
    });
    expect(answer.text).not.toMatch(/passwordHash|pbkdf2|previewToken/);
    expect((await get().call({ path: '/api/auth/export' })).status).toBe(401);
    const other = (await get().join('Bob')).token;
    expect((await get().call({ path: '/api/auth/export', token: other })).text).not.toContain(app);
  });

  it('needs a fresh confirmation, then ends all sessions and leaves nothing but ids and forks', async () => {
    const { token, email, id } = await get().join('Ada');
    const { token: second } = (
      await get().call({
        method: 'POST',
        path: '/api/auth/login',
        body: { email, password: 'correct horse battery' },
      })
    ).json;
    const app = await publish(token);
    const bob = await get().join('Bob');
    const fork = (await get().call({ method: 'POST', path: `/api/market/${app}/fork`, token: bob.token }))
      .json.app.id;
    const { prisma } = get().server.services.db;
    await get().graphql(
      'mutation { createDraft(input: { name: "Sketch" }) { draft { draftId } } }',
      {},
      token,
    );
    await get().call({ method: 'POST', path: '/api/conversations', token, body: { id: `c-${id}` } });

    await prisma.session.updateMany({ where: { userId: id }, data: { confirmedAt: new Date(0) } });
    const early = await get().graphql(remove, {}, token);
    expect(early.json.errors[0].extensions).toMatchObject({ code: 'forbidden', reason: 'confirm' });
    const confirm = 'mutation { confirmPassword(input: { password: "correct horse battery" }) { ok } }';
    await get().graphql(confirm, {}, token);
    expect((await get().graphql(remove, {}, second)).json.errors[0].extensions.reason).toBe('confirm');
    expect((await get().graphql(remove, {}, token)).json.data).toEqual({ deleteAccount: { ok: true } });

    for (const dead of [token, second])
      expect((await get().call({ path: '/api/auth/me', token: dead })).status).toBe(401);
    expect((await get().visit({ path: `/a/${app}/` })).status).toBe(410);
    expect((await get().call({ path: `/api/market/${app}` })).status).toBe(404);
    expect((await get().visit({ path: `/a/${fork}/` })).status).toBe(200);
    const where = { userId: id };
    const left = await Promise.all([
      prisma.draft.count({ where: { ownerId: id } }),
      prisma.conversation.count({ where: { ownerId: id } }),
      prisma.session.count({ where }),
      prisma.emailToken.count({ where }),
      prisma.user.count({ where: { email } }),
    ]);
    expect(left).toEqual([0, 0, 0, 0, 0]);
    expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      email: `${id}@deleted.invalid`,
      name: 'Deleted account',
      picture: null,
      passwordHash: null,
    });
    expect(get().mails(email).at(-1)).toContain('Your account is deleted');

    // The address is free again, the app's id is not.
    const again = await get().join('Ada anew', email);
    expect(again.id).not.toBe(id);
    const claim = { id: app, name: 'Claimed', files };
    expect(
      (await get().call({ method: 'POST', path: '/api/market', token: again.token, body: claim })).status,
    ).toBe(403);
    await prisma.app.update({
      where: { id: app },
      data: { deletedAt: new Date(Date.now() - 31 * 24 * 3_600_000) },
    });
    await get().server.services.market.purgeDeleted();
    expect(await prisma.app.findUniqueOrThrow({ where: { id: app } })).toMatchObject({ name: '', aml: '' });
    expect((await get().visit({ path: `/a/${fork}/` })).status).toBe(200);
  });

  it('goes on where a crash cut it off', async () => {
    const { token, email, id } = await get().join('Ada');
    const app = await publish(token);
    const { prisma } = get().server.services.db;
    await prisma.user.update({ where: { id }, data: { deletedAt: new Date() } });
    const body = { email, password: 'correct horse battery' };
    expect((await get().call({ method: 'POST', path: '/api/auth/login', body })).status).toBe(401);
    await get().server.services.accounts.tidy();
    expect((await get().call({ path: `/api/market/${app}` })).status).toBe(404);
    expect(await prisma.user.count({ where: { email } })).toBe(0);
    expect((await get().call({ path: '/api/auth/me', token })).status).toBe(401);
  });
});
