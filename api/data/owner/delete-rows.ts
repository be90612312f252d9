import type { IrRelationField } from '@platform/aml-compiler';
import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ModelInfo } from '../model-info.ts';
import { translateError } from '../prisma-errors.ts';
import { orderArgs, readOrderBy } from '../order-by.ts';
import { badQuery } from '../query-error.ts';
import { toRecord } from '../record-output.ts';
import { readKey } from '../row-key.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { Args } from '../args.ts';
import type { LiveSpace } from '../space.ts';
import type { DeleteEffect } from './contract.ts';
import { allFields, keyParts } from './row-access.ts';

/** How far a chain of cascades is followed. Longer ones are carried out, but not counted. */
const MAX_CHAIN = 5;

/** What deleting rows does to other rows, along the chain of cascades. */
export function deleteEffects(
  space: LiveSpace,
  model: ModelInfo,
  keys: readonly unknown[],
): Promise<readonly DeleteEffect[]> {
  return effectsOn(space, model, whereKeys(space, model, keys), []);
}

/** Deletes rows in one transaction and answers with them as they were. */
export async function deleteRows(
  space: LiveSpace,
  model: ModelInfo,
  keys: readonly unknown[],
): Promise<readonly Row[]> {
  const where = whereKeys(space, model, keys);
  const blocking = (await effectsOn(space, model, where, [])).find((effect) => effect.action === 'block');
  if (blocking) throw blocked(blocking);
  try {
    return await space.client.transaction('owner', async (client) => {
      const orderBy = orderArgs(readOrderBy(model, undefined));
      const rows = await client.run(model, 'findMany', { where, orderBy, select: allFields(model) });
      await client.run(model, 'deleteMany', { where });
      return (rows as readonly Row[]).map((row) => toRecord(space.models, model, row));
    });
  } catch (error) {
    // A row that needs one of these may have come in between the count and the delete.
    throw translateError(model, error, true);
  }
}

/** The filter for rows by their keys. A key that no row can have matches nothing. */
function whereKeys(space: LiveSpace, model: ModelInfo, keys: readonly unknown[]): Args {
  if (keys.length === 0 || keys.length > LIMITS.ownerKeys)
    throw badQuery('keys', `must be a list of 1 to ${LIMITS.ownerKeys} keys.`);
  const found = keys
    .map((key) => readKey(space.models, model, keyParts(model, key)))
    .filter((key) => key !== null);
  const [only, ...others] = model.ir.primaryKey;
  if (only !== undefined && others.length === 0) return { [only]: { in: found.map((key) => key[only]) } };
  return { OR: found.map((key) => key[model.ir.primaryKey.join('_')]) };
}

async function effectsOn(
  space: LiveSpace,
  model: ModelInfo,
  where: Args,
  chain: readonly string[],
): Promise<readonly DeleteEffect[]> {
  const effects: DeleteEffect[] = [];
  for (const other of space.models.byName.values()) {
    for (const relation of other.relations) {
      const name = `${other.ir.name}.${relation.name}`;
      if (relation.type !== model.ir.name || relation.fields.length === 0 || chain.includes(name)) continue;
      const linked = { [relation.name]: { is: where } };
      const rows = (await runOn(space, other, 'count', { where: linked })) as number;
      if (rows === 0) continue;
      const action = actionOf(relation);
      effects.push({ model: other.ir.name, relation: relation.name, action, rows });
      if (action === 'delete' && chain.length < MAX_CHAIN)
        effects.push(...(await effectsOn(space, other, linked, [...chain, name])));
    }
  }
  return effects;
}

function actionOf(relation: IrRelationField): DeleteEffect['action'] {
  if (relation.onDelete === 'Cascade') return 'delete';
  return relation.onDelete === 'SetNull' || relation.onDelete === 'SetDefault' ? 'clear' : 'block';
}

function blocked({ model, relation, rows }: DeleteEffect): ApiError {
  const count = rows === 1 ? `1 row of ${model} needs` : `${rows} rows of ${model} need`;
  return new ApiError(
    'conflict',
    `Nothing was deleted: ${count} it as ${relation}. Delete or change those first.`,
  );
}
