import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../../test/support/installation.ts';

const AML =
  'model Entry {\n  id Int @id @default(autoincrement())\n  email String @email\n  at DateTime?\n}\n';
const PLACE = '$place: DataPlaceInput!';

describeEachInstallation('an owner’s rows over GraphQL', (get) => {
  async function publish(token: string): Promise<{ home: string; id: string }> {
    const body = { name: 'Own', aml: AML, files: { 'index.html': '<!doctype html>' } };
    const { json } = await get().call({ method: 'POST', path: '/api/market', token, body });
    return { home: 'APP', id: json.app.id };
  }

  it('are for the owner alone, whatever is asked', async () => {
    const [ada, bob] = [await get().join(), await get().join('Bob')];
    const place = await publish(ada.token);
    const asked: [string, object][] = [
      [`query (${PLACE}) { dataSpace(place: $place) { models { name } } }`, { place }],
      [
        'mutation ($input: InsertDataRowInput!) { insertDataRow(input: $input) { row } }',
        { input: { place, model: 'Entry', values: { email: 'a@example.org' } } },
      ],
      [
        'mutation ($input: UpdateDataRowInput!) { updateDataRow(input: $input) { row } }',
        { input: { place, model: 'Entry', key: 1, values: { at: null } } },
      ],
      [
        'mutation ($input: DeleteDataRowsInput!) { deleteDataRows(input: $input) { rows } }',
        { input: { place, model: 'Entry', keys: [1] } },
      ],
      [
        'mutation ($input: RestoreDataRowsInput!) { restoreDataRows(input: $input) { restored } }',
        { input: { place, model: 'Entry', rows: [{ id: 1, email: 'a@example.org' }] } },
      ],
    ];
    for (const [query, variables] of asked) {
      const codes = [];
      for (const token of [undefined, bob.token, ada.token])
        codes.push((await get().graphql(query, variables, token)).json.errors?.[0].extensions.code);
      expect([query, codes]).toEqual([query, ['unauthenticated', 'forbidden', undefined]]);
    }
    const foreign = { place: { home: 'DRAFT', id: place.id } };
    const missing = await get().graphql(asked[0]?.[0] ?? '', foreign, ada.token);
    expect(missing.json.errors[0].extensions.code).toBe('not_found');
  });

  it('come with the model, in pages, with what a delete does and what to look at', async () => {
    const { token } = await get().join();
    const place = await publish(token);
    for (const email of ['b@example.org', 'a@example.org'])
      await get().graphql(
        'mutation ($input: InsertDataRowInput!) { insertDataRow(input: $input) { row } }',
        { input: { place, model: 'Entry', values: { email } } },
        token,
      );
    const { json } = await get().graphql(
      `query (${PLACE}, $where: JSON) { dataSpace(place: $place) {
        health { code model fields }
        quotas { rows rowLimit visitorRowsToday visitorRowsPerDay }
        models { name count primaryKey fields { name type required creatable changeable operators }
          rows(where: $where, orderBy: "email", limit: 1) { rows total } row(key: 1) deleteEffects(keys: [1]) { rows } }
      } }`,
      { place, where: { email: { endsWith: 'example.org' } } },
      token,
    );
    expect(json.data.dataSpace.health[0]).toEqual({
      code: 'public_personal',
      model: 'Entry',
      fields: ['email'],
    });
    expect(json.data.dataSpace.quotas).toEqual({
      rows: 2,
      rowLimit: 100_000,
      visitorRowsToday: 0,
      visitorRowsPerDay: 10_000,
    });
    expect(json.data.dataSpace.models).toMatchObject([
      {
        name: 'Entry',
        count: 2,
        primaryKey: ['id'],
        fields: [
          { name: 'id', required: false, creatable: false, changeable: false },
          { name: 'email', required: true, creatable: true, changeable: true },
          { name: 'at', required: false, operators: expect.arrayContaining(['gt']) },
        ],
        rows: { rows: [{ id: 2, email: 'a@example.org', at: null }], total: 2 },
        row: { id: 1, email: 'b@example.org', at: null },
        deleteEffects: [],
      },
    ]);
  });
});
