import type { Ir } from '@platform/aml-compiler';
import { emitPrisma } from '@platform/aml-compiler/emit/prisma.ts';
import type { Database } from '../db/database.ts';
import type { CatalogRow } from './catalog-row.ts';
import type { Models } from './model-info.ts';
import { describeModels } from './model-info.ts';
import { physicalNames } from './physical-names.ts';
import type { RuntimeClient } from './runtime-client.ts';
import { createRuntimeClient } from './runtime-client.ts';
import type { ScopedClient } from './scope.ts';
import { createScopedClient } from './scope.ts';

/** A space whose tables stand, with everything that answers its requests. */
export interface LiveSpace {
  readonly id: string;
  readonly amlHash: string;
  readonly published: boolean;
  readonly served: Ir;
  readonly models: Models;
  readonly client: ScopedClient;
  /** Made once per space, on first use. */
  remember<T>(key: symbol, make: () => T): T;
  /** Runs `work` with the space held open. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Lets go of the client, after the requests under way have ended. */
  retire(): void;
}

/** Builds the client of a provisioned space; cheap, since the client's parts are made when first asked for. */
export function openSpace(db: Database, row: CatalogRow, declared: Ir): LiveSpace {
  const { served, catalog, published } = row.content;
  const models = describeModels(served, declared);
  const memory = new Map<symbol, unknown>();
  let runtime: RuntimeClient | null = null;
  let users = 0;
  let retired = false;
  const lazy: RuntimeClient = {
    delegate(model) {
      runtime ??= createRuntimeClient(emitPrisma(served, physicalNames(catalog, row.schema)), db.adapter);
      return runtime.delegate(model);
    },
    close: async () => runtime?.close(),
  };
  const closeWhenUnused = (): void => {
    if (!retired || users > 0) return;
    void lazy.close();
    runtime = null;
  };
  return {
    id: row.spaceId,
    amlHash: row.amlHash,
    published,
    served,
    models,
    client: createScopedClient(lazy, models, row.spaceId),
    remember<T>(key: symbol, make: () => T): T {
      if (!memory.has(key)) memory.set(key, make());
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
      closeWhenUnused();
    },
  };
}
