import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../errors.ts';

const derive = promisify(pbkdf2);
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const IN_FLIGHT = 2;
const QUEUE = 20;

/** Compared against when there is no such account, so that the answer takes as long as with one. */
const NOBODY = `pbkdf2-sha256$${ITERATIONS}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * PBKDF2-HMAC-SHA256 with 600,000 iterations, its parameters kept in the text (design 8).
 * @throws ApiError rate_limited when 20 others are waiting for a turn
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await inTurn(() => derive(password, salt, ITERATIONS, KEY_BYTES, 'sha256'));
  return `pbkdf2-sha256$${ITERATIONS}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether the password made this hash; null takes the same time and is never true. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, iterations = '', salt = '', expected = ''] = (hash ?? NOBODY).split('$');
  const key = await inTurn(() =>
    derive(password, Buffer.from(salt, 'base64url'), Number(iterations), KEY_BYTES, 'sha256'),
  );
  const same = timingSafeEqual(key, Buffer.from(expected, 'base64url'));
  return same && hash !== null;
}

/** At most two at once: hashing shares its threads with DNS and files (design 8). */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= IN_FLIGHT) {
    if (waiting.length >= QUEUE) {
      throw new ApiError(
        'rate_limited',
        'Too many people are signing in right now. Try again in a few seconds.',
        {
          retryAfter: 3,
        },
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
