/**
 * What was written to the agent and not yet sent, by draft. It outlives the box it was typed in: a phone shows one pane
 * at a time, and a reload loses everything that only the page knows.
 */
const keyOf = (draftId: string): string => `builder.unsent.${draftId}`;

/** The unsent text of a draft; empty when there is none, or when storage is blocked. */
export function unsentText(draftId: string): string {
  try {
    return sessionStorage.getItem(keyOf(draftId)) ?? '';
  } catch {
    return '';
  }
}

export function keepUnsent(draftId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(draftId));
    else sessionStorage.setItem(keyOf(draftId), text);
  } catch {
    // Blocked or full: the room still holds the text until the page is reloaded.
  }
}
