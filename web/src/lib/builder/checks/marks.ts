import type { Text } from '@codemirror/state';
import type { Diagnostic } from '@codemirror/lint';
import { isFault, type Problem } from '#lib/agent/checks/problem.ts';

/** The problems of one file as marks on its text, in the order of the text. */
export function marksOf(problems: readonly Problem[], path: string, doc: Text): readonly Diagnostic[] {
  return problems
    .filter((problem) => problem.path === path)
    .map((problem): Diagnostic => {
      const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
      const from = Math.min(line.from + problem.col - 1, line.to);
      const word = /^(?:[\p{L}\p{N}_$-]+|\S)/u.exec(line.text.slice(from - line.from));
      return {
        from,
        to: from + (word?.[0].length ?? 0),
        severity: isFault(problem) ? 'error' : 'warning',
        source: problem.code,
        message: problem.hint === undefined ? problem.message : `${ended(problem.message)} ${problem.hint}`,
      };
    })
    .sort((a, b) => a.from - b.from);
}

/** A parser's words end without a stop; before a second sentence they need one. */
const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
