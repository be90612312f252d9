import { ask, asSession } from '#lib/graphql/client.ts';
import { copy } from './copy.ts';
import { lineOriginDocument } from './documents.ts';
import { promptOf } from './history.ts';
import type { PointedElement } from './preview-reports.ts';
import type { SourcePlace } from './preview-source.ts';
import type { Room } from './room.svelte.ts';

/** A part of the page that the person wants changed. */
export interface Picked {
  readonly element: PointedElement;
  /** Null when the page is none of the app's files. */
  readonly source: SourcePlace | null;
  /** What made the line it stands in; null while that is not known. */
  readonly origin: LineOrigin | null;
}

interface LineOrigin {
  readonly revision: number;
  readonly cause: string;
  /** What was asked for in the turn that made it; null when it was no turn of this chat. */
  readonly prompt: string | null;
}

/** Finds the element in the files of the room. */
export async function pickedIn(room: Room, path: string, element: PointedElement): Promise<Picked> {
  // The grammar comes with the first use, not with the page.
  const { locate } = await import('./preview-source.ts');
  return { element, source: locate(room.workspace.state.files, path, element), origin: null };
}

/** Asks for the revision and the turn that made the line. @throws Failure as `ask` */
export async function originOf(room: Room, { source }: Picked): Promise<LineOrigin | null> {
  if (source === null) return null;
  const { revision } = room.workspace.state;
  const variables = { id: room.draftId, revision, path: source.file, line: source.line };
  const { viewer } = await ask(lineOriginDocument, variables, asSession(room.token));
  const made = viewer?.draft?.revision?.lineOrigin;
  if (!made) return null;
  const prompt = promptOf(room.chat.messages, made.messageId);
  return { revision: made.number, cause: made.cause, prompt };
}

/** The words that name the part in a message to the agent. */
export function mentionOf({ element, source }: Picked): string {
  const place = source === null ? null : copy.preview.place(source.file, source.line);
  return copy.preview.mention(element.tag, element.text.slice(0, 80), place, element.selector);
}
