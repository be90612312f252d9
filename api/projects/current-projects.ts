import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { LIMITS } from '../limits.ts';
import type { ProjectAddress } from '../publish/site.ts';

/** Reads projects as often as they are visited and answered. */
export interface CurrentProjects {
  /**
   * The row as it is now, deleted ones too. It is the same object as long as nothing of it was changed, so that what is
   * made of it can be kept beside it.
   */
  find(address: ProjectAddress): Promise<Project | null>;
}

interface Stamp {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: Date;
}

const STAMP = 'SELECT p."id", p."version", p."updatedAt" FROM "Project" p WHERE';
const BY_HOST = `p."id" = (SELECT "projectId" FROM "ProjectHost"
  WHERE "heldHost" = $1 AND "verifiedAt" IS NOT NULL AND "removedAt" IS NULL)`;

/**
 * Each time the database says which state a row is in, so that no answer is checked against a document or settings that
 * are no more; the row itself, with its texts, is read once for each state.
 */
export function createCurrentProjects({ pool, prisma }: Database): CurrentProjects {
  const kept = new LRUCache<string, Project>({
    maxSize: LIMITS.cachedProjectBytes,
    sizeCalculation: ({ document, renderer }) => 2 * (document.length + (renderer?.length ?? 0)) + 1_000,
  });
  return {
    async find(address) {
      const [where, value] = conditionOf(address);
      const { rows } = await pool.query<Stamp>(`${STAMP} ${where}`, [value]);
      const [stamp] = rows;
      if (stamp === undefined) return null;
      const known = kept.get(stamp.id);
      if (known && isOf(known, stamp)) return known;
      const read = await prisma.project.findUnique({ where: { id: stamp.id } });
      if (read === null) return null;
      // Whoever asked at the same time may have kept it meanwhile; one state is one object.
      const other = kept.get(read.id);
      if (other && isOf(other, read)) return other;
      kept.set(read.id, read);
      return read;
    },
  };
}

/** `version` counts what is saved, and every other change moves the time. */
function isOf(project: Project, { version, updatedAt }: Stamp): boolean {
  return project.version === version && project.updatedAt.getTime() === updatedAt.getTime();
}

function conditionOf(address: ProjectAddress): readonly [where: string, value: string] {
  if ('id' in address) return ['p."id" = $1', address.id];
  if ('slug' in address) return ['p."slug" = $1', address.slug];
  return [BY_HOST, address.customHost];
}
