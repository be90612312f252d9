import { applyEdits, modify } from 'jsonc-parser';
import type { DocumentEdit } from './operation.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' } as const;

/** Writes edits into a document's JSON text and leaves the rest of it as it is written. */
export function editText(text: string, edits: readonly DocumentEdit[]): string {
  return edits.reduce((current, { path, value, insert }) => {
    const options = { formattingOptions, isArrayInsertion: insert ?? false };
    return applyEdits(current, modify(current, path, value, options));
  }, text);
}
