import { ApiError } from '../errors.ts';

/** How much more than allowed is read, and thrown away, before the connection is given up. */
const DISCARD_BYTES = 64 * 1024 * 1024;

/**
 * Reads a JSON object from a request, never more than `maxBytes` of it.
 * @throws ApiError unsupported_media_type, too_large, or invalid_request when it is no JSON object (design 4)
 */
export async function readJsonObject(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const value = await readJson(request, maxBytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('invalid_request', 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** Like readJsonObject for any JSON value. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.');
  }
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}

/**
 * Reads a form as browsers send it without a script, never more than `maxBytes` of it.
 * @throws ApiError unsupported_media_type, too_large, invalid_request
 */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(await readText(request, maxBytes));
}

/**
 * The same request with its body already read, never more than `maxBytes` of it.
 * @throws ApiError too_large
 */
export async function limitBody(request: Request, maxBytes: number): Promise<Request> {
  if (!request.body) return request;
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: await readBytes(request, maxBytes) });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readText(request: Request, maxBytes: number): Promise<string> {
  try {
    return utf8.decode(await readBytes(request, maxBytes));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.', { cause });
  }
}

/**
 * Reads a body, never more than `maxBytes` of it. One that is too large is read on and thrown away for a while: a
 * client that is still sending would otherwise see a broken connection instead of the answer.
 * @throws ApiError too_large
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
  // A body whose length was told needs no stream to be counted; Node reads no more of it than that.
  const told = request.headers.get('content-length');
  if (told !== null && /^\d{1,15}$/.test(told) && Number(told) <= maxBytes) {
    const bytes = Buffer.from(await request.arrayBuffer());
    if (bytes.length <= maxBytes) return bytes;
    throw tooLarge(maxBytes);
  }
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks = [];
    if (size > maxBytes + DISCARD_BYTES) break;
  }
  if (size > maxBytes) {
    throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The body may have ${maxBytes.toLocaleString('en')} bytes at most.`);
}
