import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Below this many bytes an encoding does not pay for its headers. */
const WORTH_IT = 600;
/** Up to this many bytes brotli may take its time: a body is compressed once and served often. */
const THOROUGH = 64 * 1024;

/** The best encoding that a client accepts for a body of this size; null for the bytes as they are. */
export function chooseEncoding(acceptEncoding: string | undefined, size: number): Encoding | null {
  if (!acceptEncoding || size < WORTH_IT) return null;
  const quality = readQualities(acceptEncoding);
  const of = (coding: string): number => quality.get(coding) ?? quality.get('*') ?? 0;
  if (of('br') > 0 && of('br') >= of('gzip')) return 'br';
  return of('gzip') > 0 ? 'gzip' : null;
}

export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: 7 });
  const quality = bytes.length <= THOROUGH ? 10 : 5;
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
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
