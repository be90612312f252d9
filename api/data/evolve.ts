import type { Ir } from '@platform/aml-compiler';
import { emitCount } from '@platform/aml-compiler/emit/sql-count.ts';
import type { SqlTarget } from '@platform/aml-compiler/emit/sql-names.ts';
import { emitCreateSchema, emitLock, emitStep } from '@platform/aml-compiler/emit/sql.ts';
import type { Catalog } from '@platform/aml-compiler/evolution/catalog.ts';
import type { Evolution } from '@platform/aml-compiler/evolution/plan.ts';
import { planWithCounts } from '@platform/aml-compiler/evolution/plan.ts';
import type { SchemaStep } from '@platform/aml-compiler/evolution/step.ts';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import type { StudioDiagnostic } from '../errors.ts';
import { ApiError } from '../errors.ts';
import type { EvolutionPlan } from './contract.ts';
import { countMismatches } from './count-mismatches.ts';

type Queryable = Pick<Pool | PoolClient, 'query'>;

/** Plans the way from what is provisioned to `ir`, counting rows where the plan depends on them. Changes nothing. */
export function planSpace(
  db: Queryable,
  target: SqlTarget,
  catalog: Catalog | null,
  ir: Ir,
): Promise<Evolution> {
  return planWithCounts(catalog, ir, async (requests) => {
    const answers: number[] = [];
    for (const request of requests) {
      if (request.kind === 'mismatches') {
        answers.push(await countMismatches(db, target, request));
        continue;
      }
      const { rows } = await db.query<{ count: string }>(emitCount(request, target));
      answers.push(Number(rows[0]?.count ?? 0));
    }
    return answers;
  });
}

/**
 * Plans and applies, inside the caller's transaction. Writers wait from the first count on, so that no row can
 * come in between that breaks what was counted.
 */
export async function evolveSpace(
  db: PoolClient,
  target: SqlTarget,
  catalog: Catalog | null,
  ir: Ir,
): Promise<Evolution> {
  if (catalog === null) await db.query(emitCreateSchema(target));
  const tables = (catalog?.tables ?? []).map((table) => table.table);
  if (tables.length > 0) await db.query(emitLock(tables, target));
  const evolution = await planSpace(db, target, catalog, ir);
  for (const step of evolution.steps) {
    try {
      for (const statement of emitStep(step, target)) await db.query(statement);
    } catch (error) {
      throw tooLongForKey(evolution, step, error);
    }
  }
  return evolution;
}

/** A key over values that no entry of an index can hold: said by name, since only the AML can change that. */
function tooLongForKey(evolution: Evolution, step: SchemaStep, error: unknown): unknown {
  if (step.kind !== 'addKey' || !(error instanceof pg.DatabaseError) || error.code !== '54000') return error;
  const table = evolution.catalog.tables.find((candidate) => candidate.table === step.table);
  const fields = step.key.columns.map(
    ({ column }) => table?.columns.find((candidate) => candidate.column === column)?.field.name ?? column,
  );
  const what = step.key.unique ? 'unique' : 'in an index';
  return new ApiError(
    'conflict',
    `${table?.model ?? step.table} has rows whose ${fields.join(', ')} cannot be ${what}: the values have 2,704 bytes at most, together. Shorten them, or leave the key out.`,
    { cause: error },
  );
}

/** The plan as data for people: each change with its statements, and a warning for what they should look at. */
export function describePlan(evolution: Evolution, target: SqlTarget): EvolutionPlan {
  const warnings = evolution.changes
    .filter((change) => change.class === 'refused' || (change.class === 'parked' && (change.rows ?? 0) > 0))
    .map((change): StudioDiagnostic => {
      return { code: `change_${change.class}`, message: change.sentence, severity: 'warning' };
    });
  const stale = evolution.staleWas.map(({ target: name, was }): StudioDiagnostic => {
    const message = `${name} has @was("${was}"), but nothing of that name is left to rename.`;
    return { code: 'stale_was', message, hint: 'Remove the @was.', severity: 'warning' };
  });
  return {
    changes: evolution.changes.map((change) => ({
      class: change.class,
      change: `${change.change} ${change.target}`,
      sql: change.steps.flatMap((step) => emitStep(step, target)),
      rows: change.rows,
      sentence: change.sentence,
    })),
    diagnostics: [...warnings, ...stale],
  };
}
