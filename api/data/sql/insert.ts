import { DbNull } from '@prisma/client/runtime/client';
import { quoteName } from '@platform/aml-compiler/emit/sql-names.ts';
import type { Args } from '../args.ts';
import { withMadeValues } from '../made-values.ts';
import type { ModelInfo } from '../model-info.ts';
import type { SqlSpace, SqlText } from './read.ts';
import { rowSql } from './row.ts';
import { Statement } from './statement.ts';
import type { Source } from './statement.ts';
import { bindJson, bindText, bindValue, bindValues } from './value.ts';

const ROW = quoteName('$row');

/** A row that is to be stored, and which fields of it are wanted back. */
export interface NewRow {
  readonly data: Args;
  readonly select: Args;
}

/**
 * Stores one row and reads the selected fields of it as one record in JSON; relations are not among them, since the
 * statement does not see what it stores. `data` is checked and scoped; what it leaves out and has a default is made.
 */
export function insertStatement(
  { models, tables }: SqlSpace,
  model: ModelInfo,
  { data, select }: NewRow,
): SqlText {
  const statement = new Statement(models, tables);
  const source = statement.source(model);
  const values = Object.entries(withMadeValues(model, data));
  const columns = values.map(([name]) => source.stored(name)).join(', ');
  const items = values.map(([name, value]) => itemSql(statement, source, name, value)).join(', ');
  return {
    text:
      `INSERT INTO ${source.from} (${columns}) VALUES (${items}) ` +
      `RETURNING (SELECT row_to_json(${ROW}) FROM (SELECT ${rowSql(statement, source, select)}) AS ${ROW})::text AS "json"`,
    values: statement.values,
  };
}

function itemSql(statement: Statement, { model }: Source, name: string, value: unknown): string {
  if (name === model.scopeField) return bindText(statement, value);
  const field = model.fields.get(name);
  if (!field || field.kind === 'relation') throw new Error(`${model.ir.name}.${name} takes no value.`);
  // A list is empty, never missing.
  if (field.list) return bindValues(statement, field, value ?? []);
  // A default of Json may be JSON's own null; what is missing has a marker there.
  if (field.kind === 'scalar' && field.type === 'Json')
    return value === DbNull ? 'NULL' : bindJson(statement, value);
  return value === null ? 'NULL' : bindValue(statement, field, value);
}
