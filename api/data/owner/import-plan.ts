import type { IrRelationField } from '@platform/aml-compiler';
import type { ModelInfo } from '../model-info.ts';
import { relatedModel } from '../model-info.ts';
import type { Row } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import type { Candidate } from './check-row.ts';
import type { ConflictMode, RowError } from './contract.ts';
import { findExisting, tupleOf } from './existing-rows.ts';

export interface PlannedUpdate {
  readonly candidate: Candidate;
  /** Key of the row that is there, as JSON. */
  readonly key: Row;
}

/** What is done with each row of a file; a row that can have no place is an error. */
export interface ImportPlan {
  readonly creates: readonly Candidate[];
  readonly updates: readonly PlannedUpdate[];
  readonly skipped: number;
  readonly errors: readonly RowError[];
}

/** Holds the rows of a file against one another and against what is stored. Reads only. */
export async function planImport(
  space: LiveSpace,
  model: ModelInfo,
  candidates: readonly Candidate[],
  mode: ConflictMode,
): Promise<ImportPlan> {
  const errors: RowError[] = [];
  const meetings = await findMeetings(space, model, candidates, errors);
  const creates: Candidate[] = [];
  const updates: PlannedUpdate[] = [];
  let skipped = 0;
  for (const candidate of candidates) {
    const met = meetings.get(candidate) ?? [];
    const [first] = met;
    if (!first && candidate.missing.length > 0) errors.push(...candidate.missing);
    else if (!first) creates.push(candidate);
    else if (mode === 'skip') skipped += 1;
    else if (mode === 'update' && isSameRow(model, candidate, met))
      updates.push({ candidate, key: first.row });
    else errors.push(conflict(model, candidate, met));
  }
  for (const relation of model.relations)
    if (relation.fields.length > 0)
      errors.push(
        ...(await missingReferences(
          space,
          model,
          relation,
          [...creates, ...updates.map((u) => u.candidate)],
          creates,
        )),
      );
  return { creates, updates, skipped, errors };
}

interface Meeting {
  readonly fields: readonly string[];
  readonly row: Row;
}

/** The stored rows that have a unique value of a file's row; what is twice in the file itself is an error. */
async function findMeetings(
  space: LiveSpace,
  model: ModelInfo,
  candidates: readonly Candidate[],
  errors: RowError[],
): Promise<ReadonlyMap<Candidate, readonly Meeting[]>> {
  const meetings = new Map<Candidate, Meeting[]>();
  for (const fields of [model.ir.primaryKey, ...model.ir.uniques]) {
    const first = new Map<string, Candidate>();
    for (const candidate of candidates) {
      const tuple = tupleOf(fields, candidate.plain);
      if (tuple === null) continue;
      const before = first.get(tuple);
      if (!before) first.set(tuple, candidate);
      else
        errors.push({
          row: candidate.row,
          field: fields[0] ?? null,
          code: 'duplicate',
          message: `${fields.join(' and ')} must be unique, and row ${before.row} of the file has the same.`,
        });
    }
    const existing = await findExisting(
      space,
      model,
      fields,
      [...first.values()].map((one) => one.data),
    );
    for (const [tuple, candidate] of first) {
      const row = existing.get(tuple);
      if (row) meetings.set(candidate, [...(meetings.get(candidate) ?? []), { fields, row }]);
    }
  }
  return meetings;
}

/** Whether all that a row meets is one row, and the key that the file gives, if it does, is that row's. */
function isSameRow(model: ModelInfo, candidate: Candidate, met: readonly Meeting[]): boolean {
  const own = tupleOf(model.ir.primaryKey, candidate.plain);
  const keys = new Set(met.map((meeting) => tupleOf(model.ir.primaryKey, meeting.row)));
  return keys.size === 1 && (own === null || keys.has(own));
}

function conflict(model: ModelInfo, candidate: Candidate, met: readonly Meeting[]): RowError {
  const names = met.map((meeting) => meeting.fields.join(' and ')).join(', ');
  return {
    row: candidate.row,
    field: met[0]?.fields[0] ?? null,
    code: 'conflict',
    message: `${model.ir.name} has a row with the same ${names} already.`,
  };
}

async function missingReferences(
  space: LiveSpace,
  model: ModelInfo,
  relation: IrRelationField,
  candidates: readonly Candidate[],
  creates: readonly Candidate[],
): Promise<readonly RowError[]> {
  const related = relatedModel(space.models, relation);
  const wanted = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { plain, data } of candidates) {
    const tuple = tupleOf(relation.fields, plain);
    if (tuple !== null)
      wanted.set(
        tuple,
        Object.fromEntries(relation.references.map((name, i) => [name, data[relation.fields[i] ?? '']])),
      );
  }
  // A row of the file may belong to another row of the file.
  const own = related === model ? creates.map((one) => tupleOf(relation.references, one.plain)) : [];
  for (const tuple of own) if (tuple !== null) wanted.delete(tuple);
  const there = await findExisting(space, related, relation.references, [...wanted.values()]);
  return candidates.flatMap(({ row, plain }) => {
    const tuple = tupleOf(relation.fields, plain);
    if (tuple === null || !wanted.has(tuple) || there.has(tuple)) return [];
    const field = relation.fields[0] ?? null;
    const message = `${relation.fields.join(' and ')} points to a row of ${relation.type} that is not there.`;
    return [{ row, field, code: 'unknown_reference', message }];
  });
}
