import type { Diagnostic } from '../diagnostic.ts';

/** What a command needs from its surroundings; tests give their own. */
export interface Surroundings {
  readonly readInput: () => Promise<string>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface CommandOptions {
  readonly json: boolean;
  readonly check: boolean;
  readonly out: string | null;
  readonly as: string;
}

/** A subcommand of `aml`. Resolves with the exit code; wrong usage is thrown. */
export interface Command {
  /** Options that it takes beside `--help`. */
  readonly options: readonly (keyof CommandOptions)[];
  run(files: readonly string[], options: CommandOptions, surroundings: Surroundings): Promise<0 | 1>;
}

/** Wrong usage, exit code 2 (design 5). The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** `FILE:LINE:COL severity code message`, one line each. */
export function human(file: string, diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ line, col, severity, code, message, hint }) => {
      const advice = hint === undefined ? '' : ` ${hint.replaceAll('\n', '\n    ')}`;
      return `${file}:${line}:${col} ${severity} ${code} ${message}${advice}\n`;
    })
    .join('');
}
