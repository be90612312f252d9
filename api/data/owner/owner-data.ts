import { ApiError } from '../../errors.ts';
import type { SpaceRef } from '../contract.ts';
import type { ModelInfo } from '../model-info.ts';
import { findModel } from '../model-info.ts';
import { runOn } from '../rows.ts';
import { translateServerError } from '../server-errors.ts';
import type { LiveSpace } from '../space.ts';
import type { Spaces } from '../spaces.ts';
import type { OwnerData } from './contract.ts';
import { deleteEffects, deleteRows } from './delete-rows.ts';
import { exportRows } from './export-rows.ts';
import { openImport, openRows } from './import-file.ts';
import { importRows } from './import-rows.ts';
import { addRow, changeRow, readRow, readRows } from './row-access.ts';

/** The owner's side of a space; provisions it on first use. */
export function createOwnerData(spaces: Spaces, ref: SpaceRef): OwnerData {
  async function within<T>(work: (space: LiveSpace) => Promise<T>): Promise<T> {
    try {
      const space = await spaces.get(ref);
      return await space.use(() => work(space));
    } catch (error) {
      throw translateServerError(error);
    }
  }
  const on = <T>(name: string, work: (space: LiveSpace, model: ModelInfo) => Promise<T>): Promise<T> =>
    within((space) => work(space, findModel(space.models, name)));

  return {
    describe: () =>
      within(async ({ models }) => ({ models: [...models.byName.values()], enums: models.enums })),
    count: (name) => on(name, async (space, model) => (await runOn(space, model, 'count', {})) as number),
    used: () => within((space) => space.room.used()),
    page: (name, query) => on(name, (space, model) => readRows(space, model, query)),
    row: (name, key) => on(name, (space, model) => readRow(space, model, key)),
    insert: (name, values) => on(name, (space, model) => addRow(space, model, values)),
    update: (name, key, values) => on(name, (space, model) => changeRow(space, model, key, values)),
    effects: (name, keys) => on(name, (space, model) => deleteEffects(space, model, keys)),
    remove: (name, keys) => on(name, (space, model) => deleteRows(space, model, keys)),
    restore: (name, rows) =>
      on(name, async (space, model) => {
        const options = { mode: 'error', dryRun: false } as const;
        const report = await importRows(space, model, openRows(model, rows), options);
        const [first] = report.errors;
        if (first) throw new ApiError('conflict', `Nothing was put back: ${first.message}`);
        return report.created;
      }),
    export: (name, options) => on(name, (space, model) => exportRows(space, model, options)),
    import: (name, file, options) =>
      on(name, async (space, model) => importRows(space, model, await openImport(model, file), options)),
  };
}
