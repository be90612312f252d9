import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_KINDS } from '../../test/support/databases.ts';
import { openEventStream, type EventStream } from '../../test/support/event-stream.ts';
import { startInstallation, type Installation, type Person } from '../../test/support/installation.ts';
import { SESSION_SECRET, startServerProcess, type ServerProcess } from '../../test/support/server-process.ts';

const NEWS =
  'subscription ($draftId: String!, $conversationId: String) { draftChanged(draftId: $draftId, conversationId: $conversationId) { draftId name revision conversationUpdatedAt } }';

describe.each(DATABASE_KINDS)('news of a draft on %s', (kind) => {
  let site: Installation;
  /** A second process of the installation, where the database can have one. */
  let other: ServerProcess | null = null;
  let folder = '';

  beforeAll(async () => {
    site = await startInstallation(kind, { env: { SESSION_SECRET } });
    const { databaseUrl } = site.server.services.config;
    if (databaseUrl === null) return;
    folder = mkdtempSync(join(tmpdir(), 'process-'));
    const env = { SESSION_SECRET, BASE_URL: site.baseUrl };
    other = await startServerProcess({ dataDir: folder, databaseUrl, env });
  });
  afterAll(async () => {
    await other?.stop();
    await site.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  const ports = (): readonly number[] => [
    site.server.port,
    ...(other ? [Number(new URL(other.baseUrl).port)] : []),
  ];
  const listen = (person: Person, draftId: string, conversationId: string | null = null) =>
    Promise.all(
      ports().map((port) =>
        openEventStream({
          port,
          path: '/graphql',
          headers: { authorization: `Bearer ${person.token}` },
          body: { query: NEWS, variables: { draftId, conversationId } },
        }),
      ),
    );
  const told = async (streams: readonly EventStream[], count: number): Promise<unknown[]> =>
    Promise.all(
      streams.map(async (stream) => {
        const event = (await stream.until(count))[count - 1] as {
          data?: { draftChanged: object } | null;
          errors?: { extensions: { code: string } }[];
        };
        return event.errors?.[0]?.extensions.code ?? event.data?.draftChanged;
      }),
    );
  const mutate = async (person: Person, field: string, type: string, input: object, select: string) => {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`;
    const { json } = await site.graphql(query, { input }, person.token);
    expect(json.errors).toBeUndefined();
    return json.data[field];
  };
  const begin = async (person: Person): Promise<string> =>
    (await mutate(person, 'createDraft', 'CreateDraftInput', { name: 'One' }, '{ draft { draftId } }')).draft
      .draftId;

  it('comes to every open page, whichever process it talks to', async () => {
    const ada = await site.join();
    const draftId = await begin(ada);
    const streams = await listen(ada, draftId, 'chat-of-ada');
    const all = (news: object): unknown[] => streams.map(() => news);
    const now = { draftId, name: 'One', revision: 1, conversationUpdatedAt: null };
    expect(await told(streams, 1)).toEqual(all(now));
    const change = { draftId, baseRevision: 1, changes: [{ path: 'a.txt', content: 'a' }] };
    await mutate(ada, 'saveDraft', 'SaveDraftInput', change, '{ draft { id } }');
    expect(await told(streams, 2)).toEqual(all({ ...now, revision: 2 }));
    await mutate(ada, 'undoDraft', 'DraftStepInput', { draftId, baseRevision: 2 }, '{ draft { id } }');
    expect(await told(streams, 3)).toEqual(all({ ...now, revision: 3 }));
    await mutate(ada, 'renameDraft', 'RenameDraftInput', { draftId, name: 'Two' }, '{ draft { id } }');
    expect(await told(streams, 4)).toEqual(all({ ...now, name: 'Two', revision: 3 }));
    await site.call({
      method: 'POST',
      path: '/api/conversations/chat-of-ada/messages',
      token: ada.token,
      body: { messages: [{ id: 'm1', role: 'user', parts: [] }] },
    });
    for (const news of await told(streams, 5)) {
      expect(news).toMatchObject({ revision: 3, conversationUpdatedAt: expect.stringMatching(/Z$/) });
    }
    await mutate(ada, 'deleteDraft', 'DeleteDraftInput', { draftId }, '{ ok }');
    expect(await told(streams, 6)).toEqual(streams.map(() => 'not_found'));
    await Promise.all(streams.map(({ ended }) => ended));
  });

  it('is nobody else’s, and a chat of somebody else gives nothing away', async () => {
    const [ada, eve] = [await site.join('Ada'), await site.join('Eve')];
    const secret = await begin(ada);
    expect(await told(await listen(eve, secret), 1)).toEqual(ports().map(() => 'not_found'));
    const path = `/api/conversations/chat-${secret}/messages`;
    const say = (id: string) =>
      site.call({
        method: 'POST',
        path,
        token: ada.token,
        body: { messages: [{ id, role: 'user', parts: [] }] },
      });
    await say('m1');
    const own = await begin(eve);
    const streams = await listen(eve, own, `chat-${secret}`);
    expect(await told(streams, 1)).toEqual(
      streams.map(() => ({ draftId: own, name: 'One', revision: 1, conversationUpdatedAt: null })),
    );
    await say('m2');
    await mutate(eve, 'renameDraft', 'RenameDraftInput', { draftId: own, name: 'Two' }, '{ draft { id } }');
    expect(await told(streams, 2)).toMatchObject(streams.map(() => ({ name: 'Two' })));
    for (const stream of streams) stream.leave();
  });

  it('ends with the session', async () => {
    const ada = await site.join();
    const streams = await listen(ada, await begin(ada));
    await told(streams, 1);
    await site.call({ method: 'POST', path: '/api/auth/logout', token: ada.token });
    expect(await told(streams, 2)).toEqual(streams.map(() => 'unauthenticated'));
    await Promise.all(streams.map(({ ended }) => ended));
  });

  it('leaves nothing behind when the page goes', async () => {
    const ada = await site.join();
    const draftId = await begin(ada);
    // More pages one after the other than a person may have open at once.
    for (let page = 0; page < 60; page += 1) {
      const [stream] = await listen(ada, draftId);
      if (stream === undefined) throw new Error('no stream');
      await stream.until(1);
      stream.leave();
      await stream.ended;
    }
  });
});
