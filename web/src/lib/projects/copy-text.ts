import { toast } from '#lib/ui/toast.ts';
import { copy } from './copy.ts';

/** Puts a text into the clipboard and says whether that worked: it needs a secure context and, in frames, leave. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.done(copy.share.copied);
  } catch {
    toast.failed(copy.share.notCopied);
  }
}
