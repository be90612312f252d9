/** A decoded `data:` URL. */
export interface DataUrl {
  readonly bytes: Buffer;
  /** The charset parameter when there is one. */
  readonly charset: string | null;
}

// type/subtype, then parameters, then maybe the base64 mark. A text that merely begins with "data:" rarely fits.
const HEAD = /^data:(?:[\w!#$&^.+-]+\/[\w!#$&^.+-]+)?((?:;[\w!#$&^.+-]+(?:=(?:[\w!#$&^.+-]+|"[^",]*"))?)*),/i;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const CHARSET = /;charset="?([\w-]+)"?/i;

/** The bytes behind a stored `data:` URL (design 4), or null when the text is none and is to be served as it is. */
export function decodeDataUrl(text: string): DataUrl | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const parameters = head[1] ?? '';
  const payload = text.slice(head[0].length);
  const charset = CHARSET.exec(parameters)?.[1] ?? null;
  if (!/;base64$/i.test(parameters)) return { bytes: percentDecode(payload), charset };
  const packed = decodeEscapes(payload).replace(/\s+/g, '');
  return isBase64(packed) ? { bytes: Buffer.from(packed, 'base64'), charset } : null;
}

/** What browsers decode too: right padding or none, and no single letter left over. */
function isBase64(packed: string): boolean {
  if (!BASE64.test(packed)) return false;
  return packed.endsWith('=') ? packed.length % 4 === 0 : packed.length % 4 !== 1;
}

/** Base64 in a URL may have its `+`, `/` and `=` escaped. */
function decodeEscapes(payload: string): string {
  return payload.includes('%') ? percentDecode(payload).toString('latin1') : payload;
}

function percentDecode(payload: string): Buffer {
  const source = Buffer.from(payload, 'utf8');
  if (!payload.includes('%')) return source;
  const target = Buffer.allocUnsafe(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i += 1) {
    const value = source[i] === 0x25 ? hexPair(source, i + 1) : -1;
    target[length] = value >= 0 ? value : (source[i] ?? 0);
    if (value >= 0) i += 2;
    length += 1;
  }
  return target.subarray(0, length);
}

function hexPair(source: Buffer, at: number): number {
  const pair = source.toString('latin1', at, at + 2);
  return /^[0-9a-f]{2}$/i.test(pair) ? Number.parseInt(pair, 16) : -1;
}
