import { expect, it } from 'vitest';
import { describeEachInstallation, type Person } from '../../test/support/installation.ts';

const AML = 'model Note {\n  text String\n}';
const DAY_MS = 24 * 60 * 60 * 1_000;

describeEachInstallation('the life of a draft', (get) => {
  const ask = async (person: Person, query: string, variables: object = {}) => {
    const { json } = await get().graphql(query, variables, person.token);
    expect(json.errors).toBeUndefined();
    return json.data;
  };
  const mutate = async (person: Person, field: string, type: string, input: object, select: string) =>
    (await ask(person, `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`, { input }))[
      field
    ];
  const save = async (person: Person, input: object) =>
    (
      await mutate(
        person,
        'saveDraft',
        'SaveDraftInput',
        { changes: [], ...input },
        '{ revision { number undoTo touched previewUrl } }',
      )
    ).revision;
  const begin = async (person: Person, input: object = {}): Promise<string> =>
    (await mutate(person, 'createDraft', 'CreateDraftInput', input, '{ draft { draftId } }')).draft.draftId;
  const put = (path: string, content: string) => ({ changes: [{ path, content }] });

  it('tells what each revision changed, and takes a turn or a spell of typing as one step', async () => {
    const ada = await get().join();
    const draftId = await begin(ada);
    const turn = { draftId, cause: 'AGENT_TURN', messageId: 'm1' };
    const revisions = [
      await save(ada, { ...turn, baseRevision: 1, ...put('index.html', 'one'), aml: AML }),
      await save(ada, { ...turn, baseRevision: 2, ...put('app.js', 'one') }),
      await save(ada, { draftId, baseRevision: 3, ...put('app.js', 'two') }),
      await save(ada, { draftId, baseRevision: 4, ...put('app.js', 'three') }),
      await save(ada, { draftId, baseRevision: 5, changes: [{ path: 'app.js' }] }),
    ];
    expect(revisions).toMatchObject([
      { number: 2, undoTo: 1, touched: ['+index.html', '~model.aml'] },
      { number: 3, undoTo: 1, touched: ['+app.js'] },
      { number: 4, undoTo: 3, touched: ['~app.js'] },
      { number: 5, undoTo: 3, touched: ['~app.js'] },
      { number: 6, undoTo: 5, touched: ['-app.js'] },
    ]);
    expect(await save(ada, { draftId, baseRevision: 6 })).toMatchObject({ number: 6 });
  });

  it('names checkpoints, lists them alone and takes the names away again', async () => {
    const ada = await get().join();
    const draftId = await begin(ada);
    await save(ada, { draftId, baseRevision: 1, ...put('a.txt', 'a') });
    const name = (revision: number, given: string | null) =>
      mutate(
        ada,
        'nameDraftRevision',
        'NameDraftRevisionInput',
        { draftId, revision, name: given },
        '{ revision { number name } }',
      );
    expect((await name(2, ' Before the colours ')).revision).toEqual({
      number: 2,
      name: 'Before the colours',
    });
    const named = async (): Promise<unknown> =>
      (
        await ask(
          ada,
          'query ($id: String!) { viewer { draft(id: $id) { revisions(first: 5, named: true) { totalCount edges { node { number name } } } } } }',
          { id: draftId },
        )
      ).viewer.draft.revisions;
    expect(await named()).toEqual({
      totalCount: 1,
      edges: [{ node: { number: 2, name: 'Before the colours' } }],
    });
    await name(2, null);
    expect(await named()).toEqual({ totalCount: 0, edges: [] });
  });

  it('shows what differs between revisions, and from what is published', async () => {
    const ada = await get().join();
    const draftId = await begin(ada);
    await save(ada, { draftId, baseRevision: 1, ...put('a.txt', 'a\n') });
    await save(ada, { draftId, baseRevision: 2, ...put('index.html', 'b') });
    await save(ada, { draftId, baseRevision: 3, ...put('a.txt', 'A\n'), aml: AML });
    const FILES = '{ amlBefore amlAfter files { path before { content } after { content } } }';
    const query = `query ($id: String!, $from: Int!, $to: Int!) { viewer { draft(id: $id) { changes(from: $from, to: $to) ${FILES} changesToPublished(revision: $to) ${FILES} } } }`;
    const changes = async (from: number, to: number) =>
      (await ask(ada, query, { id: draftId, from, to })).viewer.draft;
    expect(await changes(2, 4)).toEqual({
      changes: {
        amlBefore: '',
        amlAfter: AML,
        files: [
          { path: 'a.txt', before: { content: 'a\n' }, after: { content: 'A\n' } },
          { path: 'index.html', before: null, after: { content: 'b' } },
        ],
      },
      changesToPublished: null,
    });
    expect((await changes(0, 2)).changes.files).toEqual([
      { path: 'a.txt', before: null, after: { content: 'a\n' } },
    ]);
    const input = { draftId, revision: 3, name: 'Notes' };
    await mutate(ada, 'publishDraft', 'PublishDraftInput', input, '{ created }');
    expect((await changes(3, 4)).changesToPublished).toEqual({
      amlBefore: '',
      amlAfter: AML,
      files: [{ path: 'a.txt', before: { content: 'a\n' }, after: { content: 'A\n' } }],
    });
    const absent = await get().graphql(query, { id: draftId, from: 1, to: 9 }, ada.token);
    expect(absent.json.errors[0].extensions.code).toBe('not_found');
  });

  it('can be taken back for 30 days with its history and its rows, then it is gone', async () => {
    const [ada, eve] = [await get().join('Ada'), await get().join('Eve')];
    const draftId = await begin(ada, { name: 'Sketch' });
    const { previewUrl } = await save(ada, { draftId, baseRevision: 1, ...put('index.html', 'x'), aml: AML });
    const preview = previewUrl.slice(get().publishOrigin.length);
    const rows = () => get().visit({ path: `${preview}_data` });
    await get().visit({ method: 'POST', path: `${preview}_data`, body: { text: 'kept' } });
    const LISTS =
      '{ viewer { drafts(first: 5) { edges { node { name } } } deletedDrafts(first: 5) { edges { node { draftId name deletedAt } } } } }';
    const lists = async () => (await ask(ada, LISTS)).viewer;
    const remove = () => mutate(ada, 'deleteDraft', 'DeleteDraftInput', { draftId }, '{ ok }');
    const back = (person: Person) =>
      get().graphql(
        'mutation ($input: RestoreDeletedDraftInput!) { restoreDeletedDraft(input: $input) { draft { name latest { number } } } }',
        { input: { draftId } },
        person.token,
      );

    await remove();
    expect(await lists()).toEqual({
      drafts: { edges: [] },
      deletedDrafts: { edges: [{ node: { draftId, name: 'Sketch', deletedAt: expect.any(String) } }] },
    });
    expect((await rows()).status).toBe(404);
    const gone = await get().graphql(
      'query ($id: String!) { viewer { draft(id: $id) { id } } }',
      { id: draftId },
      ada.token,
    );
    expect(gone.json.data.viewer.draft).toBeNull();
    const late = await get().graphql(
      'mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { draft { id } } }',
      { input: { draftId, baseRevision: 2, changes: [] } },
      ada.token,
    );
    expect(late.json.errors[0].extensions.code).toBe('not_found');
    expect((await back(eve)).json.errors[0].extensions.code).toBe('not_found');

    expect((await back(ada)).json.data.restoreDeletedDraft.draft).toEqual({
      name: 'Sketch',
      latest: { number: 2 },
    });
    expect((await rows()).json.records).toMatchObject([{ text: 'kept' }]);

    await remove();
    const { db, drafts } = get().server.services;
    await db.prisma.draft.update({
      where: { id: draftId },
      data: { deletedAt: new Date(Date.now() - 31 * DAY_MS) },
    });
    expect((await lists()).deletedDrafts.edges).toEqual([]);
    expect((await back(ada)).json.errors[0].extensions.code).toBe('not_found');
    await drafts.purgeDeleted();
    expect(await db.prisma.draftRevision.count({ where: { draftId } })).toBe(0);
    expect(await db.prisma.appCatalog.count({ where: { spaceId: `draft:${draftId}` } })).toBe(0);
  });
});
