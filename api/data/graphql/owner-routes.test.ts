import { expect, it } from 'vitest';
import { openEventStream } from '../../../test/support/event-stream.ts';
import { describeEachInstallation } from '../../../test/support/installation.ts';

const AML = `model Entry {
  id   Int @id @default(autoincrement())
  text String @length(1, 50)
  @@allow(read, owner)
  @@allow(create, anyone)
}
`;
const READ = '{ entries { nodes { text } } }';

describeEachInstallation("the owner's GraphQL", (get) => {
  it('is for the owner alone, of apps and of drafts, with all rights', async () => {
    const [ada, bob] = [await get().join(), await get().join('Bob')];
    const made = await get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: { name: 'Own', files: { 'index.html': '' }, aml: AML },
    });
    const app: string = made.json.app.id;
    const ask = (query: string, token?: string, path = `/api/apps/${app}/graphql`) =>
      get().call({ method: 'POST', path, body: { query }, ...(token ? { token } : {}) });
    const create = 'mutation { createEntry(data: { text: "one" }) { id text } }';
    expect((await ask(create, ada.token)).json).toEqual({ data: { createEntry: { id: 1, text: 'one' } } });
    expect((await ask(READ, ada.token)).json.data.entries.nodes).toEqual([{ text: 'one' }]);
    expect(
      (await ask('mutation { updateEntry(id: 1, data: { text: "two" }) { text } }', ada.token)).json,
    ).toEqual({
      data: { updateEntry: { text: 'two' } },
    });
    const invalid = await ask('mutation { updateEntry(id: 1, data: { text: "" }) { text } }', ada.token);
    expect(invalid.json.errors[0].extensions.code).toBe('invalid_record');

    for (const [token, path, status, code] of [
      [undefined, undefined, 401, 'unauthenticated'],
      [bob.token, undefined, 403, 'forbidden'],
      [ada.token, '/api/apps/nothing/graphql', 404, 'not_found'],
      ['bad.token.x', undefined, 401, 'unauthenticated'],
    ] as const) {
      const answer = await ask(READ, token, path);
      expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([status, code]);
      expect(answer.text).not.toContain('two');
    }

    // The publish origin never looks at a session.
    const visit = await get().visit({
      method: 'POST',
      path: `/a/${app}/_graphql`,
      token: ada.token,
      body: { query: 'mutation { deleteEntry(id: 1) { id } }' },
    });
    expect(visit.json.errors[0].message).toContain('deleteEntry');
    expect((await ask('mutation { deleteEntry(id: 1) { text } }', ada.token)).json).toEqual({
      data: { deleteEntry: { text: 'two' } },
    });

    const { json } = await get().graphql(
      'mutation { createDraft(input: { name: "d" }) { draft { draftId } } }',
      {},
      ada.token,
    );
    const draft: string = json.data.createDraft.draft.draftId;
    await get().graphql(
      'mutation ($aml: String!, $id: String!) { saveDraft(input: { draftId: $id, baseRevision: 1, changes: [], aml: $aml }) { revision { number } } }',
      { id: draft, aml: AML },
      ada.token,
    );
    const path = `/api/drafts/${draft}/graphql`;
    expect((await ask(create, ada.token, path)).json).toEqual({
      data: { createEntry: { id: 1, text: 'one' } },
    });
    expect((await ask(READ, bob.token, path)).status).toBe(404);
    expect((await ask(READ, ada.token)).json.data.entries.nodes).toEqual([]);
    expect((await get().call({ method: 'PUT', path, token: ada.token })).status).toBe(405);
  });

  it('streams new rows, and lives on when more readers leave than may listen at once', async () => {
    const ada = await get().join();
    const made = await get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: { name: 'Live', files: { 'index.html': '' }, aml: AML },
    });
    const app: string = made.json.app.id;
    const query = encodeURIComponent('subscription { entryCreated { text } }');
    // An address has 20 streams: who left gives the place back.
    for (let round = 0; round < 25; round += 1) {
      const stream = await openEventStream({
        port: get().server.port,
        path: `/api/apps/${app}/graphql?query=${query}`,
        headers: { authorization: `Bearer ${ada.token}` },
      });
      expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
      if (round % 5 === 0) {
        const { status } = await get().visit({
          method: 'POST',
          path: `/a/${app}/_data`,
          body: { text: 'new' },
        });
        expect(status).toBe(201);
        expect(await stream.until(1)).toEqual([{ data: { entryCreated: { text: 'new' } } }]);
      }
      stream.leave();
      await stream.ended;
    }
    expect(
      (await get().call({ path: `/api/apps/${app}/graphql?query={__typename}`, token: ada.token })).status,
    ).toBe(200);
  });
});
