import type { Mailer } from '../accounts/mailer.ts';
import type { Database } from '../db/database.ts';
import { LIMITS } from '../limits.ts';
import { tableOf } from './columns.ts';

/** Mail to owners about new answers. */
export interface Notices {
  /**
   * Sends one mail for each form that has new answers and may send again: one in 10 minutes at most, with how many there
   * are. Several processes may do it at the same time.
   */
  sendDue(): Promise<void>;
}

interface Due {
  readonly projectId: string;
  readonly upTo: Date;
  readonly until: Date;
  readonly email: string;
  readonly document: string;
}

/** An answer that is being stored just now has a time before it can be seen. */
const SETTLED = `now() - interval '2 seconds'`;

export function createNotices({
  db: { pool },
  mailer,
  baseUrl,
}: {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly baseUrl: string;
}): Notices {
  return {
    async sendDue() {
      const { rows } = await pool.query<Due>(
        `SELECT n."projectId", n."upTo", ${SETTLED} AS "until", u."email", p."document"
         FROM "FormNotice" n JOIN "Project" p ON p."id" = n."projectId" JOIN "User" u ON u."id" = p."ownerId"
         WHERE n."nextAt" <= now() AND p."deletedAt" IS NULL`,
      );
      for (const { projectId, upTo, until, email, document } of rows) {
        const count = await countBetween(projectId, upTo, until);
        if (count === 0) continue;
        // Whoever moves it on sends the mail.
        const { rowCount } = await pool.query(
          `UPDATE "FormNotice" SET "upTo" = $3, "nextAt" = now() + $4::integer * interval '1 millisecond'
           WHERE "projectId" = $1 AND "upTo" = $2`,
          [projectId, upTo, until, LIMITS.answerMailMs],
        );
        if (rowCount !== 1) continue;
        const { title } = JSON.parse(document) as { readonly title: string };
        const answers = count === 1 ? '1 new answer' : `${count.toLocaleString('en')} new answers`;
        await mailer.send({
          to: email,
          subject: `${answers}: ${title.replaceAll(/\s+/g, ' ').slice(0, 150)}`,
          paragraphs: [
            `Your form “${title}” has ${answers}.`,
            `You get one such mail in ${LIMITS.answerMailMs / 60_000} minutes at most. You can switch them off in the settings of the form.`,
          ],
          link: { label: 'See the answers', url: `${baseUrl}/forms/${encodeURIComponent(projectId)}` },
        });
      }
    },
  };

  async function countBetween(projectId: string, from: Date, until: Date): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::integer AS "count" FROM ${tableOf(projectId)} WHERE "_created_at" > $1 AND "_created_at" <= $2`,
      [from, until],
    );
    return rows[0]?.count ?? 0;
  }
}
