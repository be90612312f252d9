import { serverAudits } from 'graphql-http';
import { expect, it } from 'vitest';
import { describeEachInstallation, type Installation } from '../support/installation.ts';

describeEachInstallation('the platform’s GraphQL endpoint', (get) => {
  it('passes every audit of GraphQL over HTTP', async () => {
    const url = `http://127.0.0.1:${get().server.port}/graphql`;
    const results = await Promise.all(serverAudits({ url, fetchFn: fetch }).map((audit) => audit.fn()));
    const bad = results
      .filter((result) => result.status !== 'ok')
      .map((result) => [result.status, result.name]);
    expect([results.length, bad]).toEqual([61, []]);
  });

  it('refuses documents that are too deep, too long or too wide, quickly and without 5xx', async () => {
    const deep = (levels: number): string =>
      `{ apps { edges { node { ${'forkedFrom { '.repeat(levels)} name ${'}'.repeat(levels)} } } } }`;
    const documents = {
      deep: deep(40),
      aliases: `{ ${Array.from({ length: 200 }, (_, i) => `a${i}: viewer { id }`).join(' ')} }`,
      tokens: `{ apps { edges { node { ${'name '.repeat(5_000)} } } } }`,
      braces: '{'.repeat(15_000),
      directives: `{ apps ${'@skip(if: false) '.repeat(200)} { totalCount } }`,
      wide: '{ apps(first: 101) { totalCount } }',
      circular: 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    };
    for (const [name, query] of Object.entries(documents)) {
      const start = performance.now();
      const answer = await get().graphql(query);
      const ms = performance.now() - start;
      expect([name, answer.status < 500, answer.json.errors?.length > 0]).toEqual([name, true, true]);
      expect([name, ms < 1_000]).toEqual([name, true]);
    }
  });

  it('suggests no names of hidden fields', async () => {
    const { json } = await get().graphql('{ viewr { email } }');
    expect(json.errors[0].message).not.toContain('viewer');
  });

  it('answers bad ids, cursors, pages and characters as the client’s mistakes, or with nothing', async () => {
    const ada = await get().join();
    const conversation = await get().graphql(
      'mutation { createConversation(input: { title: "x" }) { conversation { id } } }',
      {},
      ada.token,
    );
    const { id } = conversation.json.data.createConversation.conversation;
    expect((await get().graphql('query ($id: ID!) { node(id: $id) { id } }', { id })).json).toEqual({
      data: { node: null },
    });
    const refused: [string, object][] = [
      ['query ($id: ID!) { node(id: $id) { id } }', { id: 'x' }],
      ['query ($id: ID!) { node(id: $id) { id } }', { id: '' }],
      ['query ($id: ID!) { node(id: $id) { id } }', { id: 'W10' }],
      ['query ($id: ID!) { node(id: $id) { id } }', { id: Buffer.from('Nothing:1').toString('base64') }],
      ['{ apps(after: "zz") { edges { cursor } } }', {}],
      ['{ apps(first: -1) { edges { cursor } } }', {}],
      ['query ($after: String) { apps(after: $after) { edges { cursor } } }', { after: '\0' }],
    ];
    for (const [query, variables] of refused) {
      const { status, json } = await get().graphql(query, variables);
      expect([query, variables, status, json.errors[0].extensions.code]).toEqual([
        query,
        variables,
        400,
        'invalid_request',
      ]);
    }
    const nothing = await get().graphql('{ app(id: "\\u0000") { id } apps(q: "\\u0000") { totalCount } }');
    expect(nothing.json).toEqual({ data: { app: null, apps: { totalCount: 0 } } });
    const nul = Buffer.from('App:a\0b').toString('base64');
    expect(
      (await get().graphql('query ($id: ID!) { node(id: $id) { id } }', { id: nul })).status,
    ).toBeLessThan(500);
  });

  it('uses only codes of the closed list, each with its status', async () => {
    const cases: [Parameters<Installation['call']>[0], string, number][] = [
      [{ method: 'POST', path: '/graphql', body: { query: '{ nope }' } }, 'invalid_request', 400],
      [{ method: 'POST', path: '/graphql', body: { query: '{' } }, 'invalid_request', 400],
      [{ method: 'DELETE', path: '/graphql' }, 'method_not_allowed', 405],
      [{ path: '/graphql?query=mutation%7Blogout%7Bok%7D%7D' }, 'method_not_allowed', 405],
    ];
    for (const [call, code, status] of cases) {
      const { json } = await get().call(call);
      expect([call.path, json.errors[0].extensions]).toEqual([call.path, { code, http: { status } }]);
    }
    expect((await get().call({ method: 'OPTIONS', path: '/graphql' })).status).toBe(204);
    expect((await get().call({ method: 'HEAD', path: '/graphql' })).status).toBe(200);
  });

  it('takes a large body from a signed-in person only', async () => {
    const body = { query: '{ __typename }', extensions: { filler: 'x'.repeat(600_000) } };
    const post = (token?: string) =>
      get().call({ method: 'POST', path: '/graphql', body, ...(token ? { token } : {}) });
    const refused = await post();
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([413, 'too_large']);
    expect((await post((await get().join()).token)).status).toBe(200);
  });

  it('brings no page of its own', async () => {
    const page = await get().call({ path: '/graphql', headers: { accept: 'text/html' } });
    expect(page.text).not.toContain('<script');
  });

  it('sends no CORS header and executes no form', async () => {
    const headers = { origin: 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await get().call({
      method: 'POST',
      path: '/graphql',
      headers,
      body: 'query={__typename}',
    });
    expect(answer.status).toBe(415);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
