import { createHash } from 'node:crypto';
import type { Ir } from '@platform/aml-compiler';
import type { PoolClient } from 'pg';
import type { Database } from '../db/database.ts';
import { inTransaction as inTransactionOf } from '../db/in-transaction.ts';
import type { CatalogRow } from './catalog-row.ts';
import { readCatalog, writeCatalog } from './catalog-row.ts';
import { checkAml } from './check-aml.ts';
import type { EvolutionPlan, SpaceRef } from './contract.ts';
import { describePlan, evolveSpace } from './evolve.ts';
import type { SpaceChanges } from './space-changes.ts';
import { amlHash, schemaName } from './space-name.ts';

export interface Provisioned {
  readonly row: CatalogRow;
  readonly declared: Ir;
  /** Null when the tables were as they should be. */
  readonly plan: EvolutionPlan | null;
}

/**
 * Makes sure that a space's tables stand, on its first access (spec 4.1 rule 3). Idempotent.
 * @throws ApiError invalid_aml
 */
export async function provision(db: Database, changes: SpaceChanges, space: SpaceRef): Promise<Provisioned> {
  const known = await readCatalog(db.pool, space.id);
  if (known && isCurrent(known, space)) return { row: known, declared: checkAml(known.aml), plan: null };
  return change(db, changes, space, false);
}

/** Brings a space to its new AML because it was published; counts again what was refused before. */
export function publishSpace(db: Database, changes: SpaceChanges, space: SpaceRef): Promise<Provisioned> {
  return change(db, changes, space, true);
}

/** Removes a space's tables, its rows and its catalog row in one transaction. Idempotent. */
export async function dropSpace(db: Database, changes: SpaceChanges, spaceId: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey(spaceId)]);
    await client.query(`DROP SCHEMA IF EXISTS "${schemaName(spaceId)}" CASCADE`);
    await client.query('DELETE FROM "AppCatalog" WHERE "spaceId" = $1', [spaceId]);
    await client.query('DELETE FROM "RowUse" WHERE "spaceId" = $1', [spaceId]);
    await changes.notify(client, spaceId);
  });
}

/** Whether a request with this AML is served as things stand. */
function isCurrent(row: CatalogRow, space: SpaceRef): boolean {
  return row.content.published || row.amlHash === amlHash(space.aml);
}

async function change(
  db: Database,
  changes: SpaceChanges,
  space: SpaceRef,
  publish: boolean,
): Promise<Provisioned> {
  // Before any lock: a mistake in the text must cost nothing.
  const declared = checkAml(space.aml);
  return inTransaction(db, async (client) => {
    // `IF NOT EXISTS` alone races; under this lock one process provisions and the others find it done.
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey(space.id)]);
    const known = await readCatalog(client, space.id);
    if (!publish && known && isCurrent(known, space)) {
      return { row: known, declared: known.aml === space.aml ? declared : checkAml(known.aml), plan: null };
    }
    const schema = known?.schema ?? schemaName(space.id);
    const target = { schema, scope: space.id };
    const evolution = await evolveSpace(client, target, known?.content.catalog ?? null, declared);
    const content = {
      catalog: evolution.catalog,
      served: evolution.servedIr,
      published: publish || (known?.content.published ?? false),
    };
    const row: CatalogRow = {
      spaceId: space.id,
      schema,
      amlHash: amlHash(space.aml),
      aml: space.aml,
      content,
    };
    await writeCatalog(client, row);
    await changes.notify(client, space.id);
    return { row, declared, plan: describePlan(evolution, target) };
  });
}

/** Waiting for another process and rewriting a large table both take longer than an ordinary query may. */
const inTransaction = <T>(db: Database, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  inTransactionOf(db.pool, async (client) => {
    await client.query(`SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '20s'`);
    return work(client);
  });

/** A 64-bit key of the space for Postgres' advisory locks, as text. */
function lockKey(spaceId: string): string {
  return createHash('sha256').update(`data space ${spaceId}`).digest().readBigInt64BE(0).toString();
}
