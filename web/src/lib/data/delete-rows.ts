import type { DataDeleteEffectsQuery } from '#lib/gql/graphql.ts';
import { ask, change } from '#lib/graphql/client.ts';
import { deleteEffectsDocument, deleteRowsDocument, restoreRowsDocument } from './documents.ts';
import type { Place, Row } from './model.ts';
import { isRow } from './model.ts';

export type Effect = NonNullable<DataDeleteEffectsQuery['dataSpace']['model']>['deleteEffects'][number];

/** What deleting would do to other rows. @throws {Failure} */
export async function effectsOf(
  place: Place,
  model: string,
  keys: readonly unknown[],
): Promise<readonly Effect[]> {
  const { dataSpace } = await ask(deleteEffectsDocument, { place, model, keys: [...keys] });
  return dataSpace.model?.deleteEffects ?? [];
}

/** Deletes rows and gives back what they were. @throws {Failure} */
export async function deleteRows(
  place: Place,
  model: string,
  keys: readonly unknown[],
): Promise<readonly Row[]> {
  const { deleteDataRows } = await change(deleteRowsDocument, { input: { place, model, keys: [...keys] } });
  return deleteDataRows.rows.filter(isRow);
}

/** @throws {Failure} */
export async function restoreRows(place: Place, model: string, rows: readonly Row[]): Promise<number> {
  const { restoreDataRows } = await change(restoreRowsDocument, { input: { place, model, rows: [...rows] } });
  return restoreDataRows.restored;
}
