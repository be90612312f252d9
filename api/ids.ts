import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const PROJECT_ID = /^[A-Za-z0-9_-]{1,48}$/;

/** A new id: 16 random characters of `[a-z0-9]`, the first a letter (design 4); about 82 bits. */
export function newId(): string {
  return pick(26) + Array.from({ length: 15 }, () => pick(36)).join('');
}

/** The one id of such a text: the same in every process, and in its shape like any other of ours. */
export function idFrom(text: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  const take = (range: number): string => {
    const character = ALPHABET.charAt(Number(rest % BigInt(range)));
    rest /= BigInt(range);
    return character;
  };
  return take(26) + Array.from({ length: 15 }, () => take(36)).join('');
}

/** Unguessable URL-safe text of `bytes` random bytes, for tokens. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** Whether a client may use this text as an id (design 4). */
export function isClientId(value: string): boolean {
  return CLIENT_ID.test(value);
}

/** Whether a client may use this text as the id of a project: shorter, since it names a table (design 4). */
export function isProjectId(value: string): boolean {
  return PROJECT_ID.test(value);
}

function pick(range: number): string {
  // Rejection keeps every character equally likely.
  for (;;) {
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < range * Math.floor(256 / range)) return ALPHABET.charAt(byte % range);
  }
}
