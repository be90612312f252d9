import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { DataPlane } from '../../../api/data/contract.ts';
import { createDataPlane } from '../../../api/data/plane.ts';
import type { Database } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { createTestDatabase, type DatabaseKind } from '../../support/databases.ts';

export interface OpenPlane {
  readonly db: Database;
  readonly plane: DataPlane;
}

/** Two data planes, each on a database of its own: one where apps are alone, one where they have a neighbour. */
export function openPlanes(
  kind: DatabaseKind,
): () => { readonly alone: OpenPlane; readonly shared: OpenPlane } {
  const opened: OpenPlane[] = [];
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i += 1) {
      const files = await createTestDatabase(kind);
      closing.push(() => files.remove());
      const db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
      closing.push(() => db.close());
      const plane = createDataPlane({ db });
      closing.push(() => plane.close());
      opened.push({ db, plane });
    }
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return () => {
    const [alone, shared] = opened;
    if (!alone || !shared) throw new Error('The planes are there in tests and hooks only.');
    return { alone, shared };
  };
}
