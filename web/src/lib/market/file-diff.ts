import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Line number on either side; null where the line is not there. */
  readonly before: number | null;
  readonly after: number | null;
}

/** How a text became another: the stretches that differ, with a few lines around them. */
export interface TextDiff {
  readonly hunks: readonly (readonly DiffLine[])[];
  readonly added: number;
  readonly removed: number;
}

/** Characters of both sides together above which comparing would make the page stand still. */
export const COMPARED_CHARACTERS = 400_000;
/** The server compares too, for readers without scripts: one page may not hold it up. */
const LONGEST_MS = 120;
const MOST_EDITS = 4_000;
const CONTEXT_LINES = 3;

/** The lines that differ between two texts; null when they are too long or too different to compare line by line. */
export function diffOf(before: string, after: string): TextDiff | null {
  if (before.length + after.length > COMPARED_CHARACTERS) return null;
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT_LINES,
    timeout: LONGEST_MS,
    maxEditLength: MOST_EDITS,
  });
  if (patch === undefined) return null;
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => numbered(lines, oldStart, newStart));
  const count = (kind: DiffLine['kind']): number => hunks.flat().filter((line) => line.kind === kind).length;
  return { hunks, added: count('added'), removed: count('removed') };
}

function numbered(lines: readonly string[], oldStart: number, newStart: number): readonly DiffLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    if (line.startsWith('+')) return [{ kind: 'added', text, before: null, after: after++ }];
    if (line.startsWith('-')) return [{ kind: 'removed', text, before: before++, after: null }];
    // "\ No newline at end of file" is a remark of the format and no line of the text.
    if (line.startsWith('\\')) return [];
    return [{ kind: 'same', text, before: before++, after: after++ }];
  });
}
