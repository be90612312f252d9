import { ApiError } from '../errors.ts';

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

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = (): ApiError =>
    new ApiError('too_large', `The body may have ${maxBytes.toLocaleString('en')} bytes at most.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.', { cause });
  }
}
