export interface Scrubber {
  /** What may go out now; the end of it that could be the beginning of a secret waits for the next piece. */
  push(chunk: Uint8Array): Uint8Array;
  /** What was waiting; asterisks where it is so much of a secret that a cut-off answer would tell it. */
  flush(): Uint8Array;
}

const BLOT = 0x2a;
/** Letters of a secret that are too many to be let out at the end of an answer. */
const TELLING = 8;

/** Replaces every secret in a stream by asterisks of the same length, also when it is split over pieces (design 9). */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const patterns = [...new Set(secrets.flatMap(spellings))].map((text) => Buffer.from(text));
  const longest = Math.max(0, ...patterns.map((pattern) => pattern.length));
  let waiting: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const text = Buffer.concat([waiting, chunk]);
      for (const pattern of patterns) blot(text, pattern);
      const hold = possibleBeginning(text, patterns, longest);
      waiting = text.subarray(text.length - hold);
      return text.subarray(0, text.length - hold);
    },
    flush() {
      const rest = waiting;
      waiting = Buffer.alloc(0);
      return rest.length < TELLING ? rest : Buffer.alloc(rest.length, BLOT);
    },
  };
}

/** A text without the secrets. */
export function scrubText(text: string, secrets: readonly string[]): string {
  const scrubber = createScrubber(secrets);
  return Buffer.concat([scrubber.push(Buffer.from(text)), scrubber.flush()]).toString('utf8');
}

/** A secret as it is, as JSON may escape it, as an address would, in hexadecimal, and within base64. */
function spellings(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', String.raw`\/`),
    // JSON within JSON, as gateways tell what their upstream said.
    secret.replaceAll('/', String.raw`\\/`),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((before) => withinBase64(secret, before)),
  ];
}

/**
 * The letters of base64 that stand for nothing but the secret when so many bytes (modulo 3) come before it: whoever
 * encodes a whole header or body encodes the key with it.
 */
function withinBase64(secret: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const whole = Math.floor((bytes.length * 8) / 6);
  const letters = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
  return [
    letters,
    letters.replaceAll('+', '-').replaceAll('/', '_'),
    letters.replaceAll('/', String.raw`\/`),
  ];
}

function blot(text: Buffer, pattern: Buffer): void {
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at)) {
    text.fill(BLOT, at, at + pattern.length);
  }
}

/** Length of the longest end of the text with which a secret begins. */
function possibleBeginning(text: Buffer, patterns: readonly Buffer[], longest: number): number {
  for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
    const end = text.subarray(text.length - length);
    if (patterns.some((pattern) => pattern.length > length && pattern.subarray(0, length).equals(end)))
      return length;
  }
  return 0;
}
