import { FILE_LIMITS } from '@platform/api/files/file-limits.ts';
import { formatSize } from '#lib/ui/format-size.ts';
import { copy } from '../copy.ts';
import type { Room } from '../room.svelte.ts';
import { storedFrom } from './file-body.ts';
import { inFolder, placesMistake, roomMistake } from './file-changes.ts';
import { saveFiles } from './save-files.ts';

/**
 * Puts files of the person's computer into a folder of the draft, as one revision; a file of the same name is replaced,
 * which the toast can take back. Text stays text, anything else becomes an asset (design 4).
 * @returns the path of the first; null when nothing was saved, and why was told
 */
export async function uploadFiles(
  room: Room,
  chosen: readonly File[],
  folder: string,
): Promise<string | null> {
  const added = new Map<string, string>();
  let mistake: string | null = null;
  for (const file of chosen) {
    const path = inFolder(folder, file.name.normalize('NFC'));
    // Before it is read: a film of some gigabytes must not fill the memory first.
    if (file.size > FILE_LIMITS.fileBytes)
      mistake ??= copy.code.tooLarge(file.name, formatSize(file.size), formatSize(FILE_LIMITS.fileBytes));
    else {
      try {
        added.set(path, storedFrom(new Uint8Array(await file.arrayBuffer()), path));
      } catch {
        // A folder that was dropped, or a file that is gone by now.
        mistake ??= copy.code.unreadable(file.name);
      }
    }
  }
  const paths = [...added.keys()];
  const saved = await saveFiles(
    room,
    () => {
      const { files } = room.workspace.state;
      const wrong = mistake ?? placesMistake(files, paths, paths) ?? roomMistake(files, added);
      return wrong ?? { files: [...added].map(([path, content]) => ({ path, content })) };
    },
    () => copy.code.uploaded(paths),
  );
  return saved ? (paths[0] ?? null) : null;
}
