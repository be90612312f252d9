import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { Prisma, type ProjectHost } from '../db/generated/client.ts';
import { LIMITS } from '../limits.ts';
import { askForProof, type ResolveTxt } from './host-proof.ts';

/** Names looked up at a time, and most of one round. */
const AT_ONCE = 8;
const MOST = 400;

export interface HostChecks {
  /** Looks at one claim now. A failure here counts towards nothing: only the schedule takes a name away. */
  checkNow(row: ProjectHost): Promise<'verified' | 'held by another' | 'not verified'>;
  /** Looks at all claims that are due. Several processes may do it at once: each claim is looked at by one. */
  checkDue(): Promise<number>;
  /** Forgets names whose 30 days after the removal are over. */
  releaseHeld(): Promise<number>;
}

/** Asks DNS for the proofs of custom hosts, again and again: a name that changes hands must not stay with us (design 7). */
export function createHostChecks({
  db: { prisma },
  resolveTxt,
  log,
}: {
  readonly db: Database;
  readonly resolveTxt: ResolveTxt;
  readonly log: Logger;
}): HostChecks {
  async function check(row: ProjectHost, isScheduled: boolean) {
    const { projectId, host, token } = row;
    const proof = await askForProof(resolveTxt, host, token);
    // A claim that was removed meanwhile stays removed.
    const where = { projectId, host, removedAt: null };
    const checkedAt = new Date();
    if (proof.kind === 'found') {
      const verifiedAt = row.verifiedAt ?? checkedAt;
      const data = { heldHost: host, verifiedAt, checkedAt, failures: 0, problem: null };
      try {
        const { count } = await prisma.projectHost.updateMany({ where, data });
        if (count > 0 && row.verifiedAt === null) log.info({ host, projectId }, 'a custom host was verified');
        return count > 0 ? 'verified' : 'not verified';
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const problem = 'Another project holds this name, or did less than 30 days ago.';
        await prisma.projectHost.updateMany({ where, data: { checkedAt, problem } });
        return 'held by another';
      }
    }
    const { problem } = proof;
    const failures = row.failures + (isScheduled && proof.kind === 'absent' ? 1 : 0);
    const isLost = failures >= LIMITS.hostFailures;
    if (isLost && row.heldHost !== null) log.warn({ host, projectId }, 'a custom host lost its proof');
    await prisma.projectHost.updateMany({
      where,
      data: { checkedAt, problem, failures, ...(isLost ? { heldHost: null, verifiedAt: null } : {}) },
    });
    return 'not verified';
  }

  /** Whether this process is the one to look at a claim in this round. */
  async function take({ projectId, host, checkedAt }: ProjectHost): Promise<boolean> {
    const { count } = await prisma.projectHost.updateMany({
      where: { projectId, host, checkedAt },
      data: { checkedAt: new Date() },
    });
    return count > 0;
  }

  return {
    checkNow: (row) => check(row, false),

    async checkDue() {
      const now = Date.now();
      const before = (ms: number): { lt: Date } => ({ lt: new Date(now - ms) });
      const due = await prisma.projectHost.findMany({
        where: {
          removedAt: null,
          project: { deletedAt: null },
          OR: [
            { checkedAt: null },
            { checkedAt: before(LIMITS.hostRecheckMs) },
            {
              verifiedAt: null,
              createdAt: { gt: new Date(now - LIMITS.hostNewMs) },
              checkedAt: before(LIMITS.hostPendingMs),
            },
          ],
        },
        orderBy: { checkedAt: { sort: 'asc', nulls: 'first' } },
        take: MOST,
      });
      for (let at = 0; at < due.length; at += AT_ONCE) {
        const batch = due.slice(at, at + AT_ONCE);
        await Promise.all(batch.map(async (row) => ((await take(row)) ? check(row, true) : null)));
      }
      return due.length;
    },

    async releaseHeld() {
      const removedAt = { lt: new Date(Date.now() - LIMITS.hostHoldMs) };
      const { count } = await prisma.projectHost.deleteMany({ where: { removedAt } });
      return count;
    },
  };
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
