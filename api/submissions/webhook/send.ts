import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { LIMITS } from '../../limits.ts';
import { isPublicAddress, PrivateAddressError, publicLookup } from './address-guard.ts';

/** A message as it goes out. */
export interface Message {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  /** JSON text. */
  readonly body: string;
}

/** How an attempt ended: the receiver's status, or why there was none. */
export interface Outcome {
  readonly status: number | null;
  /** Null when it was taken. */
  readonly problem: string | null;
}

/**
 * Sends a message once, signed as Standard Webhooks has it: HMAC-SHA256 over id, time and body. Nothing of the answer
 * is kept but its status, no redirect is followed, and only the public internet is reached.
 * @param allowPrivate for installations that trust their owners with what stands beside the server; plain http too
 */
export async function sendMessage(message: Message, allowPrivate: boolean): Promise<Outcome> {
  try {
    const status = await post(message, allowPrivate);
    if (status >= 200 && status < 300) return { status, problem: null };
    const moved = status >= 300 && status < 400 ? '; redirects are not followed' : '';
    return { status, problem: `The address answered ${status}${moved}.` };
  } catch (error) {
    return { status: null, problem: problemOf(error) };
  }
}

function post({ id, url, secret, body }: Message, allowPrivate: boolean): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate) {
    if (target.protocol !== 'https:') throw new Refused('Only https:// is sent to.');
    // A name is checked when it is resolved; an address is never resolved.
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError();
  }
  const time = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      target,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(LIMITS.webhookMs),
        ...(allowPrivate ? {} : { lookup: publicLookup }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Forms-Webhook/1',
          'webhook-id': id,
          'webhook-timestamp': String(time),
          'webhook-signature': `v1,${signature}`,
        },
      },
      (incoming) => {
        let bytes = 0;
        // Read to its end, so that a receiver that takes its time is not cut off; not kept.
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > LIMITS.webhookAnswerBytes) outgoing.destroy(new Refused('Its answer is too long.'));
        });
        incoming.on('end', () => resolve(incoming.statusCode ?? 0));
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

class Refused extends Error {}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the address is not known.',
  EAI_AGAIN: 'The name of the address could not be looked up.',
  ECONNREFUSED: 'The address refused the connection.',
  ECONNRESET: 'The connection broke.',
  CERT_HAS_EXPIRED: 'The certificate of the address has expired.',
};

/** In words, without anything of the network's own. */
function problemOf(error: unknown): string {
  if (error instanceof PrivateAddressError || error instanceof Refused) return error.message;
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  if (name === 'AbortError' || name === 'TimeoutError')
    return `There was no answer within ${LIMITS.webhookMs / 1_000} seconds.`;
  return WORDS[code ?? ''] ?? 'The address could not be reached.';
}
