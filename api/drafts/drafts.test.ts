import { expect, it } from 'vitest';
import { describeEachInstallation, type Answer, type Person } from '../../test/support/installation.ts';

const SAVED =
  'draft { draftId name updatedAt } revision { number aml cause previewUrl files { path content size } diagnostics { code line } }';
const CREATE = `mutation ($input: CreateDraftInput!) { createDraft(input: $input) { ${SAVED} } }`;
const SAVE = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { ${SAVED} } }`;
const RESTORE = `mutation ($input: RestoreDraftInput!) { restoreDraft(input: $input) { ${SAVED} } }`;
const PUBLISH =
  'mutation ($input: PublishDraftInput!) { publishDraft(input: $input) { created app { appId name version url forkedFromId files { path } } plan { class sentence } diagnostics { code } } }';
const PLAN =
  'mutation ($input: PlanDraftInput!) { planDraft(input: $input) { plan { class sentence rows } diagnostics { code } } }';
const AML = 'model Note {\n  text String\n}';

describeEachInstallation('drafts', (get) => {
  const run = async (person: Person | null, query: string, input: object): Promise<Answer> =>
    get().graphql(query, { input }, person?.token);
  const create = async (person: Person, input: object = {}) =>
    (await run(person, CREATE, input)).json.data.createDraft;
  const save = async (person: Person, input: object) => (await run(person, SAVE, input)).json.data.saveDraft;
  const pathOf = (url: string): string => url.slice(get().publishOrigin.length);

  it('keeps every revision, and restoring writes a new one', async () => {
    const ada = await get().join();
    const { draft, revision } = await create(ada, { name: 'First' });
    expect(revision).toMatchObject({ number: 1, files: [], aml: '', cause: 'USER_EDIT' });
    const base = { draftId: draft.draftId };
    const two = await save(ada, {
      ...base,
      baseRevision: 1,
      changes: [{ path: 'index.html', content: 'é' }],
      aml: AML,
      cause: 'AGENT_TURN',
    });
    expect(two.revision).toMatchObject({
      number: 2,
      cause: 'AGENT_TURN',
      aml: AML,
      files: [{ path: 'index.html', content: 'é', size: 2 }],
      diagnostics: [],
    });
    const three = await save(ada, {
      ...base,
      baseRevision: 2,
      changes: [{ path: 'index.html' }, { path: 'a/b.js', content: '1' }],
      name: 'Second',
    });
    expect(three).toMatchObject({
      draft: { name: 'Second' },
      revision: { number: 3, aml: AML, files: [{ path: 'a/b.js' }] },
    });
    const four = (await run(ada, RESTORE, { ...base, revision: 2, baseRevision: 3 })).json.data.restoreDraft;
    expect(four.revision).toMatchObject({
      number: 4,
      cause: 'RESTORE',
      files: [{ path: 'index.html', content: 'é' }],
    });
    const renamed = await run(
      ada,
      'mutation ($input: RenameDraftInput!) { renameDraft(input: $input) { draft { name latest { number } } } }',
      { draftId: draft.draftId, name: ' Third ' },
    );
    expect(renamed.json.data.renameDraft.draft).toEqual({ name: 'Third', latest: { number: 4 } });
    const history = await get().graphql(
      'query ($id: String!) { viewer { draft(id: $id) { latest { number } revisions(first: 10) { totalCount edges { node { number cause } } } } } }',
      { id: draft.draftId },
      ada.token,
    );
    expect(history.json.data.viewer.draft.latest.number).toBe(4);
    expect(
      history.json.data.viewer.draft.revisions.edges.map(
        (edge: { node: { number: number } }) => edge.node.number,
      ),
    ).toEqual([4, 3, 2, 1]);
  });

  it('never overwrites: a stale base is a conflict that names the current revision', async () => {
    const ada = await get().join();
    const { draft } = await create(ada);
    const input = {
      draftId: draft.draftId,
      baseRevision: 1,
      changes: [{ path: 'index.html', content: 'x' }],
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => run(ada, SAVE, input)));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const lost of answers.filter((answer) => answer.status !== 200)) {
      expect([lost.status, lost.json.errors[0].extensions]).toMatchObject([
        409,
        { code: 'conflict', currentRevision: 2, http: { status: 409 } },
      ]);
    }
  });

  it('refuses bad paths and keeps broken AML with its diagnostics, since work in progress may be broken', async () => {
    const ada = await get().join();
    const { draft } = await create(ada);
    const base = { draftId: draft.draftId, baseRevision: 1 };
    for (const path of ['../x', '/x', 'a//b', '_data/x', '']) {
      expect([path, (await run(ada, SAVE, { ...base, changes: [{ path, content: '' }] })).status]).toEqual([
        path,
        400,
      ]);
    }
    const broken = await save(ada, { ...base, changes: [], aml: 'model Note {\n  text Strng\n}' });
    expect(broken.revision.diagnostics[0]).toMatchObject({ line: 2 });
    const publish = await run(ada, PUBLISH, { draftId: draft.draftId, revision: 2, name: 'x' });
    expect(publish.json.errors[0].extensions.code).toMatch(/invalid_request|invalid_aml/);
  });

  it('is nobody else’s business', async () => {
    const [ada, eve] = [await get().join(), await get().join()];
    const { draft } = await create(ada, { name: 'Secret' });
    const id = draft.draftId;
    const rename = 'mutation ($input: RenameDraftInput!) { renameDraft(input: $input) { draft { id } } }';
    const answers = [
      await run(eve, rename, { draftId: id, name: 'Stolen' }),
      await run(eve, SAVE, { draftId: id, baseRevision: 1, changes: [] }),
      await run(eve, RESTORE, { draftId: id, revision: 1, baseRevision: 1 }),
      await run(eve, PUBLISH, { draftId: id, revision: 1, name: 'mine now' }),
      await run(eve, PLAN, { draftId: id, revision: 1 }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect((await run(null, CREATE, {})).status).toBe(401);
    await run(eve, 'mutation ($input: DeleteDraftInput!) { deleteDraft(input: $input) { ok } }', {
      draftId: id,
    });
    const globalIds = await get().graphql(
      'query ($id: String!) { viewer { draft(id: $id) { id latest { id } } } }',
      { id },
      ada.token,
    );
    const { draft: own } = globalIds.json.data.viewer;
    for (const nodeId of [own.id, own.latest.id]) {
      const read = (token: string) =>
        get().graphql('query ($id: ID!) { node(id: $id) { id } }', { id: nodeId }, token);
      expect((await read(ada.token)).json.data.node).toEqual({ id: nodeId });
      expect((await read(eve.token)).json.data.node).toBeNull();
    }
    expect(
      (await get().graphql('query ($id: String!) { viewer { draft(id: $id) { name } } }', { id }, eve.token))
        .json.data.viewer.draft,
    ).toBeNull();
  });

  it('runs in a preview with rows of its own, publishes, and forks without them', async () => {
    const [ada, bob] = [await get().join('Ada'), await get().join('Bob')];
    const { draft } = await create(ada, { name: 'Notes' });
    const saved = await save(ada, {
      draftId: draft.draftId,
      baseRevision: 1,
      changes: [{ path: 'index.html', content: '<p>v1</p>' }],
      aml: AML,
    });
    const preview = pathOf(saved.revision.previewUrl);
    const page = await get().visit({ path: preview });
    expect(page.text).toContain('<p>v1</p>');
    const insert = (path: string, text: string) =>
      get().visit({ method: 'POST', path: `${path}_data`, body: { text } });
    const rows = async (path: string): Promise<string[]> =>
      (await get().visit({ path: `${path}_data` })).json.records.map(
        (record: { text: string }) => record.text,
      );
    expect((await insert(preview, 'in the draft')).status).toBe(201);

    const published = (
      await run(ada, PUBLISH, {
        draftId: draft.draftId,
        revision: 2,
        name: 'Notes',
        description: 'd',
        tags: ['x'],
      })
    ).json.data.publishDraft;
    expect(published).toMatchObject({
      created: true,
      app: { name: 'Notes', version: 1, files: [{ path: 'index.html' }] },
    });
    const marked = async (draftId: string): Promise<unknown> =>
      (
        await get().graphql(
          'query ($id: String!) { viewer { draft(id: $id) { publishedRevision } } }',
          { id: draftId },
          ada.token,
        )
      ).json.data.viewer.draft.publishedRevision;
    expect(await marked(draft.draftId)).toBe(2);
    const app = pathOf(published.app.url);
    expect(await rows(app)).toEqual([]);
    await insert(app, 'in the app');
    expect(await rows(app)).toEqual(['in the app']);
    expect(await rows(preview)).toEqual(['in the draft']);

    const copy = await create(bob, { fromAppId: published.app.appId });
    expect(copy.revision).toMatchObject({
      cause: 'FORK',
      aml: AML,
      files: [{ path: 'index.html', content: '<p>v1</p>' }],
    });
    const fork = (await run(bob, PUBLISH, { draftId: copy.draft.draftId, revision: 1, name: 'Bob’s' })).json
      .data.publishDraft;
    expect(fork.app.forkedFromId).toBe(published.app.appId);
    expect(await rows(pathOf(fork.app.url))).toEqual([]);

    const edit = await create(ada, { fromAppId: published.app.appId });
    await save(ada, {
      draftId: edit.draft.draftId,
      baseRevision: 1,
      changes: [],
      aml: 'model Note {\n  text String\n  likes Int @default(0)\n}',
    });
    expect(await marked(edit.draft.draftId)).toBe(1);
    const plan = (await run(ada, PLAN, { draftId: edit.draft.draftId, revision: 2 })).json.data.planDraft;
    expect(plan.plan).toHaveLength(1);
    const again = (await run(ada, PUBLISH, { draftId: edit.draft.draftId, revision: 2, name: 'Notes' })).json
      .data.publishDraft;
    expect(again).toMatchObject({ created: false, app: { appId: published.app.appId, version: 2 } });
    expect([await marked(edit.draft.draftId), await marked(draft.draftId)]).toEqual([2, null]);
    expect((await get().visit({ path: `${app}_data` })).json.records).toMatchObject([
      { text: 'in the app', likes: 0 },
    ]);
  });
});
