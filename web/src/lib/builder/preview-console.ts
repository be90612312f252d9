import { isPreviewError, type PreviewEntry } from '#lib/agent/preview-log.ts';

/** The kinds that the console tells apart; several of the reporter's levels are one of these. */
export const CONSOLE_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Equal messages in a row, shown as one line with a count. */
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

/** Repeated messages as one line each. */
export function consoleLines(entries: readonly PreviewEntry[]): readonly ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && isSame(last.entry, entry))
      lines[lines.length - 1] = { ...last, count: last.count + 1 };
    else lines.push({ entry, count: 1, level: levelOf(entry) });
  }
  return lines;
}

function isSame(a: PreviewEntry, b: PreviewEntry): boolean {
  return (
    a.message === b.message &&
    a.kind === b.kind &&
    a.level === b.level &&
    a.file === b.file &&
    a.line === b.line
  );
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
