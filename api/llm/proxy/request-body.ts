import { z } from 'zod';
import { ApiError } from '../../errors.ts';

/** The body of a request on its way upstream. */
export interface RequestBody {
  readonly stream: AsyncIterable<Uint8Array> | null;
  /** Bytes that have passed so far. */
  bytes(): number;
}

export interface BodyRules {
  readonly maxBytes: number;
  /** Models that may be asked; null: any. */
  readonly models: readonly string[] | null;
}

/**
 * Takes the client's body, byte by byte as it is, and never more than `maxBytes` of it. With a list of models it is
 * held back until the model in it is known.
 * @throws ApiError too_large, unsupported_media_type, or invalid_request for a model that is not on the list
 */
export async function takeBody(request: Request, rules: BodyRules): Promise<RequestBody> {
  let seen = 0;
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body)
    return { stream: null, bytes: () => 0 };
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.');
  if (Number(request.headers.get('content-length') ?? 0) > rules.maxBytes) throw tooLarge(rules.maxBytes);

  const source = request.body as unknown as AsyncIterable<Uint8Array>;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      seen += chunk.byteLength;
      if (seen > rules.maxBytes) throw tooLarge(rules.maxBytes);
      yield chunk;
    }
  }
  const bytes = (): number => seen;
  if (rules.models === null) return { stream: counted(), bytes };
  const whole = await readAll(counted());
  checkModel(whole.toString('utf8'), rules.models);
  return { stream: once(whole), bytes };
}

/** The whole of a body as bytes. */
export async function readAll(stream: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @throws ApiError invalid_request for a model that is not on the list */
export function checkModelName(model: string, models: readonly string[]): void {
  if (models.includes(model)) return;
  const names = models.join(', ');
  throw new ApiError(
    'invalid_request',
    `The model "${model.slice(0, 80)}" may not be asked here. These may: ${names}.`,
  );
}

const withModel = z.looseObject({ model: z.string() });

function checkModel(text: string, models: readonly string[]): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON.', { cause });
  }
  const parsed = withModel.safeParse(value);
  if (!parsed.success)
    throw new ApiError('invalid_request', 'The body must be a JSON object with the model in "model".');
  // Parsers disagree on which of two equal members counts; the upstream must not see another model than we do.
  if (duplicatesModel(text)) {
    throw new ApiError('invalid_request', 'The body names the model twice.');
  }
  checkModelName(parsed.data.model, models);
}

/** Whether the top level of a JSON object has two members named "model". */
function duplicatesModel(text: string): boolean {
  let depth = 0;
  let found = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token.endsWith(':') && JSON.parse(token.replace(/\s*:$/, '')) === 'model')
      found += 1;
  }
  return found > 1;
}

async function* once(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `A request to a model may have ${maxBytes.toLocaleString('en')} bytes at most.`,
  );
}
