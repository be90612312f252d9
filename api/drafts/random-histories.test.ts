import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import '../../test/support/seeded.ts';
import { describeEachInstallation, type Installation, type Person } from '../../test/support/installation.ts';

// Limits are read when the server's code is loaded: however slow the machine is, typing on is no new step.
vi.hoisted(() => {
  process.env['LIMIT_UNDO_REST_MS'] = '86400000';
  process.env['LIMIT_UNDO_SAVES'] = '4';
});

/** `DRAFT_HISTORIES=1000` for a long run, and then another `SEED`. */
const HISTORIES = Number(process.env['DRAFT_HISTORIES'] ?? 5);
const OPERATIONS = 16;

const REVISION = 'revision { number aml undoTo redoTo files { path content } }';
const PATHS = ['index.html', 'app.js', 'a/b.css'] as const;

interface Content {
  readonly aml: string;
  readonly files: Readonly<Record<string, string>>;
}

interface Shown extends Content {
  readonly number: number;
  readonly undoTo: number | null;
  readonly redoTo: number | null;
}

type Operation =
  | { readonly kind: 'type'; readonly path: string; readonly text: string }
  | { readonly kind: 'model'; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'turn'; readonly texts: readonly string[]; readonly path: string }
  | { readonly kind: 'restore'; readonly at: number }
  | { readonly kind: 'name'; readonly at: number }
  | { readonly kind: 'undo' | 'redo' | 'reload' };

const path = fc.constantFrom(...PATHS);
// Few texts, so that the same one comes back often; line ends and characters that something might mend.
const text = fc.constantFrom('', 'a', 'b\n', 'c\r\n\r', 'ünïcode 🙂\u2028', '\tno end');
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), path, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('model' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      path,
      texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), at: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('name' as const), at: fc.nat(100) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
);

describeEachInstallation('random histories of drafts', (get) => {
  it(
    'return exactly the bytes that were there',
    async () => {
      const person = await get().join();
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: OPERATIONS / 2, maxLength: OPERATIONS }),
          (operations) => runHistory(get(), person, operations),
        ),
        { numRuns: HISTORIES, endOnFailure: true },
      );
    },
    60_000 + HISTORIES * 2_000,
  );
});

/** Runs operations against the server and against undo as every editor has it: what was, what is, what was undone. */
async function runHistory(
  site: Installation,
  { token }: Person,
  operations: readonly Operation[],
): Promise<void> {
  const ask = async (query: string, variables: object) => {
    const { json } = await site.graphql(query, variables, token);
    expect(json.errors).toBeUndefined();
    return json.data;
  };
  const mutate = async (field: string, type: string, input: object): Promise<Shown> =>
    shown(
      (await ask(`mutation ($input: ${type}!) { ${field}(input: $input) { ${REVISION} } }`, { input }))[field]
        .revision,
    );

  const begun = await ask('mutation { createDraft(input: {}) { draft { draftId } } }', {});
  const { draftId } = begun.createDraft.draft;
  const nothing: Content = { aml: '', files: {} };
  /** Every revision as it was when it was written. */
  const kept: Content[] = [nothing];
  const past: Content[] = [];
  const future: Content[] = [];
  let present = nothing;
  /** What the newest step goes on with: typing in a file, or a turn. */
  let going: string | null = null;
  let saves = 0;
  let turns = 0;

  const took = (found: Shown, expected: Content, isNew: boolean): void => {
    if (isNew) kept.push(expected);
    expect(found).toEqual({
      ...expected,
      number: kept.length,
      undoTo: past.length === 0 ? null : expect.any(Number),
      redoTo: future.length === 0 ? null : expect.any(Number),
    });
    present = expected;
  };
  const save = async (change: object, next: Content, step: string | null): Promise<void> => {
    const baseRevision = kept.length;
    const found = await mutate('saveDraft', 'SaveDraftInput', {
      draftId,
      baseRevision,
      changes: [],
      ...change,
    });
    const isNew = JSON.stringify(next) !== JSON.stringify(present);
    if (isNew) {
      // A turn is one step however many saves it has.
      const goesOn = step !== null && step === going && (saves < 4 || step.startsWith('turn-'));
      saves = goesOn ? saves + 1 : 1;
      if (!goesOn) past.push(present);
      going = step;
      future.length = 0;
    }
    took(found, next, isNew);
  };
  const withFile = (at: string, content: string): Content => ({
    ...present,
    files: sorted({ ...present.files, [at]: content }),
  });
  const typed = async (at: string, content: string, note: object, turn: string | null): Promise<void> => {
    // A new file is a step of its own: typing in it begins afterwards.
    const step = turn ?? (at in present.files ? `type ${at}` : null);
    await save({ changes: [{ path: at, content }], ...note }, withFile(at, content), step);
  };

  for (const one of operations) {
    if (one.kind === 'type') await typed(one.path, one.text, {}, null);
    else if (one.kind === 'model') await save({ aml: one.text }, { ...present, aml: one.text }, 'type model');
    else if (one.kind === 'remove') {
      const { [one.path]: _removed, ...files } = present.files;
      await save({ changes: [{ path: one.path }] }, { ...present, files }, null);
    } else if (one.kind === 'turn') {
      turns += 1;
      const messageId = `turn-${turns}`;
      for (const content of one.texts) {
        await typed(one.path, content, { cause: 'AGENT_TURN', messageId }, messageId);
      }
    } else if (one.kind === 'restore') {
      const revision = (one.at % kept.length) + 1;
      const input = { draftId, revision, baseRevision: kept.length };
      const target = kept[revision - 1] ?? nothing;
      const found = await mutate('restoreDraft', 'RestoreDraftInput', input);
      const isNew = JSON.stringify(target) !== JSON.stringify(present);
      if (isNew) {
        past.push(present);
        future.length = 0;
        going = null;
      }
      took(found, target, isNew);
    } else if (one.kind === 'name') {
      const revision = (one.at % kept.length) + 1;
      const query =
        'mutation ($input: NameDraftRevisionInput!) { nameDraftRevision(input: $input) { revision { name } } }';
      await ask(query, { input: { draftId, revision, name: 'Checkpoint' } });
      // Undo comes back to a checkpoint, so typing on is a new step. A turn goes on nowhere but in itself.
      if (revision === kept.length) going = null;
    } else if (one.kind === 'reload') {
      const query = `query ($id: String!) { viewer { draft(id: $id) { ${REVISION.replace('revision', 'latest')} } } }`;
      took(shown((await ask(query, { id: draftId })).viewer.draft.latest), present, false);
    } else {
      const [from, to] = one.kind === 'undo' ? [past, future] : [future, past];
      const target = from.at(-1);
      if (target === undefined) continue;
      from.pop();
      to.push(present);
      going = null;
      took(
        await mutate(`${one.kind}Draft`, 'DraftStepInput', { draftId, baseRevision: kept.length }),
        target,
        true,
      );
    }
  }
  const all =
    'query ($id: String!) { viewer { draft(id: $id) { revisions(first: 100) { edges { node { number aml undoTo redoTo files { path content } } } } } } }';
  const { viewer } = await ask(all, { id: draftId });
  const found = viewer.draft.revisions.edges.map(({ node }: { node: Parameters<typeof shown>[0] }) => {
    const { aml, files } = shown(node);
    return { aml, files };
  });
  expect(found.toReversed()).toEqual(kept);
}

function shown(
  revision: Omit<Shown, 'files'> & { files: readonly { path: string; content: string }[] },
): Shown {
  return {
    ...revision,
    files: Object.fromEntries(revision.files.map(({ path, content }) => [path, content])),
  };
}

function sorted(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
