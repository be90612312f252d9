import type { IrModel } from '../ir.ts';

const SCOPE = 'projectId';

/**
 * Name of the scope column's field in the Prisma model: `projectId`, or another free name when the app has a field of
 * its own that is so called. The injector and the emitter both take it from here.
 */
export function scopeFieldName(model: IrModel): string {
  const taken = new Set(model.fields.map((field) => field.name.toLowerCase()));
  for (let number = 0; ; number++) {
    const name = number === 0 ? SCOPE : number === 1 ? `${SCOPE}_scope` : `${SCOPE}_scope${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
