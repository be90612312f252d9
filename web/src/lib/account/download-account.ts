import { Failure } from '#lib/graphql/failure.ts';
import { session } from '#lib/session.svelte.ts';

/** Fetches all that is kept of the person and hands it to the browser to keep. @throws {Failure} */
export async function downloadAccount(): Promise<void> {
  let blob: Blob;
  try {
    const headers = { authorization: `Bearer ${session.token ?? ''}` };
    const answer = await fetch('/api/auth/export', { headers });
    if (!answer.ok) {
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      throw new Failure(error.code, error.message);
    }
    blob = await answer.blob();
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    throw new Failure('unavailable', 'The file broke off on its way. Check your connection and try again.');
  }
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = 'account.json';
  link.click();
  // The download has begun by then; a revoked address would end it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
