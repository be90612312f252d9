import { isIPv6 } from 'node:net';

/** Where a request comes from; `X-Forwarded-For` is believed only behind a trusted proxy (its last entry). */
export function clientAddress(
  forwardedFor: string | undefined,
  peer: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return forwarded || peer || 'unknown';
}

/**
 * What of an address is one client for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * whoever has one of these has all that begin so.
 */
export function addressSubject(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
