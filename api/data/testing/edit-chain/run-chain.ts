import { compile } from '@platform/aml-compiler';
import type { Database } from '../../../db/database.ts';
import type { DataPlane } from '../../contract.ts';
import type { EvolutionPlan, PlannedChange } from '../../contract.ts';
import { ApiError } from '../../../errors.ts';
import type { OwnerData } from '../../owner/contract.ts';
import { caller } from '../call.ts';
import type { AppModel } from './app-model.ts';
import { MARK, printAml } from './app-model.ts';
import type { Cells } from './cells.ts';
import { lostCells, movedColumns, readCells } from './cells.ts';
import type { Attic, Edit, EditKind } from './edits.ts';
import { edited } from './edits.ts';
import type { Reading, Readings } from './readings.ts';
import { isOpen } from './open-names.ts';
import { differing, discontinued, parseStored, sameMeaning, unreadable } from './readings.ts';
import { newRecord, newValue } from './records.ts';
import { restoringModel } from './restore.ts';

const RESTORING_ROUNDS = 40;
/**
 * What may be refused when an earlier version comes back at once, and be right. A key that was widened stays wide: rows
 * are found by it. And a value that a row had when its field was of the type in between, from before the earlier
 * version, goes out of sight once more; what is shown is held to what that version showed.
 */
const STAYS = /^(change_primary_key|change_type) /;
export interface Chain {
  readonly start: AppModel;
  readonly edits: readonly Edit[];
}

/** A version as it was left. */
interface Version {
  readonly app: AppModel;
  readonly readings: Readings;
  /** Its changes that stay refused. */
  readonly refused: readonly string[];
}

export interface ChainReport {
  /** Edits that changed the model and were accepted by the compiler. */
  readonly published: number;
  readonly rows: number;
  readonly refusedRows: number;
  readonly updated: number;
}

/**
 * Publishes one version after the other, with new rows in between, and brings back at the end all that was hidden.
 * @throws Error with the texts of the chain when a value is lost, changed, unreadable, or cannot be brought back
 */
export async function runChain(
  { db, plane, id }: { readonly db: Database; readonly plane: DataPlane; readonly id: string },
  chain: Chain,
): Promise<ChainReport> {
  const texts: string[] = [];
  try {
    return await run();
  } catch (error) {
    const history = texts.map((text, i) => `--- version ${i + 1}\n${text}`).join('\n');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${history}`, {
      cause: error,
    });
  }

  async function run(): Promise<ChainReport> {
    const attic: Attic = { nextId: 100, fields: [], models: [], past: [] };
    const stored = new Map<string, unknown[]>();
    const report = { published: 0, rows: 0, refusedRows: 0, updated: 0 };
    let app = chain.start;
    let cells: Cells | null = null;
    let readings: Readings = new Map();

    const everStored = (mark: string, value: unknown): boolean =>
      (stored.get(mark) ?? []).some((candidate) => sameMeaning(candidate, value));
    const publish = async (next: AppModel, kind?: EditKind): Promise<EvolutionPlan> => {
      const aml = printAml(next);
      texts.push(aml);
      const planned = await plane.plan({ id, aml });
      const applied = await plane.apply({ id, aml });
      if (JSON.stringify(planned) !== JSON.stringify(applied))
        throw new Error('What was applied is not what was planned.');
      const sql = applied.changes.flatMap((change) => change.sql);
      const after = await readCells(db.pool, id);
      if (cells) demand('lost', lostCells(cells, after, movedColumns(sql)));
      const shown = await readAll(aml, next);
      demand('unreadable', unreadable(after, shown));
      if (kind !== 'returnToPast' || !isOpen(app, next)) {
        demand(
          `changed by ${kind ?? 'nothing'} in version ${texts.length}`,
          discontinued({ app, readings }, { app: next, readings: shown }, everStored),
        );
      }
      [app, cells, readings] = [next, after, shown];
      return applied;
    };
    const planAgain = async (): Promise<readonly PlannedChange[]> =>
      (await plane.plan({ id, aml: printAml(app) })).changes;
    /** The same text again has nothing to do, as long as no row has changed. */
    const settle = async (): Promise<void> => {
      const restless = (await planAgain()).filter(
        (change) => change.sql.length > 0 || change.class !== 'refused',
      );
      demand(`not settled in version ${texts.length}`, restless.map(spoken));
    };
    /** Goes back at once, and forth again: what was shown is shown again, and nothing is refused that was not. */
    const goBackAndForth = async (
      before: Version,
      next: AppModel,
      kind: EditKind,
      went: EvolutionPlan,
    ): Promise<void> => {
      // Rows that got a default have it in the earlier version too, where a key may not bear it.
      const isFilled = went.changes.some((change) => change.class === 'backfill');
      const { changes } = await publish(before.app, kind);
      demand(`differs after going back from ${kind}`, differing(before, next, readings, everStored));
      const refused = changes.filter(
        (change) =>
          change.class === 'refused' &&
          !STAYS.test(change.change) &&
          !(isFilled && change.change.startsWith('add_unique ')),
      );
      demand(
        `refused going back from ${kind}`,
        refused.filter(({ change }) => !before.refused.includes(change)).map(spoken),
      );
      await settle();
      await publish(next, kind);
      await settle();
    };
    const insert = async (count: number): Promise<void> => {
      const aml = printAml(app);
      for (let i = 0; i < count; i += 1) {
        const n = report.rows + report.refusedRows + 1;
        const model = app.models[n % app.models.length];
        if (!model) return;
        const { status, body } = await caller(plane, { id, aml }).insert(
          newRecord(app, model, n, readings),
          `?entity=${model.name}`,
        );
        if (status === 201) report.rows += 1;
        else if (isForeseen(status, body.error?.message ?? '')) report.refusedRows += 1;
        else throw new Error(`A record of ${model.name} was answered ${status}: ${JSON.stringify(body)}`);
      }
      await look(aml);
    };
    /** Changes single values of rows, as their owner may. */
    const update = async (count: number): Promise<void> => {
      const aml = printAml(app);
      const owner = plane.owner({ id, aml });
      for (let i = 0; i < count; i += 1) {
        const n = report.rows * 13 + report.updated + report.published + i;
        const model = app.models[n % app.models.length];
        const records = [...(readings.get(model?.name ?? '')?.values() ?? [])];
        const record = records[(n * 7) % records.length];
        const values = model && record && newValue(app, model, n, readings);
        if (!values) continue;
        try {
          await owner.update(model.name, keyOf(await owner.describe(), model.name, record), values);
          report.updated += 1;
        } catch (error) {
          const code = error instanceof ApiError ? error.code : '';
          if (code !== 'conflict' && code !== 'invalid_record') throw error;
        }
      }
      await look(aml);
    };
    /** What is there now, as stored and as shown; every value is remembered. */
    const look = async (aml: string): Promise<void> => {
      cells = await readCells(db.pool, id);
      readings = await readAll(aml, app);
      for (const [key, value] of cells.values) {
        const mark = key.split('/')[1] ?? '';
        stored.set(mark, [...(stored.get(mark) ?? []), parseStored(value)]);
      }
    };
    const readAll = async (aml: string, next: AppModel): Promise<Readings> => {
      const all = new Map<string, ReadonlyMap<string, Reading>>();
      for (const { name } of next.models) {
        const { status, body } = await caller(plane, { id, aml }).query({ entity: name, limit: 200 });
        if (status !== 200)
          throw new Error(`Reading ${name} was answered ${status}: ${JSON.stringify(body)}`);
        all.set(name, new Map((body.records ?? []).map((record) => [String(record[MARK]), record])));
      }
      return all;
    };

    await publish(chain.start);
    await insert(4);
    for (const edit of chain.edits) {
      const next = edited(app, edit, attic);
      if (!next || !compile(printAml(next)).ok) continue;
      attic.past.push(structuredClone(app));
      const before = { app, readings, refused: (await planAgain()).map((again) => again.change) };
      const went = await publish(next, edit.kind);
      await settle();
      if (edit.more % 3 === 0 && !isOpen(before.app, next))
        await goBackAndForth(before, next, edit.kind, went);
      await insert(edit.more % 4);
      await update(edit.to % 4);
      report.published += 1;
    }
    for (let round = 1; round <= RESTORING_ROUNDS; round += 1) {
      const next = restoringModel(app, await readCells(db.pool, id), round);
      if (!next) return report;
      await publish(next);
    }
    throw new Error(`After ${RESTORING_ROUNDS} rounds there are values that did not come back.`);
  }
}

function spoken({ change, sentence }: PlannedChange): string {
  return `${change}: ${sentence}`;
}

/** The key of a record as the owner's API takes it. */
function keyOf(
  { models }: Awaited<ReturnType<OwnerData['describe']>>,
  name: string,
  record: Reading,
): unknown {
  const key = models.find((model) => model.ir.name === name)?.primaryKey.map((field) => field.name) ?? [];
  const [only, ...others] = key;
  if (only !== undefined && others.length === 0) return record[only];
  return Object.fromEntries(key.map((part) => [part, record[part]]));
}

function demand(what: string, findings: readonly string[]): void {
  if (findings.length > 0) throw new Error(`${what}: ${findings.slice(0, 5).join('; ')}`);
}

/** A new record may meet a unique key, need a row of another model that has none, or give a key that was refused. */
function isForeseen(status: number, message: string): boolean {
  const words = /points to a row that is not there|is required|: (id|part) must be/;
  return status === 409 || (status === 422 && words.test(message));
}
