import { promptFrom, type Prompt } from './prompt.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';

/**
 * The first message of a new draft on its way from the start page to the room. It is kept in the tab until the room
 * has taken it, so that a reload in between loses nothing and sends nothing twice.
 */
const keyOf = (draftId: string): string => `builder.first.${draftId}`;

/** In memory too: storage can be blocked. */
const kept = new Map<string, Prompt>();

export function leavePrompt(draftId: string, prompt: Prompt): void {
  kept.set(draftId, prompt);
  writeTab(keyOf(draftId), prompt);
}

/** The waiting message, once; null when there is none. */
export function takePrompt(draftId: string): Prompt | null {
  const prompt = kept.get(draftId) ?? promptFrom(readTab(keyOf(draftId)));
  kept.delete(draftId);
  writeTab(keyOf(draftId), null);
  return prompt;
}
