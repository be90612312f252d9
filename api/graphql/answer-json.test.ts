import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from '../data/contract.ts';
import { createDataPlane } from '../data/plane.ts';

const AML = `model Note {
  id   Int    @id
  text String @length(1, 5)
  @@allow(read, anyone)
}`;

interface Told {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** What a client may send, good and bad. */
const BODIES: Readonly<Record<string, string>> = {
  data: JSON.stringify({ query: '{ notes { nodes { id text } } }' }),
  'a name and variables': JSON.stringify({
    query: 'query A { __typename } query B($id: Int!) { note(id: $id) { text } }',
    operationName: 'B',
    variables: { id: 1 },
    extensions: {},
  }),
  'data and an error': JSON.stringify({ query: '{ __typename a: notes(first: 9999) { nodes { id } } }' }),
  'a mistake in the document': JSON.stringify({ query: '{ notes { nodes { no } } }' }),
  'no document at all': JSON.stringify({ query: '{' }),
  'no query': '{}',
  'a query that is no text': '{"query":1}',
  'variables that are no object': JSON.stringify({ query: '{ __typename }', variables: [1] }),
  'an unknown member': JSON.stringify({ query: '{ __typename }', more: 1 }),
  'a wrong variable': JSON.stringify({
    query: 'query($id: Int!) { note(id: $id) { id } }',
    variables: { id: 'x' },
  }),
  'a record that is refused': JSON.stringify({
    query: 'mutation { createNote(data: { id: 7, text: "too long" }) { id } }',
  }),
  'a subscription': JSON.stringify({ query: 'subscription { noteCreated { id } }' }),
  'a list': JSON.stringify([{ query: '{ __typename }' }]),
  null: 'null',
  'a text': '"{ __typename }"',
  'no JSON': '{"query": ',
  nothing: '',
};

describeEachDatabase('the short way of a GraphQL answer', (db) => {
  let plane: DataPlane;
  const ask = async (body: string, accept: string | null): Promise<Told> => {
    const headers = { 'content-type': 'application/json', ...(accept === null ? {} : { accept }) };
    const request = new Request('http://app.test/a/short/_graphql', { method: 'POST', headers, body });
    const answer = await plane.respond({ id: 'short', aml: AML }, '_graphql', request, 'owner');
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    await ask(JSON.stringify({ query: 'mutation { createNote(data: { id: 1, text: "a" }) { id } }' }), null);
  });
  afterAll(() => plane.close());

  it.each(Object.entries(BODIES))('is the same as the long way: %s', async (_name, body) => {
    // With a weight the header is none of those that the short way knows.
    const long = await ask(body, 'application/json;q=1');
    for (const accept of [null, '*/*', 'application/json']) expect(await ask(body, accept)).toEqual(long);
  });

  it('is not taken for other kinds of answers', async () => {
    const query = BODIES['data'] ?? '';
    expect(await ask(query, 'application/graphql-response+json')).toMatchObject({
      status: 200,
      type: 'application/graphql-response+json; charset=utf-8',
    });
    expect(await ask(query, 'text/html')).toMatchObject({ status: 406 });
  });

  it('runs a mutation once', async () => {
    const query =
      'mutation { a: createNote(data: { id: 2, text: "b" }) { id } b: createNote(data: { id: 2, text: "b" }) { id } }';
    const { errors } = JSON.parse(
      await ask(JSON.stringify({ query }), 'application/json').then(({ text }) => text),
    ) as {
      readonly errors: readonly { readonly path: readonly string[] }[];
    };
    // Run again, the first row would be there already.
    expect(errors.map(({ path }) => path)).toEqual([['b']]);
    const count = JSON.stringify({ query: '{ notes { totalCount } }' });
    expect(await ask(count, 'application/json')).toMatchObject({
      text: '{"data":{"notes":{"totalCount":2}}}',
    });
  });
});
