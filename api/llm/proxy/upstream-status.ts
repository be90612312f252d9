import { ApiError } from '../../errors.ts';
import { scrubText } from './scrub.ts';
import type { UpstreamResponse } from './upstream.ts';

const ERROR_BODY_BYTES = 64 * 1024;
const MESSAGE_CHARACTERS = 300;
const DEFAULT_WAIT_SECONDS = 10;

/**
 * An upstream's refusal as an error of ours. What is about the request (its model, its length) is passed on in the
 * upstream's words; what is about the account behind the key is told in ours, without its numbers and names.
 */
export async function readRefusal(
  response: UpstreamResponse,
  provider: { readonly name: string; readonly id: string },
  secrets: readonly string[],
): Promise<ApiError> {
  const { name } = provider;
  const said = readMessage(await readStart(response), secrets);
  const because = said ? `: ${said}` : '.';
  switch (response.status) {
    case 400:
    case 404:
    case 409:
    case 422:
      return new ApiError('invalid_request', `${name} refused the request${because}`);
    case 413:
      return new ApiError('too_large', `${name} says that the request is too long${because}`);
    case 401:
    case 403:
      return new ApiError(
        'upstream_error',
        `${name} does not accept this server's key. Whoever runs the server has to check ${provider.id.toUpperCase()}_API_KEY.`,
        { isFinal: true },
      );
    case 402:
      return new ApiError('upstream_error', `The server's account at ${name} has no credit left.`, {
        isFinal: true,
      });
    case 429:
      return new ApiError(
        'rate_limited',
        `${name} is being asked too often by this server. Please wait a moment.`,
        { retryAfter: waitSeconds(response) },
      );
    case 503:
    case 529:
      return new ApiError('unavailable', `${name} is overloaded. Please wait a moment.`, {
        retryAfter: waitSeconds(response),
      });
    default:
      return new ApiError(
        'upstream_error',
        `${name} had a problem of its own (status ${response.status}). Please try again.`,
      );
  }
}

async function readStart(response: UpstreamResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= ERROR_BODY_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The `message` of the error, in whichever of the known places it stands; empty when there is none. */
function readMessage(body: string, secrets: readonly string[]): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // An error page of some gateway: nothing in it is meant for the person who chats.
    return '';
  }
  const error: unknown = Array.isArray(value) ? member(value[0], 'error') : member(value, 'error');
  const message = typeof error === 'string' ? error : (member(error, 'message') ?? member(value, 'message'));
  return typeof message === 'string'
    ? anonymous(scrubText(message, secrets)).slice(0, MESSAGE_CHARACTERS)
    : '';
}

/** Without what looks like a key or names the account: providers quote both. */
function anonymous(message: string): string {
  return message
    .replace(/\b(?:sk|pk|rk|gsk|xai|key|org|proj|acct|user|req)[-_][\w*-]{6,}/gi, '…')
    .replace(/\bAIza[\w-]{10,}/g, '…')
    .replace(/https?:\/\/\S+/g, '…');
}

function waitSeconds({ headers }: UpstreamResponse): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : DEFAULT_WAIT_SECONDS;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
