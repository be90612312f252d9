import { ApiError } from '../errors.ts';

/** A place in the market list, which is sorted by creation, newest first, then by id (spec 4.2). */
export interface MarketCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export function encodeCursor({ createdAt, id }: MarketCursor): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** @throws ApiError invalid_request for anything that encodeCursor did not make */
export function decodeCursor(cursor: string): MarketCursor {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const createdAt = new Date(time);
  if (id === '' || Number.isNaN(createdAt.getTime())) {
    throw new ApiError('invalid_request', 'The cursor is not one that this list gave out.');
  }
  return { createdAt, id };
}
