import { ask, asSession } from '#lib/graphql/client.ts';
import { session } from '#lib/session.svelte.ts';
import { toast } from '#lib/ui/toast.ts';
import { copy } from './copy.ts';
import { draftDocument } from './documents.ts';
import { takeEdits } from './kept-edits.ts';
import { madeSince } from './made-revisions.ts';
import { OpenRooms } from './open-rooms.ts';
import { Room } from './room.svelte.ts';
import { conversationIdOf, ServerTranscript } from './stores.ts';

const rooms = new OpenRooms<Room>();

session.onChange((change) => {
  if (change === 'ended') rooms.each((room) => room.keepEdits());
  if (rooms.closeAll()) toast.note(copy.chat.sessionEnded);
});

/**
 * The room of a draft, loaded from the server unless it is still open here.
 * @returns null when there is no such draft, or the session changed while it was loaded
 * @throws Failure as `ask`
 */
export async function enterRoom(draftId: string): Promise<Room | null> {
  const open = rooms.visit(draftId);
  if (open !== null) return open;
  const { token } = session;
  const { viewer } = await ask(draftDocument, { id: draftId }, asSession(token));
  if (!viewer?.draft) return null;
  const transcript = new ServerTranscript({
    conversationId: conversationIdOf(viewer.draft),
    aboutId: draftId,
    token,
    madeSince: (revision) => madeSince(draftId, revision, token),
  });
  const [history, edits] = await Promise.all([
    transcript.load(),
    takeEdits(draftId, session.user?.userId ?? null),
  ]);
  if (session.token !== token) return null;
  const onRest = (): void => rooms.forgetIfLeft(room);
  const room = new Room(viewer.draft, { transcript, history, edits, token, onRest });
  rooms.add(room);
  return room;
}

/** Leaves a room; it closes unless a turn runs in it. */
export function leaveRoom(room: Room): void {
  void room.flush();
  rooms.leave(room);
}
