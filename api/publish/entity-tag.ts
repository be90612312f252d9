import { createHash } from 'node:crypto';
import { ENCODINGS, type Encoding } from './content-encoding.ts';
import type { HeaderList } from './response-headers.ts';

/**
 * What a tag stands for: the bytes, and for a document also its policy. A browser that revalidates keeps the policy it
 * stored, so a page whose policy changed has to count as another page.
 */
export function tagKey(bodyKey: string, headers: HeaderList): string {
  const policy = headers['content-security-policy'];
  return policy === undefined ? bodyKey : createHash('sha256').update(`${bodyKey}\n${policy}`).digest('hex');
}

/** A strong ETag: the key of the bytes, told apart by encoding because encoded bytes are other bytes. */
export function entityTag(key: string, encoding: Encoding | null): string {
  return encoding === null ? `"${key}"` : `"${key}-${encoding}"`;
}

/**
 * The tag of `If-None-Match` under which the client holds the current bytes, in whatever encoding; null when it
 * holds none of them. `*` matches anything that exists.
 */
export function matchingTag(ifNoneMatch: string | undefined, key: string): string | null {
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch.trim() === '*') return entityTag(key, null);
  for (const tag of ifNoneMatch.split(',')) {
    const bare = tag.trim().replace(/^W\//, '');
    if (!bare.startsWith(`"${key}`)) continue;
    if (bare === entityTag(key, null) || ENCODINGS.some((encoding) => bare === entityTag(key, encoding))) {
      return bare;
    }
  }
  return null;
}
