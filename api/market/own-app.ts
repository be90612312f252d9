import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import type { App } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { isClientId } from '../ids.ts';

/** An app of one's own, wherever it stands; null where there is none. @throws ApiError forbidden for somebody else's */
export async function readOwnApp({ prisma }: Database, user: SessionUser, id: string): Promise<App | null> {
  const app = isClientId(id) ? await prisma.app.findUnique({ where: { id } }) : null;
  if (app && app.ownerId !== user.id) throw new ApiError('forbidden', 'This app belongs to somebody else.');
  return app;
}

export function notInMarket(): ApiError {
  return new ApiError('not_found', 'There is no such app in the market.');
}
