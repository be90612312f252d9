import { expect, it, vi } from 'vitest';
import { newId } from '../api/ids.ts';
import type { FormOptions } from '../api/submissions/form-options.ts';
import { describeEachInstallation, type Answer, type Person } from './support/installation.ts';

const FORM = {
  title: 'Lunch',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'text', key: 'homepage_url', label: 'A key like the honeypot’s' },
  ],
};

describeEachInstallation('the gate of a form', (get) => {
  let ada: Person;
  const make = async (settings: object = {}): Promise<string> => {
    ada ??= await get().join();
    const id = newId();
    const made = await put(id, { kind: 'form', document: FORM, settings });
    expect(made.status).toBe(201);
    return id;
  };
  const put = (id: string, body: object | string): Promise<Answer> =>
    get().call({ method: 'PUT', path: `/api/projects/${id}`, body, token: ada.token });
  const send = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    get().call({ method: 'POST', path: `/api/forms/${id}/submissions`, body, headers });
  const names = async (id: string): Promise<readonly string[]> => {
    const { json } = await get().call({ path: `/api/forms/${id}/submissions`, token: ada.token });
    return json.submissions.map((one: { values: { name: string } }) => one.values.name);
  };
  /** The options of a page that was loaded so long ago. */
  const load = async (id: string, secondsAgo: number): Promise<FormOptions> => {
    const { db, submissions } = get().server.services;
    const project = await db.prisma.project.findUniqueOrThrow({ where: { id } });
    const then = Date.now() - secondsAgo * 1_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(then);
    const found = await submissions.options(project);
    clock.mockRestore();
    if (!found) throw new Error('A form has options.');
    return found;
  };
  const flagged = async (id: string): Promise<readonly unknown[]> => {
    const { rows } = await get().server.services.db.pool.query(
      `SELECT "c_name" AS name, "_flags" AS flags FROM "flagged_${id}" ORDER BY "c_name"`,
    );
    return rows;
  };

  it('takes what a page sends once, however often it is sent', async () => {
    const id = await make();
    const { token, honeypot, closed } = await load(id, 10);
    expect([honeypot, closed]).toEqual(['homepage_url_2', null]);
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => send(id, { name: 'Zoë', [honeypot]: '' }, { 'Form-Token': token })),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(sent.map(({ json }) => json.id)).size).toBe(1);
    const other = await send(id, { name: 'Eve' }, { 'Form-Token': token });
    expect([other.status, other.json.error.code]).toEqual([409, 'conflict']);
    expect(JSON.stringify(other.json)).not.toContain('Zoë');
    expect(await names(id)).toEqual(['Zoë']);
    expect(await flagged(id)).toEqual([]);
  });

  it('puts aside what looks like a program’s, says nothing about it, and never drops it', async () => {
    const id = await make();
    const other = await make();
    const [slow, fast, foreign] = [await load(id, 10), await load(id, 0.5), await load(other, 10)];
    const ways: readonly (readonly [object, Record<string, string>])[] = [
      [{ name: 'a trap', homepage_url_2: 'http://spam.example' }, { 'Form-Token': slow.token }],
      [{ name: 'b fast' }, { 'Form-Token': fast.token }],
      [{ name: 'c forged' }, { 'Form-Token': 'aaaa.bbbb.cccc' }],
      [{ name: 'd foreign' }, { 'Form-Token': foreign.token }],
      [{ name: 'e all', homepage_url_2: 'x' }, { 'Form-Token': fast.token.replace(/^./, 'z') }],
    ];
    for (const [body, headers] of ways) {
      const { status, json } = await send(id, body, headers);
      expect([status, json.ok, json.record.values.name]).toEqual([
        201,
        true,
        (body as { name: string }).name,
      ]);
    }
    expect(await names(id)).toEqual([]);
    expect(await flagged(id)).toEqual([
      { name: 'a trap', flags: ['honeypot'] },
      { name: 'b fast', flags: ['too_fast'] },
      { name: 'c forged', flags: ['bad_token'] },
      { name: 'd foreign', flags: ['bad_token'] },
      { name: 'e all', flags: ['honeypot', 'bad_token'] },
    ]);
    // Sent again when the time has passed, it is still the flagged one.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const again = await send(id, { name: 'b fast' }, { 'Form-Token': fast.token });
    clock.mockRestore();
    expect(again.status).toBe(201);
    expect([await names(id), (await flagged(id)).length]).toEqual([[], 5]);
    expect((await send(id, { name: 'a program' })).status).toBe(201);
    expect(await names(id)).toEqual(['a program']);
  });

  it('closes at its time, in the owner’s words, and opens when that is taken back', async () => {
    const id = await make({ closesAt: '2020-01-01T01:00:00+01:00', closedText: 'Too late.' });
    const late = await send(id, { name: 'x' });
    expect([late.status, late.json.error]).toEqual([
      409,
      { code: 'conflict', message: 'Too late.', closedText: 'Too late.' },
    ]);
    expect((await load(id, 1)).closed).toEqual({ text: 'Too late.' });
    expect((await put(id, { settings: { closesAt: null } })).json.project.settings).toMatchObject({
      closesAt: null,
      closedText: 'Too late.',
    });
    expect((await send(id, { name: 'x' })).status).toBe(201);
    expect((await load(id, 1)).closed).toBeNull();
    await put(id, { published: false });
    expect((await send(id, { name: 'x' })).status).toBe(404);
  });

  it('takes just as many answers as it may, also when twenty come at once', { timeout: 30_000 }, async () => {
    const id = await make({ answerLimit: 4 });
    const keyed = { 'Idempotency-Key': 'the-first' };
    expect((await send(id, { name: 'first' }, keyed)).status).toBe(201);
    for (const name of ['second', 'third']) expect((await send(id, { name })).status).toBe(201);
    const { pool } = get().server.services.db;
    // Past the rates of one address, which would hide what is asked here.
    const { submissions } = get().server.services;
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submissions.submit(id, { values: { name: `n${index}` } })),
    );
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toEqual(
      Array.from({ length: 19 }, () => 'ApiError: This form takes 4 answers and has them all.'),
    );
    expect((await pool.query(`SELECT FROM "data_${id}"`)).rowCount).toBe(4);
    expect((await load(id, 1)).closed).toEqual({ text: null });
    // The second half of a double click is no fifth answer.
    expect((await send(id, { name: 'first' }, keyed)).status).toBe(201);
    expect((await send(id, { name: 'x' })).status).toBe(409);
  });

  it('takes one answer from a browser where the owner wants that', async () => {
    const id = await make({ duplicates: 'once' });
    const from = (browser: string, name: string): Promise<Answer> =>
      send(id, { name }, { 'Form-Browser': browser });
    expect((await from('one', 'a')).status).toBe(201);
    expect((await from('one', 'a')).status).toBe(201);
    const second = await from('one', 'b');
    expect([second.status, second.json.error.message]).toEqual([
      409,
      'This form takes one answer from each browser, and has one from yours.',
    ]);
    expect((await from('two', 'b')).status).toBe(201);
    expect(await names(id)).toEqual(['b', 'a']);
  });

  it.each([
    ['closesAt', 'tomorrow'],
    ['closesAt', 5],
    ['answerLimit', 0],
    ['answerLimit', 1.5],
    ['closedText', 'x'.repeat(501)],
    ['closedText', 'a\0b'],
    ['layout', 'poster'],
    ['layout', null],
    ['language', 'nl'],
    ['accent', 'red'],
    ['duplicates', 'twice'],
    ['notify', 'yes'],
    ['webhookUrl', 'example.org'],
    ['webhookUrl', 'ftp://example.org/'],
    ['webhookUrl', 'https://ada:pass@example.org/'],
  ])('refuses the setting %s: %j', async (name, value) => {
    const id = await make();
    const { status, json } = await put(id, { settings: { [name]: value } });
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.message).toContain(name);
  });

  it('refuses what is no setting, naming the nearest, and stores nothing', async () => {
    const id = await make({ accent: '#0f766e' });
    const body = `{"settings":{"accent":null,"closesAT":"2026-05-31T18:00:00Z","__proto__":1,"webhook_url":null}}`;
    const { status, json } = await put(id, body);
    expect([status, json.error]).toEqual([
      400,
      { code: 'invalid_request', message: '"closesAT" is no setting; did you mean "closesAt"?' },
    ]);
    expect(json.diagnostics).toMatchObject([
      { code: 'unknown_member', path: '/settings/closesAT' },
      { path: '/settings/__proto__', message: expect.stringContaining('known are closesAt, answerLimit, ') },
      { path: '/settings/webhook_url', message: expect.stringContaining('did you mean "webhookUrl"?') },
    ]);
    const { settings } = (await put(id, {})).json.project;
    expect(settings).toMatchObject({ accent: '#0f766e', closesAt: null });
    expect((await put(id, { settings })).status).toBe(200);
  });

  it('is set over GraphQL as over REST', async () => {
    const id = await make();
    const FIELDS = 'closesAt answerLimit closedText layout language accent duplicates notify webhookUrl';
    const SAVE = `mutation ($input: SaveProjectInput!) { saveProject(input: $input) { project { settings { ${FIELDS} } } } }`;
    const settings = {
      closesAt: '2030-01-01T00:00:00.000Z',
      answerLimit: 5,
      layout: 'STEPS',
      language: 'AR',
      accent: '#AABBCC',
      duplicates: 'ONCE',
      notify: true,
      webhookUrl: 'https://Example.org/hook#x',
    };
    const { json } = await get().graphql(SAVE, { input: { id, settings } }, ada.token);
    expect(json.data.saveProject.project.settings).toEqual({
      ...settings,
      closedText: null,
      accent: '#aabbcc',
      webhookUrl: 'https://example.org/hook',
    });
    const read = await get().call({ path: `/api/projects/${id}`, token: ada.token });
    expect(read.json.project.settings).toMatchObject({ layout: 'steps', language: 'ar', duplicates: 'once' });
    expect(read.text).not.toContain('whsec_');
    expect((await get().call({ path: `/api/projects/${id}` })).json.project.settings).toBeUndefined();
  });
});
