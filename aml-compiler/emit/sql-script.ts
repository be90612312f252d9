import { physicalName } from '../evolution/names.ts';
import { planEvolution } from '../evolution/plan.ts';
import type { Ir } from '../ir.ts';
import type { EmitOptions } from './emitter.ts';
import type { PhysicalNames } from './physical-names.ts';
import { emitCreateSchema, emitStep } from './sql.ts';
import { SCOPE_COLUMN } from './sql-names.ts';
import type { SqlTarget } from './sql-names.ts';

/** The schema is called like the app, in the letters that physical names have. */
function sqlTarget({ name }: EmitOptions): SqlTarget {
  return { schema: physicalName(name, new Set()), scope: name };
}

/** All tables of an app as one script in one transaction, for PostgreSQL 15 and later. */
export function emitSqlScript(ir: Ir, options: EmitOptions): string {
  const target = sqlTarget(options);
  const steps = planEvolution(null, ir).steps.flatMap((step) => emitStep(step, target));
  return ['BEGIN', emitCreateSchema(target), ...steps, 'COMMIT', ''].join(';\n\n').trimEnd() + '\n';
}

/** The tables and columns of that script, for the Prisma schema beside it. */
export function physicalNamesOf(ir: Ir, options: EmitOptions): PhysicalNames {
  const tables = planEvolution(null, ir).catalog.tables.map(({ model, table, columns }) => {
    const names = columns.map(({ field, column }) => [field.name, column] as const);
    return [model, { table, scopeColumn: SCOPE_COLUMN, columns: Object.fromEntries(names) }] as const;
  });
  return { schema: sqlTarget(options).schema, tables: Object.fromEntries(tables) };
}
