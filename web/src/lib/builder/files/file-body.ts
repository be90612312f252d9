/**
 * What a stored file is (design 4): text as it stands, or a `data:` URL whose bytes are served decoded. The same head
 * as `api/publish/data-url.ts`; a test holds the two together.
 */
const HEAD = /^data:(?:[\w!#$&^.+-]+\/[\w!#$&^.+-]+)?((?:;[\w!#$&^.+-]+(?:=(?:[\w!#$&^.+-]+|"[^",]*"))?)*),/i;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Media types of the assets that people bring along; anything else is told by the ending when it is served. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
};

/** Characters of a `data:` URL up to which its payload is looked at too; behind them the head has to do. */
const LOOKED_AT = 100_000;

/** Whether a stored file is shown as text in the editor. Cheap: it is asked of every file after each rest in typing. */
export function isText(content: string): boolean {
  return content.length > LOOKED_AT ? !HEAD.test(content) : decodedDataUrl(content) === null;
}

/** A file's bytes as they are served. */
export function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  return decodedDataUrl(content) ?? new TextEncoder().encode(content);
}

/** Bytes as a draft stores them: text when they are UTF-8 that comes back the same, else a `data:` URL. */
export function storedFrom(bytes: Uint8Array, path: string): string {
  const text = textFrom(bytes);
  // A text that reads like a data URL would be served decoded: it has to be wrapped to stay what it is.
  if (text !== null && decodedDataUrl(text) === null) return text;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return `data:${TYPES[extension] ?? 'application/octet-stream'};base64,${base64(bytes)}`;
}

function textFrom(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

function decodedDataUrl(text: string): Uint8Array<ArrayBuffer> | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const payload = text.slice(head[0].length);
  if (!/;base64$/i.test(head[1] ?? '')) return percentDecoded(payload);
  const packed = (payload.includes('%') ? latin1(percentDecoded(payload)) : payload).replace(/\s+/g, '');
  const padded = packed.endsWith('=') ? packed.length % 4 === 0 : packed.length % 4 !== 1;
  if (!BASE64.test(packed) || !padded) return null;
  return Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function percentDecoded(payload: string): Uint8Array<ArrayBuffer> {
  const source = new TextEncoder().encode(payload);
  const target = new Uint8Array(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const pair = String.fromCharCode(source[at + 1] ?? 0, source[at + 2] ?? 0);
    const escaped = source[at] === 0x25 && /^[0-9a-f]{2}$/i.test(pair);
    target[length] = escaped ? Number.parseInt(pair, 16) : (source[at] ?? 0);
    if (escaped) at += 2;
    length += 1;
  }
  return target.slice(0, length);
}
