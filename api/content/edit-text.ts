import { applyEdits, findNodeAtLocation, modify, parseTree, type JSONPath } from 'jsonc-parser';
import type { DocumentEdit } from './operation.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' } as const;

/** Writes edits into a document's JSON text and leaves the rest of it as it is written. */
export function editText(text: string, edits: readonly DocumentEdit[]): string {
  return edits.reduce((current, { path, value, insert }) => {
    const shortened = value === undefined ? withoutLast(current, path) : null;
    if (shortened !== null) return shortened;
    const options = { formattingOptions, isArrayInsertion: insert ?? false };
    return applyEdits(current, modify(current, path, value, options));
  }, text);
}

/**
 * The text without the last of several entries of a list; null for any other place. jsonc-parser 3 leaves the last
 * character of such an entry behind where no space stands before the closing bracket.
 */
function withoutLast(text: string, path: JSONPath): string | null {
  const root = parseTree(text);
  const list = root && findNodeAtLocation(root, path.slice(0, -1));
  const [before, last] = list?.type === 'array' ? (list.children?.slice(-2) ?? []) : [];
  if (!before || !last || path.at(-1) !== (list?.children?.length ?? 0) - 1) return null;
  return text.slice(0, before.offset + before.length) + text.slice(last.offset + last.length);
}
