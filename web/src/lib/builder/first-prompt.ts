/**
 * The first message of a new draft on its way from the start page to the room. It is kept in the tab until the room
 * has taken it, so that a reload in between loses nothing and sends nothing twice.
 */
const keyOf = (draftId: string): string => `builder.first.${draftId}`;

/** In memory too: storage can be blocked. */
const kept = new Map<string, string>();

export function leavePrompt(draftId: string, prompt: string): void {
  kept.set(draftId, prompt);
  try {
    sessionStorage.setItem(keyOf(draftId), prompt);
  } catch {
    // Blocked storage: the copy in memory does, unless the page is reloaded right now.
  }
}

/** The waiting message, once; null when there is none. */
export function takePrompt(draftId: string): string | null {
  const prompt = kept.get(draftId) ?? null;
  kept.delete(draftId);
  try {
    const stored = sessionStorage.getItem(keyOf(draftId));
    sessionStorage.removeItem(keyOf(draftId));
    return prompt ?? stored;
  } catch {
    return prompt;
  }
}
