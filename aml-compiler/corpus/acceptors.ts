import { createHash } from 'node:crypto';
import { buildSchema } from 'graphql';
import { emitJsonSchemas } from '../emit/json-schema.ts';
import { emitPrisma } from '../emit/prisma.ts';
import { emitSdl } from '../emit/sdl.ts';
import { emitSqlScript, physicalNamesOf } from '../emit/sql-script.ts';
import type { Ir } from '../ir.ts';
import { checkPrisma } from './prisma-parser.ts';

const OPTIONS = { name: 'proof', caller: 'owner' } as const;

/** Holds what is emitted against those who read it: Prisma's parser, graphql-js. SQL has tests with databases. */
export class Acceptors {
  private readonly seen = new Set<string>();

  /**
   * Most edits change nothing but layout, so each IR is looked at once.
   * @throws Error with the reader's own words when something that is emitted is refused
   */
  accept(ir: Ir): void {
    // Long runs see a hundred thousand of them.
    const key = createHash('sha256').update(JSON.stringify(ir)).digest('base64');
    if (this.seen.has(key)) return;
    this.seen.add(key);
    emitJsonSchemas(ir);
    if (ir.models.length === 0) return;
    emitSqlScript(ir, OPTIONS);
    checkPrisma(emitPrisma(ir));
    checkPrisma(emitPrisma(ir, physicalNamesOf(ir, OPTIONS)));
    buildSchema(this.sdl(ir));
  }

  sdl(ir: Ir): string {
    return emitSdl(ir, OPTIONS);
  }
}
