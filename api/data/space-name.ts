import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const CHARACTERS = 26;
/** Part of the hash, so that a release which plans tables in another way opens every space anew. */
const PLAN_FORMAT = 1;

/** The Postgres schema of a space: `app_` and 26 base32 characters (130 bits) of SHA-256 of its id (design 6). */
export function schemaName(spaceId: string): string {
  const bits = [...createHash('sha256').update(spaceId).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const characters = Array.from({ length: CHARACTERS }, (_, i) =>
    BASE32.charAt(parseInt(bits.slice(i * 5, i * 5 + 5), 2)),
  );
  return `app_${characters.join('')}`;
}

/** Hashes of the texts that were asked for last: every request tells its app's AML. In characters of these texts. */
const hashes = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (_hash, aml) => aml.length + 64,
});

/** Tells whether a space's tables were made from this AML text. */
export function amlHash(aml: string): string {
  const known = hashes.get(aml);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(`${PLAN_FORMAT}\n${aml}`).digest('hex');
  hashes.set(aml, hash);
  return hash;
}
