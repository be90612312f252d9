import { isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { createSchema } from '../../api/graphql/schema.ts';
import { openEventStream } from '../support/event-stream.ts';
import { describeEachInstallation } from '../support/installation.ts';
import { CALLERS, makeThings, tokenOf, type Caller, type Things } from './callers.ts';
import {
  MUTATION_TABLE,
  QUERY_TABLE,
  SUBSCRIPTION_TABLE,
  VIEWER_TABLE,
  type FieldRow,
} from './graphql-table.ts';
import { FIELD_AUTH, TYPE_TABLE } from './graphql-types.ts';

describeEachInstallation('every GraphQL field', (get) => {
  it('of the platform is in the tables, and everything in the tables is there', () => {
    const schema = createSchema(get().server.services.db.prisma);
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__'),
    );
    const found = new Map(
      types.map((type) => [type.name, isObjectType(type) ? Object.keys(type.getFields()) : []]),
    );
    for (const [root, table] of [
      ['Query', QUERY_TABLE],
      ['Mutation', MUTATION_TABLE],
      ['Subscription', SUBSCRIPTION_TABLE],
    ] as const)
      expect(table.map(({ field }) => field).toSorted()).toEqual(found.get(root)?.toSorted());
    found.delete('Query');
    found.delete('Mutation');
    found.delete('Subscription');
    const listed = Object.entries(TYPE_TABLE).map(([name, { fields }]) => `${name}: ${fields}`);
    expect(listed.toSorted()).toEqual(
      [...found].map(([name, fields]) => `${name}: ${fields.toSorted().join(' ')}`).toSorted(),
    );
    for (const name of Object.keys(FIELD_AUTH)) {
      const [type = '', field = ''] = name.split('.');
      expect(found.get(type), name).toContain(field);
    }
  });

  it('answers nobody, somebody else and the owner as the tables say', { timeout: 120_000 }, async () => {
    const things = await makeThings(get());
    await things.site.visit({ method: 'POST', path: `/a/${things.appId}/_data`, body: { text: 'two' } });
    const found: string[] = [];
    for (const row of QUERY_TABLE) found.push(await line(things, row, 'query'));
    for (const row of VIEWER_TABLE) {
      const viewer = `viewer { ${call(row.field, row.args?.(things))} ${row.select} }`;
      const [other, own] = await Promise.all(
        [things.other, things.owner].map(({ token }) => things.site.graphql(`{ ${viewer} }`, {}, token)),
      );
      expect([row.field, other?.json.data?.viewer[row.field]]).toEqual([row.field, null]);
      expect([row.field, own?.json.data?.viewer[row.field]]).toEqual([row.field, { id: expect.any(String) }]);
    }
    for (const row of SUBSCRIPTION_TABLE) {
      const answers: string[] = [];
      for (const caller of CALLERS) answers.push(await firstOf(things, row, caller));
      found.push(`${row.field}: ${answers.join(' ')}`);
    }
    for (const row of MUTATION_TABLE) found.push(await line(things, row, 'mutation'));
    expect(found).toEqual(
      [...QUERY_TABLE, ...SUBSCRIPTION_TABLE, ...MUTATION_TABLE].map(
        ({ field, answers }) => `${field}: ${answers.join(' ')}`,
      ),
    );
  });

  it('that takes an id of somebody else for an absent one leaves the thing as it is', async () => {
    const { site, owner, other, draftId } = await makeThings(get());
    const mine = await site.graphql('{ viewer { sessions { sessionId } } }', {}, owner.token);
    const { sessionId } = mine.json.data.viewer.sessions[0];
    for (const mutation of [
      `deleteDraft(input: { draftId: "${draftId}" }) { ok }`,
      `endSession(input: { id: "${sessionId}" }) { ok }`,
      'endOtherSessions',
    ])
      expect((await site.graphql(`mutation { ${mutation} }`, {}, other.token)).json.errors).toBeUndefined();
    const still = await site.graphql(`{ viewer { draft(id: "${draftId}") { id } } }`, {}, owner.token);
    expect(still.json.data.viewer.draft).toEqual({ id: expect.any(String) });
  });

  it('that fewer people see than its object tells others nothing', async () => {
    const { site, appId, other } = await makeThings(get());
    const query = `query ($id: String!) { app(id: $id) { deletedAt moderation { reason } openReports { note } } }`;
    for (const token of [undefined, other.token]) {
      const { json } = await site.graphql(query, { id: appId }, token);
      expect(JSON.stringify(json.data?.app ?? null)).toMatch(
        /^(null|\{"deletedAt":null,"moderation":(null|\[\]),"openReports":(null|\[\])\})$/,
      );
    }
    const { json } = await site.graphql(
      '{ viewer { moderatedApps { edges { node { id } } } } }',
      {},
      other.token,
    );
    expect(json.errors[0].extensions.code).toBe('forbidden');
  });
});

const call = (field: string, args: string | undefined): string => (args ? `${field}(${args})` : field);

async function line(things: Things, row: FieldRow, kind: 'query' | 'mutation'): Promise<string> {
  const answers: string[] = [];
  for (const caller of CALLERS) answers.push(await ask(things, row, kind, caller));
  return `${row.field}: ${answers.join(' ')}`;
}

async function ask(
  things: Things,
  row: FieldRow,
  kind: 'query' | 'mutation',
  caller: Caller,
): Promise<string> {
  const { field, input, select, args } = row;
  const selected = select ?? '';
  const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const document =
    input === undefined
      ? `${kind} { ${call(field, args?.(things))} ${selected} }`
      : `${kind} ($input: ${INPUTS[field] ?? `${name}Input`}!) { ${field}(input: $input) ${selected} }`;
  const { json } = await things.site.graphql(
    document,
    { input: input?.(things, caller) },
    tokenOf(things, caller),
  );
  if (json.errors) return String(json.errors[0].extensions?.code ?? json.errors[0].message);
  const found: unknown = json.data[field];
  return found === null || JSON.stringify(found) === '[null]' ? 'null' : 'ok';
}

/** What a subscription says first. */
async function firstOf(things: Things, row: FieldRow, caller: Caller): Promise<string> {
  const token = tokenOf(things, caller);
  const stream = await openEventStream({
    port: things.site.server.port,
    path: '/graphql',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: { query: `subscription { ${call(row.field, row.args?.(things))} ${row.select ?? ''} }` },
  });
  const [first] = (await stream.until(1)) as { errors?: { extensions: { code: string } }[] }[];
  stream.leave();
  return first?.errors?.[0]?.extensions.code ?? 'ok';
}

/** Inputs that several mutations share. */
const INPUTS: Readonly<Record<string, string>> = {
  endSession: 'AccountItemInput',
  disconnectIdentity: 'AccountItemInput',
  undoDraft: 'DraftStepInput',
  redoDraft: 'DraftStepInput',
};
