import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../errors.ts';

const derive = promisify(pbkdf2);
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** At most two at once: hashing shares its threads with DNS and files (design 8). */
const IN_FLIGHT = 2;
const QUEUE = 20;

/** Compared against when there is no such account, so that the answer takes as long as with one. */
const NOBODY = `pbkdf2-sha256$${ITERATIONS}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** PBKDF2-HMAC-SHA256 with 600,000 iterations, its parameters kept in the text (design 8). */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password made this hash; null takes the same time and is never true. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

let places = IN_FLIGHT + QUEUE;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Does what needs a password hashed, with a place in the queue from the beginning: a crowd is turned away before the
 * database is asked anything for it.
 * @throws ApiError rate_limited when 20 others are waiting for a turn
 */
export async function withHasher<T>(work: (hasher: PasswordHasher) => Promise<T>): Promise<T> {
  if (places === 0) {
    throw new ApiError(
      'rate_limited',
      'Too many people are signing in right now. Try again in a few seconds.',
      { retryAfter: 3 },
    );
  }
  places -= 1;
  try {
    return await work({ hash, verify });
  } finally {
    places += 1;
  }
}

async function hash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await inTurn(() => derive(password, salt, ITERATIONS, KEY_BYTES, 'sha256'));
  return `pbkdf2-sha256$${ITERATIONS}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

async function verify(password: string, known: string | null): Promise<boolean> {
  const [, iterations = '', salt = '', expected = ''] = (known ?? NOBODY).split('$');
  const key = await inTurn(() =>
    derive(password, Buffer.from(salt, 'base64url'), Number(iterations), KEY_BYTES, 'sha256'),
  );
  const same = timingSafeEqual(key, Buffer.from(expected, 'base64url'));
  return same && known !== null;
}

/** Whether a hash was made with other parameters than a new one would be. */
export function isOutdatedHash(known: string): boolean {
  return !known.startsWith(`pbkdf2-sha256$${ITERATIONS}$`);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= IN_FLIGHT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
