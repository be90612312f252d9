import type { IrModel } from '../ir.ts';
import { SCOPE_NAME } from '../scope-name.ts';

/**
 * Name of the scope column's field in the Prisma model: `projectId`, or another free name when the app has a field of
 * its own that is so called. The injector and the emitter both take it from here.
 */
export function scopeFieldName(model: IrModel): string {
  const taken = new Set(model.fields.map((field) => field.name.toLowerCase()));
  for (let number = 0; ; number++) {
    const name =
      number === 0 ? SCOPE_NAME : number === 1 ? `${SCOPE_NAME}_scope` : `${SCOPE_NAME}_scope${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
