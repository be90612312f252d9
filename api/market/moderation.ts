import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App, AppReport, Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { isClientId, newId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { changeStanding } from './lifecycle.ts';
import { LISTED } from './listing.ts';
import { parseReport, parseVerdict } from './report-input.ts';
import type { TagCounts } from './tags.ts';

const REPORT_RULE = { name: 'report', limit: LIMITS.reportsPerHour, windowMs: 3_600_000 };

export type ModerationVerb = 'take_down' | 'reinstate' | 'dismiss';

/** Reports, and what administrators do about them (spec 4.2's market; the list of them is ADMIN_EMAILS). */
export interface Moderation {
  isAdmin(user: SessionUser | null): boolean;
  /** @throws unauthenticated, forbidden */
  requireAdmin(user: SessionUser | null): SessionUser;
  /** Reports somebody's listed app. Reporting again renews one's own report. @throws not_found, forbidden, rate_limited */
  report(user: SessionUser, appId: string, input: unknown): Promise<AppReport>;
  /** Takes an app out of the market and off the publish origin, closing its reports. @throws forbidden, not_found */
  takeDown(user: SessionUser | null, appId: string, reason: unknown): Promise<App>;
  /** Brings back what was taken down. @throws forbidden, not_found */
  reinstate(user: SessionUser | null, appId: string, reason: unknown): Promise<App>;
  /** Closes the reports of an app without doing anything to it. @throws forbidden, not_found */
  dismiss(user: SessionUser | null, appId: string, reason: unknown): Promise<App>;
}

export interface ModerationDeps {
  readonly db: Database;
  readonly data: DataPlane;
  readonly limiter: RateLimiter;
  readonly tags: TagCounts;
  /** E-mail addresses in lower case. */
  readonly adminEmails: readonly string[];
}

export function createModeration(deps: ModerationDeps): Moderation {
  const { db, limiter, tags } = deps;
  const { prisma } = db;
  const admins = new Set(deps.adminEmails);

  const isAdmin = (user: SessionUser | null): boolean => user !== null && admins.has(user.email);

  function requireAdmin(user: SessionUser | null): SessionUser {
    if (!user) throw new ApiError('unauthenticated', 'Sign in to do this.');
    if (!isAdmin(user)) throw new ApiError('forbidden', 'Only administrators may do this.');
    return user;
  }

  async function readApp(id: string, where: Prisma.AppWhereInput = {}): Promise<App> {
    const app = isClientId(id) ? await prisma.app.findFirst({ where: { id, ...where } }) : null;
    if (!app) throw new ApiError('not_found', 'There is no such app in the market.');
    return app;
  }

  /** What was done and by whom is written together with it. */
  function record(admin: SessionUser, app: App, action: ModerationVerb, reason: string) {
    return async (tx: Prisma.TransactionClient): Promise<void> => {
      const data = { id: newId(), appId: app.id, adminId: admin.id, action, reason };
      await tx.moderationAction.create({ data });
      await tx.appReport.updateMany({
        where: { appId: app.id, closedAt: null },
        data: { closedAt: new Date() },
      });
    };
  }

  return {
    isAdmin,
    requireAdmin,

    async report(user, appId, input) {
      const { reason, note } = parseReport(input);
      const app = await readApp(appId, LISTED);
      if (app.ownerId === user.id) {
        throw new ApiError(
          'forbidden',
          'This app is yours: you can change it, or take it out of the market.',
        );
      }
      await limiter.use(
        REPORT_RULE,
        user.id,
        `You may send ${LIMITS.reportsPerHour} reports an hour. Wait a little and send this one again.`,
      );
      const given = { reason, note, appVersion: app.version };
      return prisma.appReport.upsert({
        where: { appId_reporterId: { appId: app.id, reporterId: user.id } },
        create: { id: newId(), appId: app.id, reporterId: user.id, ...given },
        update: { ...given, createdAt: new Date(), closedAt: null },
      });
    },

    async takeDown(user, appId, reason) {
      const admin = requireAdmin(user);
      const words = parseVerdict(reason, true);
      const app = await readApp(appId);
      if (app.takenDownAt) return app;
      const standing = { takenDownAt: new Date(), takenDownReason: words };
      const changed = await changeStanding(deps, app, standing, record(admin, app, 'take_down', words));
      tags.forget();
      return changed;
    },

    async reinstate(user, appId, reason) {
      const admin = requireAdmin(user);
      const words = parseVerdict(reason, false);
      const app = await readApp(appId);
      if (!app.takenDownAt) return app;
      const standing = { takenDownAt: null, takenDownReason: null };
      const changed = await changeStanding(deps, app, standing, record(admin, app, 'reinstate', words));
      tags.forget();
      return changed;
    },

    async dismiss(user, appId, reason) {
      const admin = requireAdmin(user);
      const words = parseVerdict(reason, false);
      const app = await readApp(appId);
      await prisma.$transaction(record(admin, app, 'dismiss', words));
      return app;
    },
  };
}
