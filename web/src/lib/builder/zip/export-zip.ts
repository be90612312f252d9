import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { toast } from '#lib/ui/toast.ts';
import type { Room } from '../room.svelte.ts';
import { copy } from './copy.ts';

/** Milliseconds after which the browser has taken the download over. */
const KEPT = 60_000;

/** Downloads the newest version of a draft, after saving what is typed: its files and its data model, nothing else. */
export async function exportZip(room: Room): Promise<void> {
  await room.flush();
  const { files: all, aml } = room.workspace.state;
  const files = new Map(all);
  if (files.delete(AML_PATH)) toast.note(copy.shadowed);
  if (files.size === 0 && aml === '') return toast.note(copy.empty);
  try {
    const { packed } = await import('./zip.ts');
    const url = URL.createObjectURL(await packed({ files, aml }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${fileName(room.name)}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), KEPT);
  } catch (error) {
    toast.failed(copy.exportFailed(error instanceof Error ? error.message : String(error)));
  }
}

/** A draft's name as every system takes it for a file. */
function fileName(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '');
  return plain.slice(0, 80) || 'app';
}
