import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { toast } from '#lib/ui/toast.ts';
import { contentAt } from '../edit-buffers.ts';
import { saveFiles } from '../files/save-files.ts';
import type { Room } from '../room.svelte.ts';
import { copy } from './copy.ts';
import type { FileSearch } from './file-search.svelte.ts';
import type { Query } from './find.ts';

/**
 * Replaces in the whole draft, as one revision. What is typed is saved first, so that nothing is replaced in a text that
 * is not there any more.
 * @param only one file, or the match at an offset of it; null is everywhere
 */
export async function replaceInFiles(
  room: Room,
  search: FileSearch,
  query: Query,
  by: string,
  only: { readonly path: string; readonly from: number | null } | null,
): Promise<void> {
  if (!(await room.flush()) || room.buffers.size > 0) return toast.failed(copy.unsaved);
  const replaced = await search.replaced(query, by, only);
  if (replaced === null) return;
  const count = replaced.reduce((sum, file) => sum + file.count, 0);
  await saveFiles(
    room,
    () => {
      if (replaced.length === 0) return copy.nothingToReplace;
      // Worked out on the draft as it was a moment ago, in another thread.
      if (replaced.some(({ path, before }) => contentAt(room.workspace.state, path) !== before))
        return copy.moved;
      const aml = replaced.find(({ path }) => path === AML_PATH)?.after;
      const files = replaced.filter(({ path }) => path !== AML_PATH);
      return {
        files: files.map(({ path, after }) => ({ path, content: after })),
        ...(aml !== undefined && { aml }),
      };
    },
    () => copy.replaced(count, replaced.length),
  );
}
