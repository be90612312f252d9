import { emitPrisma } from '@platform/aml-compiler/emit/prisma.ts';
import { physicalNames } from '@platform/aml-compiler/emit/physical-names.ts';
import type { Database } from '../../db/database.ts';
import { checkAml } from '../check-aml.ts';
import type { Models } from '../model-info.ts';
import { describeModels } from '../model-info.ts';
import { provision } from '../provision.ts';
import type { RuntimeClient } from '../runtime-client.ts';
import { createRuntimeClient } from '../runtime-client.ts';
import { createSqlRows, poolQuery, type Query, type SqlRows } from '../sql/rows.ts';
import { describeTables, type SqlTables } from '../sql/tables.ts';

/** A space with the SQL of ours and the client library, its oracle, side by side. Neither adds the scope. */
export interface SqlSpaceUnderTest {
  readonly id: string;
  readonly models: Models;
  readonly tables: SqlTables;
  readonly client: RuntimeClient;
  readonly rows: SqlRows;
  /** The SQL of ours in a transaction of the client library. */
  sqlOver(query: Query): SqlRows;
}

/** Provisions the tables of an AML and opens both ways to them. */
export async function openSqlSpace(db: Database, id: string, aml: string): Promise<SqlSpaceUnderTest> {
  const silent = { ready: async () => {}, notify: async () => {}, close: async () => {} };
  const { row } = await provision(db, silent, { id, aml });
  const { served, catalog } = row.content;
  const models = describeModels(served, checkAml(aml));
  const names = physicalNames(catalog, row.schema);
  const tables = describeTables(models, names);
  return {
    id,
    models,
    client: createRuntimeClient(emitPrisma(served, names), db.adapter),
    rows: createSqlRows(poolQuery(db.pool), { models, tables }),
    sqlOver: (query) => createSqlRows(query, { models, tables }),
    tables,
  };
}
