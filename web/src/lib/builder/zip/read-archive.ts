import { copy } from './copy.ts';
import type { Unpacked } from './zip-file.ts';

/** What is in a chosen zip, or why it is not taken, in words for who chose it. The zip library comes with the first. */
export async function readArchive(
  file: Blob,
): Promise<{ readonly content: Unpacked } | { readonly refusal: string }> {
  try {
    const { unpacked } = await import('./zip.ts');
    return { content: await unpacked(file) };
  } catch (error) {
    const slow = error instanceof Error && 'reason' in error && error.reason === 'timeout';
    return { refusal: slow ? copy.tooSlow : error instanceof Error ? error.message : String(error) };
  }
}
