import { FILE_LIMITS } from '@platform/api/files/file-limits.ts';
import { foldedPath, pathMistake } from '@platform/api/files/path-rule.ts';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import type { DraftChange, DraftState } from '#lib/agent/workspace.ts';
import { formatSize } from '#lib/ui/format-size.ts';

type Files = ReadonlyMap<string, string>;
type FileChange = NonNullable<DraftChange['files']>[number];

/** What takes a change back: every file it touches as it is now. */
export function inverseOf(state: DraftState, change: DraftChange): DraftChange {
  return {
    files: (change.files ?? []).map(({ path }) => ({ path, content: state.files.get(path) ?? null })),
    ...(change.aml !== undefined && { aml: state.aml }),
  };
}

/** The files at a path of the tree: the one, or all in the folder. */
export function pathsAt(files: Files, path: string): readonly string[] {
  return files.has(path) ? [path] : [...files.keys()].filter((one) => one.startsWith(`${path}/`));
}

/** Gives a file or a folder another path. */
export function moved(files: Files, from: string, to: string): readonly FileChange[] {
  return pathsAt(files, from).flatMap((path): readonly FileChange[] => [
    { path, content: null },
    { path: to + path.slice(from.length), content: files.get(path) ?? '' },
  ]);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder a path is in; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A path in a folder; '' is the top. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** What people write for a path, as it is meant: `./a.js` and ` a.js` are `a.js`. */
export function tidied(text: string): string {
  return text
    .trim()
    .normalize('NFC')
    .replace(/^(\.?\/)+/, '');
}

/**
 * Why files cannot get these paths, as a sentence; null when they can.
 * @param leaving paths that are given up by the same change
 */
export function placesMistake(
  files: Files,
  wanted: readonly string[],
  leaving: readonly string[] = [],
): string | null {
  const left = new Set(leaving);
  const taken = new Map(
    [...files.keys()].filter((path) => !left.has(path)).map((path) => [foldedPath(path), path]),
  );
  for (const path of wanted) {
    const mistake = pathMistake(path);
    if (mistake !== null) return `The name ${mistake}.`;
    if (foldedPath(path) === foldedPath(AML_PATH)) return `${AML_PATH} is the data model’s own name.`;
    const twin = taken.get(foldedPath(path));
    if (twin !== undefined)
      return twin === path
        ? `There is a file ${path} already.`
        : `There is a file ${twin}, which differs only in case.`;
    const inside = [...taken.values()].find(
      (one) => path.startsWith(`${one}/`) || one.startsWith(`${path}/`),
    );
    if (inside !== undefined)
      return `${inside} is there already, and a name cannot be a file and a folder at once.`;
  }
  return null;
}

/** Why an app cannot have these files beside its own, as a sentence (design 12); null when it can. */
export function roomMistake(files: Files, added: Files): string | null {
  const all = new Map([...files, ...added]);
  if (all.size > FILE_LIMITS.appFiles)
    return `An app may have ${FILE_LIMITS.appFiles.toLocaleString('en')} files at most; this would make ${all.size.toLocaleString('en')}.`;
  let total = 0;
  for (const [path, content] of all) {
    const size = utf8Size(content);
    total += size;
    if (size > FILE_LIMITS.fileBytes && added.has(path))
      return `${path} has ${formatSize(size)} as it is stored; a file may have ${formatSize(FILE_LIMITS.fileBytes)} at most.`;
  }
  return total > FILE_LIMITS.appBytes
    ? `The files of an app may have ${formatSize(FILE_LIMITS.appBytes)} together at most; this would make ${formatSize(total)}.`
    : null;
}

function utf8Size(text: string): number {
  return new Blob([text]).size;
}
