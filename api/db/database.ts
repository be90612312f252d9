import type { Pool } from 'pg';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { PrismaClient } from './generated/client.ts';

/** The one database of a process: the platform's client and the pool that app clients share with it. */
export interface Database {
  readonly mode: 'embedded' | 'postgres';
  readonly prisma: PrismaClient;
  readonly pool: Pool;
  /** One adapter factory for all Prisma clients, so that they share the pool and its listeners. */
  readonly adapter: PrismaPg;
  /** Whether the database answers within two seconds. */
  isReady(): Promise<boolean>;
  /** Ends the pool; in embedded mode also checkpoints, stops the worker and frees the folder. */
  close(): Promise<void>;
}
