import type { Room } from '../room.svelte.ts';
import { copy } from '../copy.ts';
import { moved, pathsAt, placesMistake, tidied } from './file-changes.ts';
import { saveFiles } from './save-files.ts';

/** What the tree does to files and folders; each is one revision. */

/** @returns why the file was not made, in words; null when it is there */
export async function makeFile(room: Room, text: string): Promise<string | null> {
  const path = tidied(text);
  const mistake = placesMistake(room.workspace.state.files, [path]);
  if (mistake !== null) return mistake;
  const made = await saveFiles(room, () => ({ files: [{ path, content: '' }] }));
  return made ? null : copy.code.failed;
}

/**
 * Gives a file or a folder another path.
 * @returns why not, in words; null when it is done
 */
export async function moveFiles(room: Room, from: string, text: string): Promise<string | null> {
  const to = tidied(text);
  if (to === from) return null;
  const { files } = room.workspace.state;
  const leaving = pathsAt(files, from);
  const wanted = leaving.map((path) => to + path.slice(from.length));
  const mistake = placesMistake(files, wanted, leaving);
  if (mistake !== null) return mistake;
  const done = await saveFiles(
    room,
    () => ({ files: moved(room.workspace.state.files, from, to) }),
    () => copy.code.moved(from, to),
  );
  return done ? null : copy.code.failed;
}

export async function removeFiles(room: Room, path: string): Promise<void> {
  const gone = pathsAt(room.workspace.state.files, path);
  // What is typed in them goes with them, and comes back with the last saved text.
  await room.flush();
  for (const one of gone) room.takeTheirs(one);
  await saveFiles(
    room,
    () => ({ files: gone.map((one) => ({ path: one, content: null })) }),
    () => copy.code.removed(path),
  );
}
