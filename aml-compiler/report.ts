import type { Code } from './codes.ts';
import { CODES } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Fix, Place } from './fix.ts';
import { LIMITS } from './limits.ts';
import type { LineIndex } from './syntax/line-index.ts';

/** Collects diagnostics during one compilation. */
export interface Report {
  /** `at` is an offset into the source. A hint given as a function is only made when the diagnostic is kept. */
  add(code: Code, at: number, message: string, hint?: Hint | (() => Hint | undefined)): void;
  hasErrors(): boolean;
  /** Sorted by place, the closing `too_many_diagnostics` last. */
  list(): Diagnostic[];
  /** Offsets and fixes of what `list` returns. */
  places(): ReadonlyMap<Diagnostic, Place>;
}

/** What to write instead: in words, and where it is exact, as an edit too. */
export type Hint = string | { readonly text: string; readonly fix: Fix };

export function createReport(lines: LineIndex): Report {
  const kept: Diagnostic[] = [];
  const places = new Map<Diagnostic, Place>();
  const seen = { error: 0, warning: 0 };
  const limit = { error: LIMITS.errors, warning: LIMITS.warnings };
  return {
    add(code, at, message, hint) {
      const severity = CODES[code];
      seen[severity]++;
      if (seen[severity] > limit[severity]) return;
      const made = typeof hint === 'function' ? hint() : hint;
      const [text, fix] = typeof made === 'object' ? [made.text, made.fix] : [made, null];
      const diagnostic = {
        severity,
        code,
        message,
        ...(text === undefined ? {} : { hint: text }),
        ...lines.locate(at),
      };
      kept.push(diagnostic);
      places.set(diagnostic, { at, fix });
    },
    hasErrors: () => seen.error > 0,
    places: () => places,
    list() {
      const sorted = kept.toSorted((a, b) => a.line - b.line || a.col - b.col);
      const more = Math.max(seen.error - limit.error, 0);
      const moreWarnings = Math.max(seen.warning - limit.warning, 0);
      if (more + moreWarnings === 0) return sorted;
      const last = sorted.at(-1);
      const closing: Diagnostic = {
        // Warnings alone must not make a source fail.
        severity: more > 0 ? 'error' : 'warning',
        code: 'too_many_diagnostics',
        message: `There are ${more} more errors and ${moreWarnings} more warnings; the first ${limit.error} errors and ${limit.warning} warnings are shown.`,
        hint: 'Mend the ones shown, then check again.',
        line: last?.line ?? 1,
        col: last?.col ?? 1,
      };
      places.set(closing, { at: (last && places.get(last)?.at) ?? 0, fix: null });
      return [...sorted, closing];
    },
  };
}
