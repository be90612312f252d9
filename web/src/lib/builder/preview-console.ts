import { isPreviewError, isSameEntry, type PreviewEntry } from '#lib/agent/preview-log.ts';

/** The kinds that the console tells apart; several of the reporter's levels are one of these. */
export const CONSOLE_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Equal messages, shown as one line with a count. */
export interface ConsoleLine {
  readonly entry: PreviewEntry;
  readonly count: number;
  readonly level: ConsoleLevel;
}

export function levelOf(entry: PreviewEntry): ConsoleLevel {
  if (isPreviewError(entry)) return 'error';
  if (entry.level === 'warn' || entry.level === 'debug') return entry.level;
  return 'info';
}

/** Repeated messages as one line each: an error is one line wherever it comes again, anything else only in a row. */
export function consoleLines(entries: readonly PreviewEntry[]): readonly ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  for (const entry of entries) {
    const isLike = (line: ConsoleLine): boolean => isSameEntry(line.entry, entry);
    const last = lines.length - 1;
    const before = lines[last];
    const at = isPreviewError(entry)
      ? lines.findIndex(isLike)
      : before !== undefined && isLike(before)
        ? last
        : -1;
    const line = lines[at];
    if (line === undefined) lines.push({ entry, count: 1, level: levelOf(entry) });
    else lines[at] = { ...line, count: line.count + 1 };
  }
  return lines;
}

/** The lines of one level (null: all) that hold a text, in any case. */
export function filtered(
  lines: readonly ConsoleLine[],
  level: ConsoleLevel | null,
  text: string,
): readonly ConsoleLine[] {
  const wanted = text.trim().toLowerCase();
  return lines.filter(
    ({ entry, level: own }) =>
      (level === null || own === level) &&
      (wanted === '' || `${entry.message} ${entry.file ?? ''}`.toLowerCase().includes(wanted)),
  );
}
