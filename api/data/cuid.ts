import { randomBytes } from 'node:crypto';

const RADIX = 36;
const COUNTER_DIGITS = 4;
const RANDOM_DIGITS = 12;
const COUNTS = RADIX ** COUNTER_DIGITS;
let counter = 0;

/**
 * A new id of the shape that `@default(cuid())` has in the client library (the first version of cuid): `c`, the time,
 * a counter and chance, 25 characters of `[a-z0-9]`, so that later ids sort behind earlier ones. Where others name the
 * machine and its process there is more chance.
 */
export function newCuid(now = Date.now()): string {
  counter = (counter + 1) % COUNTS;
  const count = counter.toString(RADIX).padStart(COUNTER_DIGITS, '0');
  return `c${now.toString(RADIX).padStart(8, '0')}${count}${randomDigits(RANDOM_DIGITS)}`;
}

function randomDigits(digits: number): string {
  // So many more bits than the digits hold that the rest of the division is as good as even.
  const number = BigInt(`0x${randomBytes(16).toString('hex')}`) % BigInt(RADIX) ** BigInt(digits);
  return number.toString(RADIX).padStart(digits, '0');
}
