/** Whether the server can be reached now. The preview's own host may not be asked from this page (design 7). */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * The shared host answers with a redirect to the draft's own sub-host: one label in front, same scheme and port. Where
 * sub-hosts are switched off, documents are sandboxed and their origin is the word `null`.
 */
export function isPreviewOrigin(origin: string, previewUrl: string): boolean {
  if (origin === 'null') return true;
  if (!URL.canParse(origin)) return false;
  const [from, shared] = [new URL(origin), new URL(previewUrl)];
  if (from.protocol !== shared.protocol || from.port !== shared.port) return false;
  return from.hostname === shared.hostname || from.hostname.endsWith(`.${shared.hostname}`);
}
