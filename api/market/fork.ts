import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import type { App, Prisma } from '../db/generated/client.ts';
import { newId } from '../ids.ts';
import { forkProject } from '../projects/fork-project.ts';
import { readKind } from './entry.ts';
import { contentFiles, NO_STAMPS, type Stamps } from './kinds.ts';
import { recountForks } from './lineage.ts';
import { keepVersion } from './store.ts';

/** What a fork made. */
export interface Forked {
  readonly app: App;
  /** Of a form or deck: the forker's own project, which the new entry is published from. */
  readonly projectId: string | null;
}

type Source = Prisma.AppGetPayload<{ include: { files: true } }>;

/**
 * Copies an entry into a new one of the user, verbatim but for id, owner and times (spec 4.2). A form or deck becomes a
 * project of the user too: its document and its renderer, none of its answers and none of its settings.
 */
export async function forkEntry({ prisma }: Database, user: SessionUser, source: Source): Promise<Forked> {
  const { kind, name, description, aml, preview, previewRef, tags, searchText, searchPairs, size } = source;
  const files = new Map(source.files.map((file) => [file.path, file.blobHash]));
  return prisma.$transaction(
    async (tx) => {
      const app = await tx.app.create({
        data: {
          ...{ id: newId(), ownerId: user.id, kind, name, description, aml, preview, previewRef, tags },
          ...{ searchText, searchPairs, size },
          forkedFromId: source.id,
          forkedFromVersion: source.version,
          files: { createMany: { data: [...files].map(([path, blobHash]) => ({ path, blobHash })) } },
        },
      });
      const stamps = await stampsOf(tx, source);
      await keepVersion(tx, app, files, stamps);
      await recountForks(tx, source.id);
      return { app, projectId: await projectOf(tx, app, files, stamps) };
    },
    { timeout: 30_000 },
  );
}

async function projectOf(
  tx: Prisma.TransactionClient,
  app: App,
  files: ReadonlyMap<string, string>,
  stamps: Stamps,
): Promise<string | null> {
  const kind = readKind(app);
  if (kind === 'app') return null;
  const hashes = contentFiles(files);
  const document = JSON.parse(await readText(tx, hashes.document)) as unknown;
  const renderer = hashes.renderer === null ? null : await readText(tx, hashes.renderer);
  return forkProject(tx, { ownerId: app.ownerId, appId: app.id, kind, document, renderer, stamps });
}

async function readText(tx: Prisma.TransactionClient, hash: string): Promise<string> {
  return (await tx.blob.findUniqueOrThrow({ where: { hash }, select: { content: true } })).content;
}

async function stampsOf(tx: Prisma.TransactionClient, { id, version }: Source): Promise<Stamps> {
  const kept = await tx.appVersion.findUnique({ where: { appId_number: { appId: id, number: version } } });
  return kept ?? NO_STAMPS;
}
