import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataPlane } from '../api/data/contract.ts';
import { createDataPlane } from '../api/data/plane.ts';
import { caller } from '../api/data/testing/call.ts';
import { describeEachDatabase, DATABASE_KINDS } from './support/databases.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { describeEachInstallation, startInstallation, type Person } from './support/installation.ts';

const AML = `
model Message {
  id    Int    @id @default(autoincrement())
  text  String
  room  String @default("hall")
  likes Like[]
}
model Like {
  id        Int @id @default(autoincrement())
  who       String
  message   Message @relation(fields: [messageId], references: [id])
  messageId Int
}
model Secret {
  id   Int    @id @default(autoincrement())
  text String
  @@allow(read, owner)
  @@allow(create, anyone)
}
`;
const path = (app: string, query: string): string => `/a/${app}/_graphql?query=${encodeURIComponent(query)}`;
const CREATED = 'subscription { messageCreated { id text likes { totalCount } } }';

describeEachInstallation('subscriptions of an app', (get) => {
  let owner: Person;
  const open = (query: string, app = 'chat'): Promise<EventStream> =>
    openEventStream({ port: get().server.publishPort, path: path(app, query) });
  const insert = async (body: object, entity = 'Message', app = 'chat'): Promise<void> => {
    const { status } = await get().visit({ method: 'POST', path: `/a/${app}/_data?entity=${entity}`, body });
    expect(status).toBe(201);
  };
  const publish = (aml: string, id = 'chat'): Promise<{ status: number }> =>
    get().call({
      method: 'POST',
      path: '/api/market',
      token: owner.token,
      body: { id, name: 'Chat', aml, files: { 'index.html': '<p>Chat' } },
    });

  beforeAll(async () => {
    owner = await get().join();
    expect((await publish(AML)).status).toBe(201);
    expect((await publish(AML, 'other')).status).toBe(201);
  });

  it('sends each new row, from REST, from GraphQL and nested, to whoever was told that it listens', async () => {
    const stream = await open(CREATED);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    await insert({ text: 'by REST' });
    await insert({ text: 'elsewhere' }, 'Message', 'other');
    const query =
      'mutation { createLike(data: { who: "me", message: { create: { text: "nested" } } }) { id } createMessage(data: { text: "by GraphQL" }) { id } }';
    await get().visit({ method: 'POST', path: '/a/chat/_graphql', body: { query } });
    await get().visit({
      method: 'POST',
      path: '/a/chat/_graphql',
      body: {
        query:
          'mutation { createLike(data: { who: "x", message: { create: { text: "kept out", likes: { create: [{ who: "y", messageId: 1 }] } } } }) { id } }',
      },
    });
    await insert({ text: 'last' });
    const events = await stream.until(4);
    expect(
      events.map((event) => (event as { data: { messageCreated: object } }).data.messageCreated),
    ).toMatchObject([
      { text: 'by REST', likes: { totalCount: 0 } },
      { text: 'nested', likes: { totalCount: 1 } },
      { text: 'by GraphQL' },
      { text: 'last' },
    ]);
    stream.leave();
  });

  it('loses no row that is added right after the first byte, and keeps the line alive', async () => {
    for (let round = 0; round < 10; round += 1) {
      const stream = await open(
        `subscription { messageCreated(where: { text: { equals: "r${round}" } }) { text } }`,
      );
      await insert({ text: 'not mine' });
      await insert({ text: `r${round}` });
      expect(await stream.until(1)).toEqual([{ data: { messageCreated: { text: `r${round}` } } }]);
      if (round === 0) {
        await sleep(800);
        expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(1);
      }
      stream.leave();
    }
  });

  it('keeps to the read rule and to readers of events', async () => {
    const hidden = await open('subscription { secretCreated { text } }');
    expect(JSON.stringify(hidden.events)).toContain('secretCreated');
    const plain = await get().visit({ method: 'POST', path: '/a/chat/_graphql', body: { query: CREATED } });
    expect(plain.json.errors[0].message).toContain('EventSource');
    expect(plain.json.errors[0].extensions.code).toBe('invalid_request');
  });

  it('ends when the app changes', async () => {
    const stream = await open(CREATED);
    expect((await publish(AML.replace('text  String', 'text  String @length(0, 500)'))).status).toBe(200);
    await stream.ended;
    expect(JSON.stringify(stream.events)).toContain('The app has changed. Please subscribe again.');
    expect(stream.text()).toContain('event: complete');
    const again = await open(CREATED);
    await insert({ text: 'afterwards' });
    expect(await again.until(1)).toMatchObject([{ data: { messageCreated: { text: 'afterwards' } } }]);
    again.leave();
  });

  it('has a limit of streams for an address, which those who left do not count for', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(CREATED, 'other')));
    const more = await open(CREATED);
    expect(JSON.stringify(more.events)).toContain('An address may have 20 subscriptions open at once.');
    for (const stream of streams) stream.leave();
    for (let tries = 0; ; tries += 1) {
      const stream = await open(CREATED);
      const refused = stream.text().includes('rate_limited');
      stream.leave();
      if (!refused) break;
      expect(tries).toBeLessThan(50);
      await sleep(50);
    }
  });
});

describe.each(DATABASE_KINDS)('a server on %s that stops', (kind) => {
  it('ends its streams at once', async () => {
    const installation = await startInstallation(kind);
    const { token } = await installation.join();
    await installation.call({
      method: 'POST',
      path: '/api/market',
      token,
      body: { id: 'chat', name: 'Chat', aml: AML, files: { 'index.html': '' } },
    });
    const stream = await openEventStream({
      port: installation.server.publishPort,
      path: path('chat', CREATED),
    });
    const began = performance.now();
    await installation.stop();
    expect(performance.now() - began).toBeLessThan(4_000);
    await stream.ended;
    expect(stream.text()).toContain('event: complete');
  });
});

describeEachDatabase('subscriptions over two processes', (db) => {
  let here: DataPlane;
  let there: DataPlane;
  const space = { id: 'shared', aml: AML };
  beforeAll(() => {
    here = createDataPlane({ db: db() });
    there = createDataPlane({ db: db() });
  });
  afterAll(async () => {
    await here.close();
    await there.close();
  });

  it('hear of rows that the other one stores', async ({ skip }) => {
    // The embedded database belongs to one process.
    if (db().mode === 'embedded') skip();
    const url = `http://app.test/a/shared/_graphql?query=${encodeURIComponent('subscription { messageCreated { text room } }')}`;
    const response = await here.respond(
      space,
      '_graphql',
      new Request(url, { headers: { accept: 'text/event-stream' } }),
      'anyone',
    );
    const reader = response.body?.getReader();
    await reader?.read();
    await Promise.all(Array.from({ length: 30 }, (_, i) => caller(there, space).insert({ text: `t${i}` })));
    const decoder = new TextDecoder();
    let text = '';
    while ((text.match(/data: /g) ?? []).length < 30) text += decoder.decode((await reader?.read())?.value);
    const texts = [...text.matchAll(/"text":"(t\d+)"/g)].map(([, found]) => found);
    expect(new Set(texts).size).toBe(30);
    await reader?.cancel();
  });
});
