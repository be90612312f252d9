/** Something wrong in a draft, found without running it. Lines and columns count from 1. */
export interface Problem {
  /** The file, or `model.aml` for the data model. */
  readonly path: string;
  readonly line: number;
  readonly col: number;
  /** An error breaks the app; a warning is something that is still missing or looks wrong. */
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The file that is missed, when that is what is wrong. */
  readonly target?: string;
}

/** True for what breaks a finished app: while it is built a missing file is only missing yet, at the end it is lost. */
export function isFault({ severity, code }: Problem): boolean {
  return severity === 'error' || code === 'missing_file';
}

/** Where an offset is in a text. */
export function placeOf(text: string, offset: number): { line: number; col: number } {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, col: offset - lastBreak };
}
