import type { IrValueField } from '@platform/aml-compiler';
import { ApiError } from '../../errors.ts';
import { coerceElement } from '../coerce.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import { readChangedRecord, readNewRecord } from '../record-input.ts';
import { toRecord } from '../record-output.ts';
import type { Row } from '../rows.ts';
import type { Args } from '../args.ts';
import type { RowError } from './contract.ts';
import type { FileRow } from './import-file.ts';

/** A row of a file that can be stored as it is. */
export interface Candidate {
  readonly row: number;
  /** As a new row, with the generated fields that the file gives. */
  readonly data: Args;
  /** The same as JSON, for comparing values. */
  readonly plain: Row;
  /** For changing a row that is there: what the file leaves out stays. */
  readonly change: Args;
  /** Required fields that the file leaves out: such a row can change one that is there, and make none. */
  readonly missing: readonly RowError[];
}

/** Checks one row as an insert would be, and keeps ids and times that the file gives. */
export function checkRow(
  models: Models,
  model: ModelInfo,
  { row, values, errors }: FileRow,
): { readonly candidate: Candidate } | { readonly errors: readonly RowError[] } {
  const mistakes: RowError[] = [...errors];
  const attempt = (work: () => Args): Args => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_record') throw error;
      for (const { code, message, hint, path } of error.diagnostics ?? []) {
        const field = path?.split('/')[1] ?? null;
        // What is no value at all was told already.
        if (mistakes.some((known) => known.row === row && known.field === field)) continue;
        mistakes.push({ row, field, code, message: hint ? `${message} ${hint}` : message });
      }
      return {};
    }
  };
  const generated = readGenerated(models, model, values, row, mistakes);
  const whole = attempt(() => readNewRecord(models, model, values));
  const missing = mistakes.filter(
    ({ code, field }) => code === 'required' && values[field ?? ''] === undefined,
  );
  if (mistakes.length > missing.length) return { errors: mistakes };
  mistakes.length = 0;
  const names = new Set(missing.flatMap(({ field }) => field ?? []));
  const given = names.size === 0 ? whole : attempt(() => readNewRecord(models, model, values, names));
  const changed = attempt(() => readChangedRecord(models, model, values));
  if (mistakes.length > 0) return { errors: [...missing, ...mistakes] };
  const data = { ...given, ...generated };
  const change = { ...changed, ...withoutKey(model, generated) };
  return { candidate: { row, data, change, missing, plain: toRecord(models, model, data) } };
}

/** Ids and times that the platform makes for new rows: an export has them, and they come back unchanged. */
function readGenerated(
  models: Models,
  model: ModelInfo,
  values: Row,
  row: number,
  mistakes: RowError[],
): Args {
  const read: Record<string, unknown> = {};
  for (const field of model.values.filter((candidate) => !model.creatable.has(candidate.name))) {
    const value = values[field.name];
    if (value === undefined || value === null || isBlank(field, value)) continue;
    const coerced = coerceElement(field, value, models.enums);
    if (coerced.ok) read[field.name] = coerced.value;
    else
      mistakes.push({
        row,
        field: field.name,
        code: coerced.code,
        message: `${field.name} ${coerced.message}.`,
      });
  }
  return read;
}

function isBlank(field: IrValueField, value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '' && field.default?.kind === 'generated';
}

function withoutKey(model: ModelInfo, values: Args): Args {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !model.ir.primaryKey.includes(name)));
}
