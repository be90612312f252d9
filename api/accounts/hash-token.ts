import { createHash } from 'node:crypto';

/** What is kept of a secret of ours that somebody else holds: enough to know it again, not to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
