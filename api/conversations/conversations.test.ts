import { beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { createSignedInApp, type SignedInApp } from '../../test/support/signed-in-app.ts';
import type { SessionUser } from '../accounts/session-user.ts';
import { newId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { conversationRoutes } from './rest.ts';
import type { Conversation, Transcript } from './conversation.ts';
import { createConversations, type Conversations } from './service.ts';

const PATH = '/api/conversations';

/** The members that answers of these routes have. */
interface Body {
  readonly ok: boolean;
  readonly conversation: Transcript;
  readonly conversations: readonly Conversation[];
  readonly nextCursor?: string;
  readonly error: { readonly code: string; readonly message: string };
}

describeEachDatabase('conversations', (db) => {
  // The clock of the service, which tests move.
  let skipped = 0;
  let conversations: Conversations;
  let host: SignedInApp<Body>;
  beforeAll(() => {
    conversations = createConversations({
      db: db(),
      topics: { tell: () => {} },
      now: () => new Date(Date.now() + skipped),
    });
    host = createSignedInApp(PATH, conversationRoutes({ conversations }), db());
  });
  const join = (): Promise<SessionUser> => host.join();
  const call: SignedInApp<Body>['call'] = (...given) => host.call(...given);
  const say = (text: string, id?: string): object => ({
    ...(id && { id }),
    role: 'user',
    parts: [{ type: 'text', text }],
  });

  it("creates with 201, and with 200 when the id is one's own already", async () => {
    const ada = await join();
    const id = newId();
    const created = await call(ada, 'POST', PATH, {
      id,
      title: 'First',
      projectId: 'p1',
      ownerId: 'eve',
      updatedAt: '1999',
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      ok: true,
      conversation: { id, title: 'First', projectId: 'p1', messageCount: 0 },
    });
    const again = await call(ada, 'POST', PATH, { id });
    expect(again.status).toBe(200);
    expect(again.json.conversation).toEqual(created.json.conversation);
    const renamed = await call(ada, 'POST', PATH, { id, title: 'Second' });
    expect(renamed.json.conversation).toMatchObject({ title: 'Second', projectId: 'p1' });
    const unnamed = await call(ada, 'POST', PATH, {});
    expect(unnamed.status).toBe(201);
    expect(unnamed.json.conversation.id).toMatch(/^[a-z][a-z0-9]{15}$/);
  });

  it('lists the own ones, latest change first, without messages, page by page', async () => {
    const ada = await join();
    const ids = ['a', 'b', 'c'].map(() => newId());
    for (const id of ids) {
      await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: [say('hello')] });
      skipped += 10;
    }
    const other = await join();
    await call(other, 'POST', PATH, {});
    await call(ada, 'POST', `${PATH}/${ids[0]}/messages`, { messages: [say('later')] });
    const all = await call(ada, 'GET', PATH);
    expect(idsOf(all.json)).toEqual([ids[0], ids[2], ids[1]]);
    expect(all.json.conversations[0]).not.toHaveProperty('messages');
    expect(all.json.conversations[0]).toMatchObject({ messageCount: 2 });
    expect(all.json).not.toHaveProperty('nextCursor');
    const first = await call(ada, 'GET', `${PATH}?limit=2`);
    expect(idsOf(first.json)).toEqual([ids[0], ids[2]]);
    const second = await call(ada, 'GET', `${PATH}?limit=2&cursor=${first.json.nextCursor}`);
    expect(idsOf(second.json)).toEqual([ids[1]]);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'limit=1.5', 'cursor=nonsense', 'cursor=W10']) {
      expect((await call(ada, 'GET', `${PATH}?${query}`)).status, query).toBe(400);
    }
  });

  it('keeps the transcript as given, in order, whatever stands in it', async () => {
    const ada = await join();
    const id = newId();
    const odd = {
      z: 1,
      a: [null, -0.5, 1e300, 'NUL \u0000, half a pair \ud83d, <script>'],
      $type: 'Json',
      toStringTag: '[object Decimal]',
      __prismaRawParameters__: true,
      values: {},
      '': '',
    };
    const messages = [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hi' }, odd] },
      { id: 'm2', role: 'assistant', content: 'old style', metadata: { outcome: 'completed' } },
      { role: 'tool', parts: [] },
    ];
    const appended = await call(ada, 'POST', `${PATH}/${id}/messages`, { messages });
    expect(appended.json.conversation).toMatchObject({ id, messageCount: 3 });
    const { json } = await call(ada, 'GET', `${PATH}/${id}`);
    expect(json.conversation.messages).toMatchObject(messages);
    const stored = json.conversation.messages[0];
    expect(JSON.stringify(stored?.parts)).toBe(JSON.stringify(messages[0]?.parts));
    expect(stored?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('takes a message again by its id: once if it is the same, in its place if it has grown', async () => {
    const ada = await join();
    const id = newId();
    const send = (messages: unknown): ReturnType<typeof call> =>
      call(ada, 'POST', `${PATH}/${id}/messages`, { messages });
    const first = await send([say('one', 'm1'), say('two', 'm2')]);
    skipped += 10;
    const again = await send([say('one', 'm1'), say('two', 'm2')]);
    expect(again.json.conversation).toEqual(first.json.conversation);
    const grown = await send([say('one, and more', 'm1'), say('three', 'm3'), say('three', 'm3')]);
    expect(grown.json.conversation).toMatchObject({ messageCount: 3 });
    expect(grown.json.conversation.updatedAt).not.toBe(first.json.conversation.updatedAt);
    const { json } = await call(ada, 'GET', `${PATH}/${id}`);
    expect(textsOf(json)).toEqual(['one, and more', 'two', 'three']);
  });

  it('stores a batch whole or not at all', async () => {
    const ada = await join();
    const id = newId();
    await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: [say('kept')] });
    const refused = await call(ada, 'POST', `${PATH}/${id}/messages`, {
      messages: [say('lost'), { role: 'nobody', parts: [] }],
    });
    expect(refused.status).toBe(400);
    const { json } = await call(ada, 'GET', `${PATH}/${id}`);
    expect(textsOf(json)).toEqual(['kept']);
  });

  it('keeps the newest save of a message, also when an older one is carried out after it', async () => {
    const ada = await join();
    const path = `${PATH}/${newId()}/messages`;
    const send = (text: string, save?: unknown): Promise<{ status: number; json: Body }> =>
      call(ada, 'POST', path, {
        messages: [{ id: 'a1', role: 'assistant', parts: [{ type: 'text', text }], metadata: { save } }],
      });
    const texts = async (...given: Parameters<typeof send>): Promise<unknown> => {
      expect((await send(...given)).status).toBe(200);
      const { conversation } = (await call(ada, 'GET', path.replace('/messages', ''))).json;
      return conversation.messages.map(({ parts }) => parts?.[0]);
    };
    const one = (text: string): object[] => [{ type: 'text', text }];
    expect(await texts('begun', 1)).toEqual(one('begun'));
    expect(await texts('done', 3)).toEqual(one('done'));
    expect(await texts('half', 2)).toEqual(one('done'));
    expect(await texts('half', undefined)).toEqual(one('done'));
    expect(await texts('half', '9')).toEqual(one('done'));
    expect(await texts('done again', 3)).toEqual(one('done again'));
  });

  it('gives every message a place of its own when many append at once', async () => {
    const ada = await join();
    const id = newId();
    const batches = Array.from({ length: 12 }, (_, i) => [say(`${i}a`), say(`${i}b`)]);
    const answers = await Promise.all(
      batches.map((messages) => call(ada, 'POST', `${PATH}/${id}/messages`, { messages })),
    );
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200));
    const texts = textsOf((await call(ada, 'GET', `${PATH}/${id}`)).json);
    expect(texts).toHaveLength(24);
    for (let i = 0; i < texts.length; i += 2) expect(texts[i + 1]).toBe(String(texts[i]).replace('a', 'b'));
  });

  it('keeps others out: 404 for reading, 403 for writing, also after a delete', async () => {
    const [ada, eve] = [await join(), await join()];
    const id = newId();
    await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: [say('secret')] });
    const attempts = async (): Promise<readonly number[]> => [
      (await call(eve, 'GET', `${PATH}/${id}`)).status,
      (await call(eve, 'DELETE', `${PATH}/${id}`)).status,
      (await call(eve, 'POST', PATH, { id, title: 'mine' })).status,
      (await call(eve, 'POST', `${PATH}/${id}/messages`, { messages: [say('x')] })).status,
    ];
    expect(await attempts()).toEqual([404, 403, 403, 403]);
    expect((await call(ada, 'GET', `${PATH}/${id}`)).json.conversation).toMatchObject({
      title: null,
      messageCount: 1,
    });
    expect((await call(ada, 'DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect(await attempts()).toEqual([404, 403, 403, 403]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/messages`],
    ]) {
      expect((await call(null, method ?? '', PATH + path, method === 'POST' ? {} : undefined)).status).toBe(
        401,
      );
    }
  });

  it('deletes again and again, begins anew empty, and restores within 30 days', async () => {
    const ada = await join();
    const id = newId();
    await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: [say('old')] });
    for (const path of [
      `${PATH}/${id}`,
      `${PATH}/${id}`,
      `${PATH}/${newId()}`,
      `${PATH}/no%20id`,
      `${PATH}/%00`,
    ]) {
      expect((await call(ada, 'DELETE', path)).status, path).toBe(200);
    }
    expect((await call(ada, 'GET', `${PATH}/${id}`)).status).toBe(404);
    expect(idsOf((await call(ada, 'GET', PATH)).json)).toEqual([]);
    expect(await conversations.restore(ada.id, id)).toMatchObject({ messageCount: 1 });

    await conversations.remove(ada.id, id);
    const anew = await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: [say('new')] });
    expect(anew.json.conversation).toMatchObject({ messageCount: 1, title: null });
    expect(textsOf((await call(ada, 'GET', `${PATH}/${id}`)).json)).toEqual(['new']);

    await conversations.remove(ada.id, id);
    skipped += LIMITS.conversationRestoreMs + 1_000;
    await expect(conversations.restore(ada.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await conversations.purgeDeleted()).toBeGreaterThan(0);
    expect(await db().prisma.message.count({ where: { conversationId: id } })).toBe(0);
    const eve = await join();
    expect((await call(eve, 'POST', PATH, { id })).status).toBe(403);
    expect((await call(ada, 'POST', PATH, { id })).status).toBe(201);
  });

  it('names what is wrong with a body, and never fails on it', async () => {
    const ada = await join();
    const id = newId();
    const messages: readonly [unknown, number, RegExp][] = [
      [undefined, 400, /list of messages/],
      [{}, 400, /list of messages/],
      [[null], 400, /messages\[0\]/],
      [[{ role: 'user' }], 400, /neither parts nor content/],
      [[{ role: 'user', parts: 'text' }], 400, /messages\[0\]\.parts/],
      [[{ role: 'robot', parts: [] }], 400, /messages\[0\]\.role/],
      [[{ id: 'no id', role: 'user', parts: [] }], 400, /messages\[0\]\.id/],
      [[{ role: 'user', parts: [], createdAt: 'yesterday' }], 400, /createdAt/],
      [[{ role: 'user', parts: [], createdAt: '0001-01-01T00:00:00Z' }], 400, /createdAt/],
      [[{ role: 'user', content: 'x'.repeat(LIMITS.messageBytes) }], 413, /1,048,576/],
      [Array.from({ length: 201 }, () => say('x')), 413, /200 messages/],
    ];
    for (const [given, status, words] of messages) {
      const answer = await call(ada, 'POST', `${PATH}/${id}/messages`, { messages: given });
      expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringMatching(words)]);
    }
    const nested = `{"messages":[{"role":"user","parts":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`;
    const deep = await call(ada, 'POST', `${PATH}/${id}/messages`, nested);
    expect([deep.status, deep.json.error.message]).toEqual([400, expect.stringMatching(/64 levels/)]);
    const bodies: readonly [unknown, number][] = [
      ['{"title":', 400],
      ['[]', 400],
      [{ id: 7 }, 400],
      [{ id: 'a b' }, 400],
      [{ projectId: '\u0000' }, 400],
      [{ title: 'a\u0000b' }, 400],
      [{ title: '\ud800' }, 400],
      [{ title: 'x'.repeat(201) }, 400],
    ];
    for (const [body, status] of bodies) expect((await call(ada, 'POST', PATH, body)).status).toBe(status);
    expect((await call(ada, 'POST', `${PATH}/a%20b/messages`, { messages: [] })).status).toBe(400);
    expect((await call(ada, 'PUT', `${PATH}/${id}`, {})).status).toBe(405);
    expect((await call(ada, 'GET', `${PATH}/${id}`)).status).toBe(404);
  });
});

function idsOf({ conversations }: Body): readonly string[] {
  return conversations.map(({ id }) => id);
}

function textsOf({ conversation }: Body): readonly string[] {
  return conversation.messages.map(({ parts = [] }) => (parts[0] as { text: string }).text);
}
