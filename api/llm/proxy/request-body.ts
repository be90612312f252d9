import { z } from 'zod';
import { ApiError } from '../../errors.ts';

/** The body of a request: its bytes as they came, and what has to be known of it before it goes upstream. */
export interface RequestBody {
  readonly bytes: Uint8Array | null;
  readonly model: string | null;
  /** The most tokens that the answer may have; null when the request sets no maximum. */
  readonly mostOutput: number | null;
}

export interface BodyRules {
  readonly maxBytes: number;
  /** Models that may be asked; null: any. */
  readonly models: readonly string[] | null;
}

const NOTHING: RequestBody = { bytes: null, model: null, mostOutput: null };

/**
 * Takes the whole of the client's body, never more than `maxBytes` of it. It goes upstream byte by byte as it is.
 * @throws ApiError too_large, unsupported_media_type, or invalid_request: no JSON object, or a model off the list
 */
export async function takeBody(request: Request, rules: BodyRules): Promise<RequestBody> {
  if (request.method === 'GET' || request.method === 'HEAD') return NOTHING;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.');
  if (Number(request.headers.get('content-length') ?? 0) > rules.maxBytes) throw tooLarge(rules.maxBytes);
  const source = request.body as unknown as AsyncIterable<Uint8Array> | null;
  const bytes = await readAll(source, rules.maxBytes);
  const text = bytes.toString('utf8');
  const asked = readAsked(text);
  if (rules.models !== null) checkModel(text, asked.model ?? null, rules.models);
  return { bytes, model: asked.model ?? null, mostOutput: mostOutputOf(asked) };
}

/** The whole of a body as bytes. @throws ApiError too_large past `maxBytes` */
export async function readAll(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes = Infinity,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
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

const count = z.number().int().min(0).max(100_000_000).optional().catch(undefined);
/** Where the dialects say how long an answer may be, and how many of them there are. */
const askedShape = z.object({
  model: z.string().optional().catch(undefined),
  max_tokens: count,
  max_completion_tokens: count,
  max_output_tokens: count,
  n: count,
  generationConfig: z.object({ maxOutputTokens: count, candidateCount: count }).optional().catch(undefined),
});
type Asked = z.infer<typeof askedShape>;

function readAsked(text: string): Asked {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON.', { cause });
  }
  const parsed = askedShape.safeParse(value);
  if (!parsed.success) throw new ApiError('invalid_request', 'The body must be a JSON object.');
  return parsed.data;
}

function mostOutputOf(asked: Asked): number | null {
  const { generationConfig: google } = asked;
  const told = [
    asked.max_tokens,
    asked.max_completion_tokens,
    asked.max_output_tokens,
    google?.maxOutputTokens,
  ];
  const most = Math.max(0, ...told.map((number) => number ?? 0));
  return most === 0 ? null : most * Math.max(1, asked.n ?? 1, google?.candidateCount ?? 1);
}

function checkModel(text: string, model: string | null, models: readonly string[]): void {
  if (model === null)
    throw new ApiError('invalid_request', 'The body must be a JSON object with the model in "model".');
  // Parsers disagree on which of two equal members counts; the upstream must not see another model than we do.
  if (duplicatesModel(text)) {
    throw new ApiError('invalid_request', 'The body names the model twice.');
  }
  checkModelName(model, models);
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

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `A request to a model may have ${maxBytes.toLocaleString('en')} bytes at most.`,
  );
}
