import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType } from '../api/content/form/document.ts';
import { newId } from '../api/ids.ts';
import {
  describeEachInstallation,
  type Answer,
  type Installation,
  type Person,
} from './support/installation.ts';
import { TypedAnswers, type Fields } from './support/typed-answers.ts';

/** How many histories are played; each is some twenty changes and answers. */
const RUNS = Number(process.env['FORM_TYPE_RUNS'] ?? 10);

/** The last two share all that is left of their column's name when it is put aside. */
const KEYS = ['plain', `${'é'.repeat(40)}1`, `${'é'.repeat(40)}2`] as const;
const VALUES: Readonly<Record<FieldType, readonly unknown[]>> = {
  text: ['five', '5'],
  long: ['two\nlines', 'true'],
  email: ['ada@example.org', 'bob@example.org'],
  number: [5, -2.5],
  choice: ['Red', 'Blue'],
  multi: [['Red'], ['Red', 'Blue']],
  rating: [1, 4],
  date: ['2026-05-31', '0001-01-01'],
  bool: [true, false],
};

type Step =
  | { readonly do: 'change'; readonly fields: Fields }
  | { readonly do: 'answer'; readonly which: readonly number[] }
  | { readonly do: 'flag'; readonly which: number };

const change = fc
  .array(fc.option(fc.constantFrom(...FIELD_TYPES), { freq: 4 }), {
    minLength: KEYS.length,
    maxLength: KEYS.length,
  })
  .map((types): Step => {
    const chosen = KEYS.flatMap((key, index) => {
      const type = types[index];
      return type ? [[key, type] as const] : [];
    });
    return { do: 'change', fields: new Map(chosen) };
  });
/** 0 leaves a question out, 1 and 2 are the values above. */
const answer = fc
  .array(fc.nat(2), { minLength: KEYS.length, maxLength: KEYS.length })
  .map((which): Step => ({ do: 'answer', which }));
const flag = fc.nat(50).map((which): Step => ({ do: 'flag', which }));
const histories = fc.array(
  fc.oneof(
    { arbitrary: change, weight: 4 },
    { arbitrary: answer, weight: 5 },
    { arbitrary: flag, weight: 1 },
  ),
  { minLength: 15, maxLength: 25 },
);

describeEachInstallation('a field that changes its type', (get) => {
  let ada: Person;
  let at: Installation;
  beforeAll(async () => {
    at = get();
    ada = await at.join();
  });

  const own = (method: string, path: string, body?: unknown): Promise<Answer> =>
    at.call({ method, path, token: ada.token, ...(body === undefined ? {} : { body }) });
  async function store(id: string, fields: Fields): Promise<void> {
    const list = [...fields].map(([key, type]) => ({
      ...{ key, type, label: key },
      ...(type === 'choice' || type === 'multi' ? { options: ['Red', 'Blue'] } : {}),
    }));
    const body = { kind: 'form', document: { title: 'Changing', fields: list } };
    const { status, text } = await own('PUT', `/api/projects/${id}`, body);
    if (status > 201) throw new Error(text);
  }
  async function send(id: string, values: object): Promise<string> {
    const { status, json, text } = await at.call({
      ...{ method: 'POST', path: `/api/forms/${id}/submissions`, body: JSON.stringify(values) },
    });
    if (status !== 201) throw new Error(text);
    return json.id;
  }
  async function listed(id: string, state: string): Promise<ReadonlyMap<string, object>> {
    const { json } = await own('GET', `/api/forms/${id}/submissions?state=${state}`);
    return new Map(json.submissions.map((one: { id: string; values: object }) => [one.id, one.values]));
  }
  /** Every column of the file with what it holds, by answer. */
  async function exported(id: string): Promise<readonly string[]> {
    const { text } = await own('GET', `/api/forms/${id}/export.json`);
    const rows = JSON.parse(text) as readonly Record<string, unknown>[];
    const names = Object.keys(rows[0] ?? {}).filter((name) => !name.startsWith('_'));
    return names
      .map((name) => rows.filter((row) => row[name] !== null).map((row) => [row['_id'], row[name]]))
      .map((cells) => JSON.stringify(cells.toSorted()))
      .toSorted();
  }

  it('takes its answers up again when its type returns, and keeps those of the time between aside', async () => {
    const id = newId();
    await store(id, new Map([['q', 'text']]));
    const first = await send(id, { q: 'about five' });
    await store(id, new Map([['q', 'number']]));
    const second = await send(id, { q: 7 });
    expect(await listed(id, 'accepted')).toEqual(
      new Map<string, object>([
        [second, { q: 7 }],
        [first, { q: null }],
      ]),
    );
    await store(id, new Map([['q', 'choice']]));
    expect(await listed(id, 'accepted')).toEqual(
      new Map<string, object>([
        [second, { q: null }],
        [first, { q: 'about five' }],
      ]),
    );
    const found = await own('POST', `/api/data/${id}`, { where: { q: 'about five' }, select: ['_id', 'q'] });
    expect(found.json.records).toEqual([{ _id: first, q: 'about five' }]);
    const csv = await own('GET', `/api/forms/${id}/export.csv?orderBy=_created_at`);
    expect(csv.text.split('\r\n').map((line) => line.split(',').slice(3).join())).toEqual([
      expect.stringMatching(/^q,old_\w{8}_c_q \(removed\)$/),
      'about five,',
      ',7',
      '',
    ]);
    const CHART = `query ($id: String!) { viewer { project(id: $id) {
      submissionSummary { questions { key answered counts { value count } } } } } }`;
    const chart = await at.graphql(CHART, { id }, ada.token);
    expect(chart.json.data.viewer.project.submissionSummary.questions).toEqual([
      {
        ...{ key: 'q', answered: 1 },
        counts: [
          { value: 'Red', count: 0 },
          { value: 'Blue', count: 0 },
          { value: 'about five', count: 1 },
        ],
      },
    ]);
    await store(id, new Map([['q', 'rating']]));
    expect(await listed(id, 'accepted')).toEqual(
      new Map<string, object>([
        [second, { q: 7 }],
        [first, { q: null }],
      ]),
    );
  });

  it('takes up what an earlier version put aside under a name with a random word', async () => {
    const id = newId();
    await store(id, new Map([['q', 'text']]));
    const first = await send(id, { q: 'kept' });
    await store(id, new Map([['q', 'bool']]));
    const { pool } = at.server.services.db;
    for (const table of [`data_${id}`, `flagged_${id}`]) {
      const columns = await pool.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name LIKE 'old%'`,
        [table],
      );
      expect(columns.rows).toHaveLength(1);
      await pool.query(
        `ALTER TABLE "${table}" RENAME COLUMN "${columns.rows[0]?.name ?? ''}" TO "old_k3v9x0ab_c_q"`,
      );
    }
    await store(id, new Map([['q', 'long']]));
    expect(await listed(id, 'accepted')).toEqual(new Map([[first, { q: 'kept' }]]));
  });

  it(
    `loses no answer in any of ${RUNS} histories of changes`,
    { timeout: 60_000 + RUNS * 15_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const id = newId();
          const model = new TypedAnswers();
          await store(id, model.fields);
          for (const step of steps) {
            if (step.do === 'change') {
              await store(id, step.fields);
              model.change(step.fields);
            } else if (step.do === 'answer') {
              const values = [...model.fields].flatMap(([key, type]) => {
                const which = step.which[KEYS.findIndex((one) => one === key)] ?? 0;
                return which === 0 ? [] : [[key, VALUES[type][which - 1]] as const];
              });
              model.answer(await send(id, Object.fromEntries(values)), new Map(values));
            } else {
              const one = model.pick(step.which);
              if (one === null) continue;
              const state = model.toggle(one);
              await own('PUT', `/api/forms/${id}/submissions/${one}/state`, { state });
            }
            for (const state of ['accepted', 'flagged'] as const)
              expect(await listed(id, state)).toEqual(model.shown(state));
          }
          for (const one of model.flagged)
            await own('PUT', `/api/forms/${id}/submissions/${one}/state`, { state: 'accepted' });
          if (model.size > 0) expect(await exported(id)).toEqual(model.everything());
        }),
        { numRuns: RUNS },
      );
    },
  );
});
