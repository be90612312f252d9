import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { readCsv } from '../api/data/owner/csv-file.ts';
import { newId } from '../api/ids.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

const FORM = {
  title: 'Lunch – “für” alle',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'dish', label: 'Dish', options: ['Soup', 'Salad', 'Cake'] },
    { type: 'multi', key: 'sides', label: 'Sides', options: ['Bread', 'Rice'] },
    { type: 'number', key: 'age', label: 'Age' },
    { type: 'rating', key: 'stars', label: 'Stars' },
    { type: 'date', key: 'day', label: 'Day' },
    { type: 'bool', key: 'vegan', label: 'Vegan' },
    { type: 'text', key: '__proto__', label: 'Odd' },
    { type: 'text', key: '_id', label: 'Like a column of ours' },
    { type: 'text', key: 'c_name', label: 'Like another column' },
    { type: 'text', key: 'é'.repeat(90), label: 'Long' },
  ],
};
const ODD = Object.fromEntries([
  ['__proto__', 'p'],
  ['_id', 'mine'],
  ['c_name', 'other'],
  ['é'.repeat(90), 'long'],
]);
const ANSWERS = [
  { name: 'Ada', dish: 'Soup', sides: ['Bread', 'Rice'], age: 36, stars: 5, day: '2026-05-30', vegan: true },
  { name: 'Bob', dish: 'Soup', sides: ['Rice'], age: 12.5, stars: 4, day: '2026-06-02', vegan: false },
  { name: 'cäcilie', dish: 'Salad', age: 99, stars: 4, day: '2026-05-30' },
  { name: '=1+1', age: -3 },
];

describeEachInstallation('the answers of a form, for their owner', (get) => {
  let ada: Person;
  let bob: Person;
  const id = newId();
  const ids: string[] = [];
  const call = (method: string, path: string, body?: unknown, person: Person | null = ada): Promise<Answer> =>
    get().call({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(person ? { token: person.token } : {}),
    });
  const query = async (body: object): Promise<Answer> => call('POST', `/api/data/${id}`, body);
  const names = async (body: object): Promise<readonly unknown[]> => {
    const { status, json } = await query({ select: ['name'], ...body });
    expect([status, json.error]).toEqual([200, undefined]);
    return json.records.map((record: { name: string }) => record.name);
  };
  beforeAll(async () => {
    [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    ids.length = 0;
    await call('PUT', `/api/projects/${id}`, { kind: 'form', document: FORM });
    for (const answer of ANSWERS) {
      const all = Object.fromEntries([
        ...Object.entries(answer),
        ...(answer.name === 'Ada' ? Object.entries(ODD) : []),
      ]);
      const { json, status } = await call('POST', `/api/forms/${id}/submissions`, JSON.stringify(all), null);
      expect(status).toBe(201);
      ids.push(json.id);
    }
  });

  it('are told of by their schema, to the owner only', async () => {
    const { status, json } = await call('GET', `/api/data/${id}`);
    expect([status, json.ok, json.collects]).toEqual([200, true, true]);
    expect(Object.keys(json.recordSchema.properties)).toEqual(FORM.fields.map(({ key }) => key));
    const deck = newId();
    const document = { title: 'Deck', slides: [{ layout: 'title' }] };
    await call('PUT', `/api/projects/${deck}`, { kind: 'slides', document });
    expect((await call('GET', `/api/data/${deck}`)).json).toEqual({ ok: true, collects: false });
    expect((await call('POST', `/api/data/${deck}`, {})).status).toBe(400);
    for (const [method, path, body] of [
      ['GET', `/api/data/`, undefined],
      ['POST', `/api/data/`, {}],
      ['GET', `/api/forms/`, undefined],
    ] as const) {
      const end = path === '/api/forms/' ? '/export.csv' : '';
      const statuses = [
        await call(method, `${path}${id}${end}`, body, null),
        await call(method, `${path}${id}${end}`, body, bob),
        await call(method, `${path}nothing${end}`, body),
        await call(method, `${path}a~b${end}`, body),
      ].map((answer) => answer.status);
      expect(statuses).toEqual([401, 403, 404, 404]);
    }
  });

  it('are asked for with the grammar of the bridge, by key and by column', async () => {
    expect(await names({})).toEqual(['=1+1', 'cäcilie', 'Bob', 'Ada']);
    expect(await names({ orderBy: 'name', limit: 2, where: { age: { gt: 12 } } })).toHaveLength(2);
    expect(await names({ where: { dish: 'Soup' }, orderBy: { age: 'asc' } })).toEqual(['Bob', 'Ada']);
    expect(await names({ where: { c_dish: { in: ['Salad'] } } })).toEqual(['cäcilie']);
    expect(await names({ where: { OR: [{ vegan: true }, { age: { lt: 0 } }] }, orderBy: '-age' })).toEqual([
      'Ada',
      '=1+1',
    ]);
    expect(await names({ where: { sides: { array_contains: 'Bread' } } })).toEqual(['Ada']);
    expect(await names({ where: { name: { contains: 'B', mode: 'insensitive' } } })).toEqual(['Bob']);
    expect(await names({ where: { name: { contains: '_' } } })).toEqual([]);
    expect(await names({ where: { dish: null } })).toEqual(['=1+1']);
    expect(await names({ where: { NOT: { day: { gte: '2026-06-01' } } } })).toEqual(['cäcilie', 'Ada']);
    expect(await names({ where: { _id: ids[0] } })).toEqual(['Ada']);
    expect(await names({ where: { _created_at: { lt: '2020-01-01' } } })).toEqual([]);
    expect(await names({ where: { __proto__: undefined, c___proto__: 'p' } })).toEqual(['Ada']);
    expect(await names({ where: { c__id: 'mine' } })).toEqual(['Ada']);
    expect(await names({ where: { c_name: 'other' } })).toEqual(['Ada']);
    const { json } = await query({ where: { c_name: 'other' } });
    const [record] = json.records;
    expect(Object.entries(record)).toEqual([
      ['_id', ids[0]],
      ['_created_at', expect.stringMatching(/^\d{4}-.*Z$/)],
      ['_schema_version', 1],
      ...Object.entries(ANSWERS[0] ?? {}),
      ['__proto__', 'p'],
      ['c__id', 'mine'],
      ['c_name', 'other'],
      ['é'.repeat(90), 'long'],
    ]);
    const few = await call(
      'POST',
      `/api/data/${id}`,
      JSON.stringify({ select: ['__proto__', 'c_dish', 'dish'], where: { name: 'Ada' } }),
    );
    expect(Object.entries(few.json.records[0])).toEqual([
      ['__proto__', 'p'],
      ['c_dish', 'Soup'],
      ['dish', 'Soup'],
    ]);
  });

  it.each([
    [{ filter: {} }, '/filter'],
    [{ entity: 'x' }, '/entity'],
    [{ where: { nmae: 'Ada' } }, '/where'],
    [{ where: { name: { like: 'x' } } }, '/where/name'],
    [{ where: { age: 'old' } }, '/where/age'],
    [{ select: ['nmae'] }, '/select'],
    [{ orderBy: 'nmae' }, '/orderBy'],
    [{ orderBy: 'sides' }, '/orderBy'],
    [{ limit: 201 }, '/limit'],
    [{ limit: 0 }, '/limit'],
  ])('are not given for the mistake %j', async (body, path) => {
    const { status, json } = await query(body);
    expect([status, json.error.code, json.diagnostics[0].path]).toEqual([400, 'invalid_request', path]);
  });

  it('are a connection with pages, filters and order, and counted for charts by the database', async () => {
    const LIST = `query ($id: String!, $first: Int, $after: String, $where: JSON, $orderBy: JSON, $state: SubmissionState) {
      viewer { project(id: $id) { submissions(first: $first, after: $after, where: $where, orderBy: $orderBy, state: $state) {
        totalCount pageInfo { hasNextPage endCursor } edges { node { submissionId createdAt schemaVersion values flags } } } } } }`;
    const list = async (variables: object): Promise<Answer['json']> =>
      (await get().graphql(LIST, { id, ...variables }, ada.token)).json.data.viewer.project.submissions;
    const first = await list({ first: 3, orderBy: '-age', where: { age: { gt: -100 } } });
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([4, true]);
    expect(first.edges.map(({ node }: { node: { values: { age: number } } }) => node.values.age)).toEqual([
      99, 36, 12.5,
    ]);
    expect(Object.keys(first.edges[1].node.values)).toEqual(FORM.fields.map(({ key }) => key));
    const next = await list({
      first: 3,
      after: first.pageInfo.endCursor,
      orderBy: '-age',
      where: { age: { gt: -100 } },
    });
    expect(next.edges.map(({ node }: { node: { values: { age: number } } }) => node.values.age)).toEqual([
      -3,
    ]);
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const page = await list({ first: 1, after });
      seen.push(...page.edges.map(({ node }: { node: { submissionId: string } }) => node.submissionId));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(seen).toEqual(ids.toReversed());

    const COUNTS =
      'query ($id: String!) { viewer { project(id: $id) { submissionCount flagged: submissionCount(state: FLAGGED) } } }';
    expect((await get().graphql(COUNTS, { id }, ada.token)).json.data.viewer.project).toEqual({
      submissionCount: 4,
      flagged: 0,
    });

    const SUMMARY = `query ($id: String!) { viewer { project(id: $id) { submissionSummary { total questions {
      key type answered counts { value count } bins { from to count } mean min max } } } } }`;
    const { submissionSummary } = (await get().graphql(SUMMARY, { id }, ada.token)).json.data.viewer.project;
    expect(submissionSummary.total).toBe(4);
    const of = (key: string): Answer['json'] =>
      submissionSummary.questions.find((one: { key: string }) => one.key === key);
    const counts = (key: string): object =>
      Object.fromEntries(
        of(key).counts.map(({ value, count }: { value: string; count: number }) => [value, count]),
      );
    expect(counts('dish')).toEqual({ Soup: 2, Salad: 1, Cake: 0 });
    expect(counts('sides')).toEqual({ Bread: 1, Rice: 2 });
    expect([of('sides').answered, of('age').answered, of('name').answered]).toEqual([2, 4, 4]);
    expect(counts('vegan')).toEqual({ true: 1, false: 1 });
    expect(Object.entries(counts('stars'))).toEqual([
      ['1', 0],
      ['2', 0],
      ['3', 0],
      ['4', 2],
      ['5', 1],
    ]);
    expect(Object.entries(counts('day'))).toEqual([
      ['2026-05-30', 2],
      ['2026-05-31', 0],
      ['2026-06-01', 0],
      ['2026-06-02', 1],
    ]);
    const { bins, min, max, mean } = of('age');
    expect([min, max, mean]).toEqual([-3, 99, 36.125]);
    expect(bins[0]).toEqual({ from: -20, to: 0, count: 1 });
    expect(bins.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(4);
  });

  it('are counted on the steps of a rating, and one number for itself', async () => {
    const form = newId();
    const fields = [
      { type: 'number', key: 'age', label: 'Age' },
      { type: 'rating', key: 'stars', label: 'Stars' },
      { type: 'rating', key: 'cold', label: 'Cold', range: { min: -2, max: 2 } },
    ];
    await call('PUT', `/api/projects/${form}`, { kind: 'form', document: { title: 'Few', fields } });
    const given = [
      { age: 33, stars: 2.5, cold: -1.5 },
      { age: 33, stars: 3, cold: -2 },
      { age: 33, stars: 4.9, cold: -0.2 },
    ];
    for (const one of given)
      expect((await call('POST', `/api/forms/${form}/submissions`, one, null)).status).toBe(201);
    const SUMMARY = `query ($id: String!) { viewer { project(id: $id) { submissionSummary { questions {
      key counts { value count } bins { from to count } mean } } } } }`;
    const { json } = await get().graphql(SUMMARY, { id: form }, ada.token);
    const [age, stars, cold] = json.data.viewer.project.submissionSummary.questions;
    expect(age.bins).toEqual([{ from: 33, to: 33, count: 3 }]);
    const bars = ({ counts }: Answer['json']): readonly unknown[] =>
      counts.map(({ value, count }: { value: string; count: number }) => [value, count]);
    expect(bars(stars)).toEqual(
      [1, 2, 3, 4, 5].map((step) => [String(step), step === 3 ? 2 : step === 5 ? 1 : 0]),
    );
    expect(stars.mean).toBeCloseTo(10.4 / 3);
    expect(bars(cold)).toEqual([
      ['-2', 1],
      ['-1', 1],
      ['0', 1],
      ['1', 0],
      ['2', 0],
    ]);
  });

  it('are moved aside and back with all they have, and taken away', async () => {
    const [, , third = '', fourth = ''] = ids;
    expect(
      (await call('PUT', `/api/forms/${id}/submissions/${third}/state`, { state: 'flagged' })).json,
    ).toEqual({
      ok: true,
      moved: true,
    });
    expect(await names({})).toEqual(['=1+1', 'Bob', 'Ada']);
    const flagged = await call('GET', `/api/forms/${id}/submissions?state=flagged`);
    expect(flagged.json.submissions).toMatchObject([
      { id: third, flags: ['by_owner'], values: { dish: 'Salad' } },
    ]);
    const before = { ...FORM, fields: FORM.fields.filter(({ key }) => key !== 'dish') };
    await call('PUT', `/api/projects/${id}`, { document: before });
    const MOVE = `mutation ($input: MoveSubmissionsInput!) { moveSubmissions(input: $input) { moved } }`;
    const move = async (person: Person): Promise<Answer['json']> =>
      (await get().graphql(MOVE, { input: { projectId: id, ids: [third], to: 'ACCEPTED' } }, person.token))
        .json;
    expect((await move(bob)).errors[0].extensions.code).toBe('forbidden');
    expect((await move(ada)).data.moveSubmissions.moved).toBe(1);
    expect((await move(ada)).data.moveSubmissions.moved).toBe(0);
    expect(await names({ where: { c_dish: 'Salad' } })).toEqual(['cäcilie']);
    await call('PUT', `/api/projects/${id}`, { document: FORM });
    expect(await names({ where: { dish: 'Salad' } })).toEqual(['cäcilie']);
    expect((await call('PUT', `/api/forms/${id}/submissions/${third}/state`, { state: 'gone' })).status).toBe(
      400,
    );
    expect((await call('DELETE', `/api/forms/${id}/submissions/${fourth}`, undefined, bob)).status).toBe(403);
    expect((await call('DELETE', `/api/forms/${id}/submissions/${fourth}`)).status).toBe(200);
    expect(await names({})).toEqual(['cäcilie', 'Bob', 'Ada']);
  });

  it('go out as CSV and JSON with every column there ever was', async () => {
    const form = newId();
    const document = {
      title: FORM.title,
      fields: [
        { type: 'text', key: 'name', label: 'Name' },
        { type: 'text', key: 'fax', label: 'Fax' },
        { type: 'multi', key: 'sides', label: 'Sides', options: ['Bread', 'Rice'] },
      ],
    };
    await call('PUT', `/api/projects/${form}`, { kind: 'form', document });
    await call('POST', `/api/forms/${form}/submissions`, { name: '=1+1', fax: '5', sides: ['Rice'] }, null);
    await call('PUT', `/api/projects/${form}`, {
      document: { ...document, fields: [{ type: 'number', key: 'name', label: 'Name' }, document.fields[2]] },
    });
    await call('POST', `/api/forms/${form}/submissions`, { name: 0.1 }, null);
    const csv = await call('GET', `/api/forms/${form}/export.csv?bom=1&orderBy=_created_at`);
    expect(csv.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/);
    expect(csv.headers['content-disposition']).toContain("filename*=UTF-8''Lunch%20%E2%80%93");
    const [header = '', first = '', second = '', rest] = csv.text.split('\r\n');
    expect(header).toMatch(
      /^\uFEFF_id,_created_at,_schema_version,name,sides,old_\w+_c_name \(removed\),fax \(removed\)$/,
    );
    expect(first).toMatch(/^\w+,\d{4}-[^,]+Z,1,,"\[""Rice""\]",'=1\+1,5$/);
    expect(second).toMatch(/,1,0\.1,,,$/);
    expect(rest).toBe('');
    const json = await call(
      'GET',
      `/api/forms/${form}/export.json?where=${encodeURIComponent('{"name":0.1}')}`,
    );
    expect(JSON.parse(json.text)).toMatchObject([{ name: 0.1, sides: null, 'fax (removed)': null }]);
    expect((await call('GET', `/api/forms/${form}/export.csv?sort=name`)).status).toBe(400);
    expect((await call('GET', `/api/forms/${form}/export.csv?where=x`)).status).toBe(400);
  });

  it('go out with numbers as numbers, and without a text or a heading that a spreadsheet would run', async () => {
    const form = newId();
    const fields = [
      { type: 'text', key: '=HYPERLINK(1)', label: 'Note' },
      { type: 'number', key: 'change', label: 'Change' },
    ];
    await call('PUT', `/api/projects/${form}`, { kind: 'form', document: { title: 'Safe', fields } });
    const texts = [
      ...[
        '=1+1',
        ' =1+1',
        '\t@SUM(1)',
        '\u00a0+1',
        '\u3000＝1',
        '－1',
        '＠A',
        '\u200b＋1',
        "'=1",
        '\r-1',
        '-5',
      ],
      ...['a=1', '5 - 3', "it's", '(-5)'],
    ];
    for (const text of texts) {
      const body = { '=HYPERLINK(1)': text, change: -5 };
      expect((await call('POST', `/api/forms/${form}/submissions`, body, null)).status).toBe(201);
    }
    const { text } = await call('GET', `/api/forms/${form}/export.csv?orderBy=_created_at`);
    const rows: string[][] = [];
    for await (const { cells } of readCsv(text)) rows.push(cells.map((cell) => cell.text));
    expect(rows[0]?.slice(3)).toEqual(["'=HYPERLINK(1)", 'change']);
    expect(rows.slice(1).map((row) => row.slice(3))).toEqual(
      texts.map((one, index) => [index < 11 ? `'${one}` : one, '-5']),
    );
  });

  it('have ids of one shape, however they came, in every output', async () => {
    const form = newId();
    const document = { title: 'Ids', fields: [{ type: 'text', key: 'a', label: 'A' }] };
    await call('PUT', `/api/projects/${form}`, { kind: 'form', document });
    const path = `/api/forms/${form}/submissions`;
    const given: string[] = [(await call('POST', path, { a: 'x' }, null)).json.id];
    for (const key of ['one', 'two', 'one']) {
      const headers = { 'idempotency-key': key };
      given.push((await get().call({ method: 'POST', path, body: { a: key }, headers })).json.id);
    }
    for (const one of given) expect(one).toMatch(/^[a-z][a-z0-9]{15}$/);
    const [first = '', second = '', third = '', again] = given;
    expect([again, new Set(given).size]).toEqual([second, 3]);
    const ids = [third, second, first];
    const { json: listed } = await call('GET', path);
    expect(listed.submissions.map((one: { id: string }) => one.id)).toEqual(ids);
    const { json: found } = await call('POST', `/api/data/${form}`, {});
    expect(found.records.map((one: { _id: string }) => one._id)).toEqual(ids);
    const { text } = await call('GET', `/api/forms/${form}/export.csv`);
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids);
    const LIST = `query ($id: String!) { viewer { project(id: $id) { submissions { edges { node { submissionId } } } } } }`;
    const { edges } = (await get().graphql(LIST, { id: form }, ada.token)).json.data.viewer.project
      .submissions;
    expect(edges.map(({ node }: { node: { submissionId: string } }) => node.submissionId)).toEqual(ids);
  });

  it('go out in pieces when there are ten thousand, each exactly once', { timeout: 60_000 }, async () => {
    const form = newId();
    await call('PUT', `/api/projects/${form}`, { kind: 'form', document: FORM });
    const { pool } = get().server.services.db;
    await pool.query(`INSERT INTO "data_${form}" ("_id", "_schema_version", "c_name", "c_dish", "c_age", "c_sides")
      SELECT 'r' || n, 1, 'Name ' || n, 'Soup', n, '["Rice"]' FROM generate_series(1, 10000) n`);
    const { port } = get().server;
    const begun = performance.now();
    let firstByte = 0;
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${ada.token}` };
      request({ host: '127.0.0.1', port, path: `/api/forms/${form}/export.csv`, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          firstByte ||= performance.now() - begun;
          chunks.push(chunk);
        });
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        response.on('error', reject);
      })
        .on('error', reject)
        .end();
    });
    const all = performance.now() - begun;
    const rows = text.trimEnd().split('\r\n');
    expect(new Set(rows).size).toBe(10_001);
    if (process.env['TELL_TIMES'])
      console.warn(`first byte ${firstByte.toFixed()} ms, all ${all.toFixed()} ms`);
  });
});
