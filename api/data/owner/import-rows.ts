import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ModelInfo } from '../model-info.ts';
import { translateError } from '../prisma-errors.ts';
import { readKey } from '../row-key.ts';
import type { LiveSpace } from '../space.ts';
import type { Candidate } from './check-row.ts';
import { checkRow } from './check-row.ts';
import type { ImportOptions, ImportReport, RowError } from './contract.ts';
import type { OpenedFile } from './import-file.ts';
import { parentsFirst } from './import-order.ts';
import type { ImportPlan } from './import-plan.ts';
import { planImport } from './import-plan.ts';

/** Rows of one INSERT, and how many are checked before others get their turn. */
const BATCH = 500;

/**
 * Checks all rows of a file, then stores them in one transaction, unless it is a dry run or a row has a mistake.
 * @throws ApiError too_large, also when the app has no room for them; conflict or invalid_record when the data changed between the check and the end
 */
export async function importRows(
  space: LiveSpace,
  model: ModelInfo,
  file: OpenedFile,
  { mode, dryRun }: ImportOptions,
): Promise<ImportReport> {
  const candidates: Candidate[] = [];
  const errors: RowError[] = [];
  let rows = 0;
  for await (const row of file.rows) {
    rows += 1;
    if (rows > LIMITS.importRows) {
      const most = LIMITS.importRows.toLocaleString('en');
      throw new ApiError(
        'too_large',
        `A file may have ${most} rows at most. Nothing was stored: cut it in parts.`,
      );
    }
    const checked = checkRow(space.models, model, row);
    if ('candidate' in checked) candidates.push(checked.candidate);
    else errors.push(...checked.errors);
    if (rows % BATCH === 0) await setImmediate();
  }
  const plan = await planImport(space, model, candidates, mode);
  errors.push(...plan.errors);
  const made = plan.creates.length;
  if (errors.length === 0) {
    if (dryRun) await space.room.check(made);
    else await space.room.within('owner', made, () => store(space, model, plan));
  }
  return {
    dryRun,
    rows,
    created: plan.creates.length,
    updated: plan.updates.length,
    skipped: plan.skipped,
    errorCount: errors.length,
    errors: errors.toSorted((a, b) => a.row - b.row).slice(0, LIMITS.importErrors),
    ignored: file.ignored,
  };
}

async function store(space: LiveSpace, model: ModelInfo, plan: ImportPlan): Promise<void> {
  const creates = parentsFirst(model, plan.creates);
  try {
    await space.client.transaction('owner', async (client) => {
      for (let at = 0; at < creates.length; at += BATCH)
        await client.run(model, 'createMany', { data: creates.slice(at, at + BATCH).map((row) => row.data) });
      for (const { candidate, key } of plan.updates) {
        const where = readKey(space.models, model, key);
        if (where && Object.keys(candidate.change).length > 0)
          await client.run(model, 'updateMany', { where: flat(model, where), data: candidate.change });
      }
    });
  } catch (error) {
    throw translateError(model, error);
  }
  for (const field of model.values) {
    const counted = field.default?.kind === 'generated' && field.default.fn === 'autoincrement';
    if (counted && creates.some((row) => field.name in row.data))
      await space.advanceCounter(model.ir.name, field.name);
  }
}

/** A unique filter as an ordinary one. */
function flat(model: ModelInfo, where: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [, ...others] = model.ir.primaryKey;
  return others.length === 0 ? where : (where[model.ir.primaryKey.join('_')] as Record<string, unknown>);
}
