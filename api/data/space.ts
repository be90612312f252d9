import type { Ir } from '@platform/aml-compiler';
import { physicalNames } from '@platform/aml-compiler/emit/physical-names.ts';
import { emitPrisma } from '@platform/aml-compiler/emit/prisma.ts';
import { advanceIdentity } from '@platform/aml-compiler/emit/sql.ts';
import type { Database } from '../db/database.ts';
import type { CatalogRow } from './catalog-row.ts';
import type { RowEvents } from './events/row-events.ts';
import type { Models } from './model-info.ts';
import { describeModels } from './model-info.ts';
import { createRowRoom, type RowRoom } from './quota/row-room.ts';
import type { RuntimeClient } from './runtime-client.ts';
import { createRuntimeClient } from './runtime-client.ts';
import type { ScopedClient } from './scope.ts';
import { keyValues } from './row-key.ts';
import { createScopedClient } from './scope.ts';
import type { Query, SqlRows } from './sql/rows.ts';
import { createSqlRows, poolQuery } from './sql/rows.ts';
import { countRows, describeTables } from './sql/tables.ts';
import { spaceCost } from './space-cost.ts';

/** A space whose tables stand, with everything that answers its requests. */
export interface LiveSpace {
  readonly id: string;
  readonly amlHash: string;
  readonly published: boolean;
  readonly served: Ir;
  /** The AML as written; `served` may be looser (design 5). */
  readonly declared: Ir;
  readonly models: Models;
  readonly client: ScopedClient;
  /** What the space's quotas leave for new rows. */
  readonly room: RowRoom;
  /** Lets the counter of an autoincrement field go on after the greatest number that is there. */
  advanceCounter(model: string, field: string): Promise<void>;
  /** What it takes of the memory budget now; grows with the parts that were asked for. */
  cost(): number;
  /** Made once per space, on first use. */
  remember<T>(key: symbol, make: () => T): T;
  /** Runs `work` with the space held open. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** New rows of all spaces. */
  readonly events: RowEvents;
  /** Calls back when the space is retired, at once when it is already, until the returned function is called. */
  onRetire(callback: () => void): () => void;
  /** Lets go of the client, after the requests under way have ended. */
  retire(): void;
}

/**
 * Builds the client of a provisioned space; cheap, since the client's parts are made when first asked for.
 * @param onGrowth called after a part was made, when the space costs more
 * @param onEnd told of what a retired space still has to do
 */
export function openSpace(
  db: Database,
  row: CatalogRow,
  declared: Ir,
  events: RowEvents,
  onGrowth: (space: LiveSpace) => void,
  onEnd: (ending: Promise<void>) => void,
): LiveSpace {
  const { served, catalog, published } = row.content;
  const models = describeModels(served, declared);
  const memory = new Map<symbol, unknown>();
  let runtime: RuntimeClient | null = null;
  let users = 0;
  let retired = false;
  const retiring = new Set<() => void>();
  const names = physicalNames(catalog, row.schema);
  const tables = describeTables(models, names);
  const sqlOver = (query: Query): SqlRows => createSqlRows(query, { models, tables });
  const opened = (): RuntimeClient => {
    if (runtime) return runtime;
    runtime = createRuntimeClient(emitPrisma(served, names), db.adapter);
    onGrowth(space);
    return runtime;
  };
  const lazy: RuntimeClient = {
    delegate: (model) => opened().delegate(model),
    query: (text, values) => opened().query(text, values),
    transaction: (ms, work) => opened().transaction(ms, work),
    close: async () => runtime?.close(),
  };
  const room = createRowRoom(db.pool, row.spaceId, (db) => countRows(db, row.spaceId, tables));
  const closeWhenUnused = (): void => {
    if (!retired || users > 0) return;
    onEnd(Promise.all([lazy.close(), room.release()]).then(() => {}));
    runtime = null;
  };
  const space: LiveSpace = {
    id: row.spaceId,
    amlHash: row.amlHash,
    published,
    served,
    declared,
    models,
    client: createScopedClient(
      { library: lazy, sql: sqlOver(poolQuery(db.pool)), sqlOver },
      models,
      row.spaceId,
      (model, made) => events.created(row.spaceId, model.ir.name, keyValues(model, made)),
    ),
    room,
    events,
    onRetire(callback) {
      if (retired) callback();
      else retiring.add(callback);
      return () => retiring.delete(callback);
    },
    async advanceCounter(model, field) {
      const table = names.tables[model];
      const column = table?.columns[field];
      if (!table || column === undefined) throw new Error(`The space has no column for ${model}.${field}.`);
      await db.pool.query(advanceIdentity({ schema: row.schema, scope: row.spaceId }, table.table, column));
    },
    cost: () => spaceCost(served, { client: runtime !== null, schemas: memory.size }),
    remember<T>(key: symbol, make: () => T): T {
      if (!memory.has(key)) {
        memory.set(key, make());
        onGrowth(space);
      }
      return memory.get(key) as T;
    },
    async use(work) {
      users += 1;
      try {
        return await work();
      } finally {
        users -= 1;
        closeWhenUnused();
      }
    },
    retire() {
      retired = true;
      for (const callback of retiring) callback();
      closeWhenUnused();
    },
  };
  return space;
}
