import type { Report } from '../report.ts';
import type { DraftModel } from './draft.ts';

/** Prisma calls a key of several fields `a_b`, so no field can have that name beside it. Wants all keys settled. */
export function checkKeyNames(model: DraftModel, report: Report): void {
  const reported = new Set<string>();
  for (const names of [model.primaryKey, ...model.uniques]) {
    const clash = names.length > 1 ? model.fieldByName.get(names.join('_')) : undefined;
    if (clash === undefined || reported.has(clash.name)) continue;
    reported.add(clash.name);
    report.add(
      'reserved_name',
      clash.node.start,
      `\`${clash.name}\` is the name that the key of \`${names.join('` and `')}\` has.`,
      `Write for example \`${clash.name}_\`.`,
    );
  }
}
