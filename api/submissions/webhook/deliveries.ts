import type { Logger } from 'pino';
import type { SessionUser } from '../../accounts/session-user.ts';
import type { Database } from '../../db/database.ts';
import type { WebhookDelivery } from '../../db/generated/client.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { decodeCursor, encodeCursor } from '../../list-cursor.ts';
import { newWebhookSecret, readSettings } from '../../projects/settings.ts';
import { findOwn } from '../own-form.ts';
import { messageBody } from './message-body.ts';
import { sendMessage, type Outcome } from './send.ts';

/** A message to a webhook, as its owner sees it. */
export type Delivery = Pick<
  WebhookDelivery,
  'id' | 'answerId' | 'status' | 'attempts' | 'nextAt' | 'attemptedAt' | 'answer' | 'problem' | 'createdAt'
>;

/** Messages about answers to the address of each form's settings. */
export interface Webhooks {
  /** A new key for signatures, told this once; the one before holds no longer. @throws ApiError not_found, forbidden */
  newSecret(user: SessionUser, projectId: string): Promise<string>;
  /** The log, newest first, of 30 days. @throws ApiError not_found, forbidden */
  log(
    user: SessionUser,
    projectId: string,
    page: { readonly limit: number; readonly cursor: string | null },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly nextCursor: string | null }>;
  /** Sends one again, now and with all its attempts. @throws ApiError not_found, forbidden, conflict without an address */
  sendAgain(user: SessionUser, projectId: string, id: string): Promise<Delivery>;
  /** Sends a trial that is about no answer. @throws as `sendAgain` */
  sendTrial(user: SessionUser, projectId: string): Promise<Delivery>;
  /** Sends what is due until nothing is. */
  sendDue(): Promise<void>;
  /** Sends soon, because something waits. */
  wake(): void;
  /** Removes from the log what is older than 30 days. */
  tidy(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Waits between attempts, in seconds; about a day in all. */
const WAITS = [60, 300, 1_800, 7_200, 21_600, 43_200];
const AT_ONCE = 20;
/** So that one slow address does not take all places. */
const AT_ONCE_PER_FORM = 5;

interface Claimed extends Delivery {
  readonly projectId: string;
  readonly payload: string;
  readonly settings: unknown;
  readonly webhookSecret: string | null;
  readonly document: string;
}

export function createWebhooks({
  db,
  log,
  allowPrivate,
}: {
  readonly db: Database;
  readonly log: Logger;
  /** Whether messages may go to private addresses and over plain http. */
  readonly allowPrivate: boolean;
}): Webhooks {
  const { pool, prisma } = db;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  /** Takes what is due for this process: nobody else has it until its time is up. */
  async function claim(): Promise<readonly Claimed[]> {
    const { rows } = await pool.query<Claimed>(
      `UPDATE "WebhookDelivery" AS d SET "nextAt" = now() + $1::integer * interval '1 millisecond',
         "attempts" = d."attempts" + 1, "attemptedAt" = now()
       FROM "Project" p WHERE p."id" = d."projectId" AND d."nextAt" <= now() AND d."id" IN (
         SELECT "id" FROM (SELECT w."id", w."nextAt", row_number() OVER (PARTITION BY w."projectId" ORDER BY w."nextAt") AS n
           FROM "WebhookDelivery" w WHERE w."nextAt" <= now()) due
         WHERE n <= $2 ORDER BY "nextAt" LIMIT $3)
       RETURNING d.*, p."settings", p."webhookSecret", p."document"`,
      [LIMITS.webhookMs * 3, AT_ONCE_PER_FORM, AT_ONCE],
    );
    return rows;
  }

  async function attempt(claimed: Claimed): Promise<void> {
    const { webhookUrl } = readSettings(claimed);
    const { webhookSecret } = claimed;
    const outcome: Outcome =
      webhookUrl === null || webhookSecret === null
        ? { status: null, problem: 'The form has no webhook any more.' }
        : await sendMessage(
            { id: claimed.id, url: webhookUrl, secret: webhookSecret, body: messageBody(claimed) },
            allowPrivate,
          );
    const wait = outcome.problem === null || webhookUrl === null ? null : waitAfter(claimed.attempts);
    await pool.query(
      `UPDATE "WebhookDelivery" SET "status" = $2, "answer" = $3, "problem" = $4,
         "nextAt" = now() + $5::integer * interval '1 second' WHERE "id" = $1`,
      [
        claimed.id,
        outcome.problem === null ? 'delivered' : wait === null ? 'failed' : 'waiting',
        outcome.status,
        outcome.problem,
        wait,
      ],
    );
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      if (isClosed) return;
      isWoken = false;
      const claimed = await claim();
      await Promise.all(claimed.map(attempt));
      if (claimed.length === 0 && !isWoken) return;
    }
  }

  function sendDue(): Promise<void> {
    running ??= sendAll().finally(() => (running = null));
    return running;
  }

  async function requireHook(user: SessionUser, projectId: string): Promise<void> {
    const project = await findOwn(db, user, projectId);
    if (readSettings(project).webhookUrl === null)
      throw new ApiError('conflict', 'This form has no webhook. Give it an address first.');
  }

  const webhooks: Webhooks = {
    async newSecret(user, projectId) {
      await findOwn(db, user, projectId);
      const webhookSecret = newWebhookSecret();
      await prisma.project.updateMany({
        where: { id: projectId, ownerId: user.id },
        data: { webhookSecret },
      });
      return webhookSecret;
    },

    async log(user, projectId, { limit, cursor }) {
      await findOwn(db, user, projectId);
      const after = cursor === null ? null : decodeCursor(cursor);
      const rows = await prisma.webhookDelivery.findMany({
        where: {
          projectId,
          ...(after && {
            OR: [
              { createdAt: { lt: after.updatedAt } },
              { createdAt: after.updatedAt, id: { lt: after.id } },
            ],
          }),
        },
        omit: { payload: true, projectId: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      });
      const deliveries = rows.slice(0, limit);
      const last = rows.length > limit ? deliveries.at(-1) : undefined;
      return {
        deliveries,
        nextCursor: last ? encodeCursor({ updatedAt: last.createdAt, id: last.id }) : null,
      };
    },

    async sendAgain(user, projectId, id) {
      await requireHook(user, projectId);
      const [delivery] = await prisma.webhookDelivery.updateManyAndReturn({
        where: { id, projectId },
        data: { status: 'waiting', attempts: 0, nextAt: new Date() },
        omit: { payload: true, projectId: true },
      });
      if (!delivery) throw new ApiError('not_found', 'There is no such message in the log.');
      webhooks.wake();
      return delivery;
    },

    async sendTrial(user, projectId) {
      await requireHook(user, projectId);
      const delivery = await prisma.webhookDelivery.create({
        data: { id: newId(), projectId, payload: '{}', status: 'waiting', nextAt: new Date() },
        omit: { payload: true, projectId: true },
      });
      webhooks.wake();
      return delivery;
    },

    sendDue,

    wake() {
      if (isWoken || isClosed) return;
      isWoken = true;
      // After the answer to whoever caused it.
      setImmediate(
        () =>
          void sendDue().catch((error: unknown) =>
            log.error({ err: error }, 'messages to webhooks wait; they are tried again soon'),
          ),
      );
    },

    async tidy() {
      await pool.query(
        `DELETE FROM "WebhookDelivery" WHERE "createdAt" < now() - $1::bigint * interval '1 millisecond'`,
        [LIMITS.webhookLogMs],
      );
    },

    async close() {
      isClosed = true;
      await running?.catch(() => undefined);
    },
  };
  return webhooks;
}

/** Seconds until the next attempt after so many; null after the last. */
function waitAfter(attempts: number): number | null {
  if (attempts >= LIMITS.webhookAttempts) return null;
  return WAITS[Math.min(attempts, WAITS.length) - 1] ?? null;
}
