import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { ProjectSettings } from '../projects/settings.ts';
import { tableOf } from './columns.ts';

/** Why a published form takes no answer at a time, as it is told; null while it does. Its limit aside. */
export function closingOf({ closesAt, closedText }: ProjectSettings, now: Date): ApiError | null {
  if (closesAt === null || now.toISOString() < closesAt) return null;
  return closedError(closedText, 'This form is closed: it takes no more answers.');
}

/** Why a form that has all the answers that it takes takes no more. */
export function fullError({ answerLimit, closedText }: ProjectSettings): ApiError {
  const limit = answerLimit ?? 0;
  const count = limit === 1 ? '1 answer' : `${limit.toLocaleString('en')} answers`;
  return closedError(closedText, `This form takes ${count} and has ${limit === 1 ? 'it' : 'them all'}.`);
}

/** `closedText` goes along even when it is null: by it a page tells this from other conflicts. */
function closedError(closedText: string | null, otherwise: string): ApiError {
  return new ApiError('conflict', closedText ?? otherwise, { details: { closedText } });
}

/** Whether a form has all the answers that it takes. */
export async function isFull({ pool }: Database, projectId: string, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  const { rowCount } = await pool.query(`SELECT FROM ${tableOf(projectId)} OFFSET $1 LIMIT 1`, [limit - 1]);
  return rowCount === 1;
}
