import { z } from 'zod';
import { ApiError } from './errors.ts';

/** A place in a list that has the last change first: the last one seen. */
export interface ListPosition {
  readonly updatedAt: Date;
  readonly id: string;
}

const shape = z.tuple([z.iso.datetime(), z.string().max(64)]);

/** The opaque text of a place in the list; it stays right when others come and go. */
export function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.updatedAt.toISOString(), position.id])).toString('base64url');
}

/** @throws ApiError invalid_request when the text is no cursor of ours */
export function decodeCursor(cursor: string): ListPosition {
  try {
    const [updatedAt, id] = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { updatedAt: new Date(updatedAt), id };
  } catch (cause) {
    throw new ApiError(
      'invalid_request',
      'The cursor is not one that this list gave out. Leave it out to start over.',
      {
        cause,
      },
    );
  }
}
