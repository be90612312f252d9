import { checkAml } from '../../../api/data/check-aml.ts';
import { readCatalog } from '../../../api/data/catalog-row.ts';
import type { DataPlane, SpaceRef } from '../../../api/data/contract.ts';
import type { Models } from '../../../api/data/model-info.ts';
import { describeModels } from '../../../api/data/model-info.ts';
import type { Database } from '../../../api/db/database.ts';
import { plantForeign, plantOwn } from './plant.ts';
import { shareTables } from './shared-tables.ts';
import { copyTables, type TableCopies } from './table-copies.ts';

/** An app with rows, alone in its tables or with a neighbour in the same ones. */
export interface World {
  readonly plane: DataPlane;
  readonly app: SpaceRef;
  /** Null where the app is alone. */
  readonly neighbour: SpaceRef | null;
  readonly models: Models;
  readonly copies: TableCopies;
  /** Digests of the rows as planted. */
  readonly planted: { readonly own: string; readonly foreign: string };
}

export interface WorldOptions {
  readonly db: Database;
  readonly plane: DataPlane;
  readonly name: string;
  readonly aml: string;
  readonly seed: number;
}

/** The app as nobody but it is there: what its answers have to be. */
export async function openAlone(options: WorldOptions): Promise<World> {
  const { db, app, models } = await openApp(options);
  const row = await readCatalog(db.pool, app.id);
  if (!row) throw new Error('The app is not provisioned.');
  const copies = await copyTables(db.pool, { schema: row.schema, tables: row.content.catalog.tables });
  const own = await copies.digest(app.id);
  return { plane: options.plane, app, neighbour: null, models, copies, planted: { own, foreign: '' } };
}

/** The same app with a neighbour in its tables. */
export async function openShared(options: WorldOptions): Promise<World> {
  const { db, plane, app, models } = await openApp(options);
  const neighbour: SpaceRef = { id: `${options.name}-neighbour`, aml: options.aml };
  await plane.apply(neighbour);
  const tables = await shareTables(db.pool, app.id, neighbour.id);
  await plantForeign(db.pool, tables, models, { own: app.id, foreign: neighbour.id });
  for (const { id } of [app, neighbour]) await plane.forget(id);
  const copies = await copyTables(db.pool, tables);
  const [own, foreign] = [await copies.digest(app.id), await copies.digest(neighbour.id)];
  return { plane, app, neighbour, models, copies, planted: { own, foreign } };
}

async function openApp({ db, plane, name, aml, seed }: WorldOptions): Promise<{
  db: Database;
  plane: DataPlane;
  app: SpaceRef;
  models: Models;
}> {
  const app: SpaceRef = { id: name, aml };
  await plane.apply(app);
  const row = await readCatalog(db.pool, app.id);
  if (!row) throw new Error('The app is not provisioned.');
  const models = describeModels(row.content.served, checkAml(aml));
  await plantOwn(plane, app, models, seed);
  return { db, plane, app, models };
}
