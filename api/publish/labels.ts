import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** An id that is a DNS label by itself once `a-` stands before it (design 7). */
const DNS_LETTERS = /^[a-z0-9-]{0,60}[a-z0-9]$/;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const HASH_CHARACTERS = 26;

/**
 * The host label that only this app may be served on (design 7). Ids differ in letter case and DNS names do not, so
 * an id that is not plain lower-case DNS letters is named by a hash: two apps never share a host, hence an origin.
 */
export function appLabel(appId: string): string {
  return DNS_LETTERS.test(appId) ? `a-${appId}` : `h-${hashLabel(appId)}`;
}

/** The host label that only this project may be served on, besides its slug and its custom hosts (design 7). */
export function projectLabel(projectId: string): string {
  return DNS_LETTERS.test(projectId) ? `f-${projectId}` : `g-${hashLabel(projectId)}`;
}

/** The host label of a draft's preview. A hash, so that the address bar of a frame does not give the token away. */
export function draftLabel(token: string): string {
  return `p-${hashLabel(token)}`;
}

/** Hosts that a Studio makes up, each for pages of its own: one that never ends its script holds up no other. */
export const STUDIO_HOSTS = 's-*';

export function isStudioLabel(label: string): boolean {
  return label.startsWith(STUDIO_HOSTS.slice(0, -1));
}

/** Of the texts that were asked for last: every request of an app asks for the same. */
const labels = new LRUCache<string, string>({ max: 5_000 });

function hashLabel(text: string): string {
  const known = labels.get(text);
  if (known !== undefined) return known;
  const label = makeLabel(text);
  labels.set(text, label);
  return label;
}

/** 26 base32 characters (130 bits) of the SHA-256 of a text. */
function makeLabel(text: string): string {
  const digest = createHash('sha256').update(text, 'utf8').digest();
  let bits = 0;
  let held = 0;
  let label = '';
  for (const byte of digest) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      label += BASE32.charAt((held >> bits) & 31);
      if (label.length === HASH_CHARACTERS) return label;
    }
  }
  return label;
}
