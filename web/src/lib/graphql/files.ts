import { session } from '#lib/session.svelte.ts';
import { Failure, type Remark } from './failure.ts';

interface Envelope {
  readonly error?: { readonly code: string; readonly message: string };
  readonly diagnostics?: readonly Remark[];
}

/** Fetches a file and hands it to the browser to keep. @throws {Failure} */
export async function download(address: string, name: string): Promise<void> {
  const answer = await sendFile(address, {});
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; a revoked address would end it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Sends a request of REST's with the session: files are no GraphQL.
 * @throws {Failure} with the code of the answer; `unavailable` when there was none
 */
export async function sendFile(address: string, init: RequestInit): Promise<Response> {
  const headers = {
    ...(init.headers as Record<string, string>),
    authorization: `Bearer ${session.token ?? ''}`,
  };
  let answer: Response;
  try {
    answer = await fetch(address, { ...init, headers });
  } catch {
    throw new Failure('unavailable', 'The server did not answer. Check your connection and try again.');
  }
  if (answer.ok) return answer;
  const { error, diagnostics } = (await answer.json()) as Envelope;
  throw new Failure(error?.code ?? 'internal', error?.message ?? '', { diagnostics });
}
