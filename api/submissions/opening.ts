import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { ProjectSettings } from '../projects/settings.ts';
import { tableOf } from './columns.ts';

/** Why a published form takes no answer at a time, as it is told; null while it does. Its limit aside. */
export function closingOf({ closesAt, closedText }: ProjectSettings, now: Date): ApiError | null {
  if (closesAt === null || now.toISOString() < closesAt) return null;
  return new ApiError('conflict', closedText ?? 'This form is closed: it takes no more answers.');
}

/** Whether a form has all the answers that it takes. */
export async function isFull({ pool }: Database, projectId: string, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  const { rowCount } = await pool.query(`SELECT FROM ${tableOf(projectId)} OFFSET $1 LIMIT 1`, [limit - 1]);
  return rowCount === 1;
}
