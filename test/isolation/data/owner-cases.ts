import type { OwnerData } from '../../../api/data/owner/contract.ts';
import type { ModelInfo, Models } from '../../../api/data/model-info.ts';
import type { Case } from './case.ts';
import type { RandomChoice } from './random-input.ts';
import { keyFor, newValues, where } from './rest-cases.ts';

export interface OwnerContext {
  readonly models: Models;
  readonly random: RandomChoice;
}

type Make = (context: OwnerContext, model: ModelInfo) => readonly unknown[];

/** The arguments of each method; a new method of the service is a mistake of the compiler here. */
const ARGUMENTS: Readonly<Record<keyof OwnerData, Make>> = {
  describe: () => [],
  // Numbers of rows alone, and of limits.
  used: () => [],
  count: () => [],
  page: ({ models, random }, model) => [
    { where: where(models, model, random, 2), limit: random.of([1, 5, 100]), offset: random.of([0, 0, 2]) },
  ],
  row: (context, model) => [key(context, model)],
  insert: ({ models, random }, model) => [newValues(models, model, random)],
  update: (context, model) => [key(context, model), change(context, model)],
  effects: (context, model) => [keys(context, model)],
  remove: (context, model) => [keys(context, model)],
  restore: ({ models, random }, model) => [[newValues(models, model, random)]],
  export: ({ models, random }, model) => [
    {
      format: random.of(['csv', 'json']),
      ...(random.chance(0.6) ? { where: where(models, model, random, 2) } : {}),
      ...(random.chance(0.5) ? { orderBy: `-${model.primaryKey[0]?.name ?? ''}` } : {}),
    },
  ],
  import: ({ models, random }, model) => {
    const known = { ...newValues(models, model, random), ...keyFor(model, random, 'there') };
    const rows = [newValues(models, model, random), known];
    const bytes = Buffer.from(JSON.stringify(rows));
    const mode = random.of(['error', 'skip', 'update']);
    return [
      { format: 'json', bytes },
      { mode, dryRun: random.chance(0.3) },
    ];
  },
};

const WRITES: readonly (keyof OwnerData)[] = ['insert', 'update', 'remove', 'restore', 'import'];
export const OWNER_METHODS = Object.keys(ARGUMENTS) as (keyof OwnerData)[];

export function ownerCase(context: OwnerContext, method: keyof OwnerData): Case {
  const model = context.random.of([...context.models.byName.values()]);
  const args = ARGUMENTS[method](context, model);
  return {
    operation: `owner ${method}`,
    writes: WRITES.includes(method),
    ask: { face: 'owner', method, args: method === 'describe' ? [] : [model.ir.name, ...args] },
  };
}

function key({ random }: OwnerContext, model: ModelInfo): unknown {
  return keyFor(model, random, 'there');
}

function keys(context: OwnerContext, model: ModelInfo): readonly unknown[] {
  return [key(context, model), key(context, model)];
}

function change({ models, random }: OwnerContext, model: ModelInfo): object {
  const values = Object.entries(newValues(models, model, random));
  return Object.fromEntries(values.filter(([name]) => !model.ir.primaryKey.includes(name)));
}
