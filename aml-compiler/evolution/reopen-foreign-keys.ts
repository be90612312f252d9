import type { CatalogTable } from './catalog.ts';
import type { EvolutionChange } from './change.ts';

/**
 * A foreign key that older rows do not meet (`validated: false`) checks a row once more when a transaction updates it
 * twice, though the key is the same. So it is taken off while a plan fills columns, and put back as it was.
 */
export function reopenForeignKeys(
  changes: readonly EvolutionChange[],
  before: readonly CatalogTable[],
  after: readonly CatalogTable[],
): readonly EvolutionChange[] {
  const steps = changes.flatMap((change) => change.steps);
  return after.flatMap((table) => {
    const old = before.find((candidate) => candidate.table === table.table)?.foreignKeys ?? [];
    const known = new Set(old.map((key) => key.name));
    const open = table.foreignKeys.filter((key) => !key.validated && known.has(key.name));
    const filling = steps.filter(
      (step) => (step.kind === 'carry' || step.kind === 'fillEmpty') && step.table === table.table,
    );
    if (open.length === 0 || filling.length < 2) return [];
    return [
      {
        class: 'free',
        change: 'keep_relation',
        target: table.model,
        rows: null,
        sentence: `Relations of ${table.model} that older rows do not meet stay as they are: new rows are checked.`,
        steps: open.flatMap((foreignKey) => [
          { kind: 'dropForeignKey', table: table.table, foreignKey } as const,
          { kind: 'addForeignKey', table: table.table, foreignKey } as const,
        ]),
      },
    ];
  });
}
