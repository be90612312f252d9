import type { Ir } from '@platform/aml-compiler';
import type { Catalog } from '@platform/aml-compiler/evolution/catalog.ts';
import type { Pool, PoolClient } from 'pg';

/** What the platform remembers of a space: one row of AppCatalog. */
export interface CatalogRow {
  readonly spaceId: string;
  readonly schema: string;
  readonly amlHash: string;
  readonly aml: string;
  readonly content: CatalogContent;
}

/** The `catalog` column. */
export interface CatalogContent {
  readonly catalog: Catalog;
  /** What the tables can serve, which may be looser than the AML (design 5). */
  readonly served: Ir;
  /**
   * True once the space was changed by a publish. From then on it changes by publishing only, so that a request which
   * still carries the AML of a moment ago cannot turn the tables back.
   */
  readonly published: boolean;
}

type Queryable = Pick<Pool | PoolClient, 'query'>;

export async function readCatalog(db: Queryable, spaceId: string): Promise<CatalogRow | null> {
  const { rows } = await db.query<{ schema: string; amlHash: string; aml: string; catalog: CatalogContent }>(
    'SELECT "schema", "amlHash", "aml", "catalog" FROM "AppCatalog" WHERE "spaceId" = $1',
    [spaceId],
  );
  const [row] = rows;
  if (!row) return null;
  return { spaceId, schema: row.schema, amlHash: row.amlHash, aml: row.aml, content: row.catalog };
}

/** Hash of the AML that the tables were made from; null when there are none. */
export async function readAmlHash(db: Queryable, spaceId: string): Promise<string | null> {
  const { rows } = await db.query<{ amlHash: string }>(
    'SELECT "amlHash" FROM "AppCatalog" WHERE "spaceId" = $1',
    [spaceId],
  );
  return rows[0]?.amlHash ?? null;
}

export async function writeCatalog(db: Queryable, row: CatalogRow): Promise<void> {
  await db.query(
    `INSERT INTO "AppCatalog" ("spaceId", "schema", "amlHash", "aml", "catalog", "updatedAt")
     VALUES ($1, $2, $3, $4, $5::jsonb, CURRENT_TIMESTAMP)
     ON CONFLICT ("spaceId") DO UPDATE SET "amlHash" = EXCLUDED."amlHash", "aml" = EXCLUDED."aml",
       "catalog" = EXCLUDED."catalog", "updatedAt" = EXCLUDED."updatedAt"`,
    [row.spaceId, row.schema, row.amlHash, row.aml, JSON.stringify(row.content)],
  );
}
