import { ApiError } from '../../errors.ts';

/**
 * The same request with its body read, never more than `maxBytes` of it.
 * @throws ApiError too_large
 */
export async function limitBody(request: Request, maxBytes: number): Promise<Request> {
  if (!request.body) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new ApiError('too_large', `The body may have ${maxBytes.toLocaleString('en')} bytes at most.`);
    }
    chunks.push(chunk);
  }
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: Buffer.concat(chunks) });
}
