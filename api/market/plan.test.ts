import { expect, it } from 'vitest';
import { describeEachInstallation } from '../../test/support/installation.ts';

const AML = 'model Entry {\n  text String\n}\n';
const NEXT = 'model Entry {\n  text String\n  code String\n}\n';

describeEachInstallation('the plan before publishing', (get) => {
  it('counts real rows, says what would be, and changes nothing', async () => {
    const [ada, bob] = [await get().join(), await get().join('Bob')];
    const body = { id: 'planned', name: 'P', aml: AML, files: { 'index.html': 'x' } };
    await get().call({ method: 'POST', path: '/api/market', token: ada.token, body });
    for (const text of ['a', 'b'])
      await get().visit({ method: 'POST', path: '/a/planned/_data', body: { text } });
    const plan = (aml: unknown, token?: string, id = 'planned') =>
      get().call({
        method: 'POST',
        path: `/api/market/${id}/plan`,
        body: { aml },
        ...(token ? { token } : {}),
      });

    const { status, json } = await plan(NEXT, ada.token);
    expect(status).toBe(200);
    expect(json.plan).toMatchObject([{ class: 'refused', change: 'add_field Entry.code', rows: 2 }]);
    expect(json.plan[0].sentence).toContain('2 rows exist without it');
    expect(json.diagnostics).toMatchObject([{ code: 'change_refused', severity: 'warning' }]);
    const query = `mutation ($aml: String!) { planPublish(input: { appId: "planned", aml: $aml }) {
      plan { class change rows sentence } diagnostics { code } } }`;
    const graphql = await get().graphql(query, { aml: NEXT }, ada.token);
    expect(graphql.json.data.planPublish.plan).toMatchObject([{ rows: 2, sentence: json.plan[0].sentence }]);
    const after = await get().visit({ path: '/a/planned/_data' });
    expect(Object.keys(after.json.records[0]).sort()).toEqual(['id', 'text']);
    expect((await plan(AML, ada.token)).json).toMatchObject({ plan: [], diagnostics: [] });

    const refused = [
      await plan(NEXT),
      await plan(NEXT, bob.token),
      await plan(NEXT, ada.token, 'absent'),
      await plan('model Entry {', ada.token),
      await plan(7, ada.token),
    ];
    expect(refused.map((answer) => answer.status)).toEqual([401, 403, 404, 422, 400]);
    expect(refused[3]?.json.diagnostics[0]).toMatchObject({ line: 1 });
  });
});
