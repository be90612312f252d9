/** One mistake or warning, placed in the source (spec 2.6, design 5). Lines and columns count from 1. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Stable, lower_snake_case; listed in docs/aml.md. */
  readonly code: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to write instead. */
  readonly hint?: string;
  readonly line: number;
  readonly col: number;
}
