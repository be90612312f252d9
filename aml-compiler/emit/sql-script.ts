import { schemaNameFor } from '../evolution/names.ts';
import { planEvolution } from '../evolution/plan.ts';
import type { Ir } from '../ir.ts';
import type { EmitOptions } from './emitter.ts';
import { physicalNames } from './physical-names.ts';
import type { PhysicalNames } from './physical-names.ts';
import { emitCreateSchema, emitStep } from './sql.ts';
import type { SqlTarget } from './sql-names.ts';

/** The schema is called like the app, in the letters that physical names have. */
export function sqlTarget({ name }: EmitOptions): SqlTarget {
  return { schema: schemaNameFor(name), scope: name };
}

/** All tables of an app as one script in one transaction, for PostgreSQL 15 and later. */
export function emitSqlScript(ir: Ir, options: EmitOptions): string {
  const target = sqlTarget(options);
  const steps = planEvolution(null, ir).steps.flatMap((step) => emitStep(step, target));
  return ['BEGIN', emitCreateSchema(target), ...steps, 'COMMIT', ''].join(';\n\n').trimEnd() + '\n';
}

/** The tables and columns of that script, for the Prisma schema beside it. */
export function physicalNamesOf(ir: Ir, options: EmitOptions): PhysicalNames {
  return physicalNames(planEvolution(null, ir).catalog, sqlTarget(options).schema);
}
