import type { FormDocument } from '../content/form/document.ts';
import { kindOf, type KindId } from '../content/kinds.ts';
import type { Prisma } from '../db/generated/client.ts';
import { newId } from '../ids.ts';
import { ensureFormTable } from '../submissions/form-table.ts';
import { collects } from './project.ts';

/** A form or deck of the market that becomes somebody's own. */
export interface ForkedContent {
  readonly ownerId: string;
  /** The entry in the market that the fork made, which the project is published to from then on. */
  readonly appId: string;
  readonly kind: KindId;
  readonly document: unknown;
  readonly renderer: string | null;
  /** What both were made for; they keep it, since nothing of them was changed (spec 9.3). */
  readonly stamps: { readonly schemaVersion: number | null; readonly rendererSchemaVersion: number | null };
}

/** Makes a project of a copy: new in everything but its document and its renderer. @returns its id */
export async function forkProject(tx: Prisma.TransactionClient, content: ForkedContent): Promise<string> {
  const { ownerId, appId, kind, document, renderer, stamps } = content;
  const id = newId();
  await tx.project.create({
    data: {
      ...{ id, ownerId, appId, kind, renderer },
      document: JSON.stringify(document),
      published: collects(kind),
      schemaVersion: stamps.schemaVersion ?? kindOf(kind).SCHEMA_VERSION,
      rendererSchemaVersion: stamps.rendererSchemaVersion,
    },
  });
  if (collects(kind)) await ensureFormTable(tx, id, document as FormDocument);
  return id;
}
