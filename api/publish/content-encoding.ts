import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** Every encoding a body can be sent in. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zstd = promisify(zstdCompress);
/** Below this many bytes an encoding does not pay for its headers. */
const WORTH_IT = 600;
/** Up to this many bytes brotli may take its time: a body is compressed once and served often. */
const THOROUGH = 64 * 1024;
/**
 * What makes the smaller body comes first. Thorough brotli beats everything; where it would take seconds, zstd at
 * level 12 is about as small as quick brotli and is unpacked faster.
 */
const SMALL_BODY: readonly Encoding[] = ['br', 'zstd', 'gzip'];
const LARGE_BODY: readonly Encoding[] = ['zstd', 'br', 'gzip'];

/**
 * The best encoding that a client accepts for a body of this size; null for the bytes as they are. The client's
 * weights come first, then our order.
 */
export function chooseEncoding(acceptEncoding: string | undefined, size: number): Encoding | null {
  if (!acceptEncoding || size < WORTH_IT) return null;
  const quality = readQualities(acceptEncoding);
  let best: Encoding | null = null;
  let most = 0;
  for (const encoding of size <= THOROUGH ? SMALL_BODY : LARGE_BODY) {
    const q = quality.get(encoding) ?? quality.get('*') ?? 0;
    if (q > most) [best, most] = [encoding, q];
  }
  return best;
}

export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: 7 });
  if (encoding === 'zstd') {
    return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 12 }, pledgedSrcSize: bytes.length });
  }
  const quality = bytes.length <= THOROUGH ? 10 : 5;
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** The same for a body that is sent once: its maker waits for it. */
export async function compressQuickly(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: 5 });
  if (encoding === 'zstd') return zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

function readQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const value = q === undefined ? 1 : Number(q.slice(2));
    if (coding) qualities.set(coding === 'x-gzip' ? 'gzip' : coding, Number.isFinite(value) ? value : 0);
  }
  return qualities;
}
