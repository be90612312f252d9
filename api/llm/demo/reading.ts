import type { Call } from './move.ts';
import { fileContent } from './tool-result.ts';
import type { Step } from './transcript.ts';

/** The call that reads a file, or the AML under its file name. */
export function read(path: string): Call {
  return { tool: 'read_file', args: { path } };
}

/** The newest look at a file; a file that changed elsewhere is read more than once. */
export function lastRead(steps: readonly Step[], path: string): Step | undefined {
  return steps.findLast((step) => isRead(step, path));
}

export function isRead({ tool, args }: Step, path: string): boolean {
  return tool === 'read_file' && args['path'] === path;
}

/** The file's text as it was read last; null when that did not work. */
export function contentOf(steps: readonly Step[], path: string): string | null {
  const result = lastRead(steps, path)?.result;
  return !result || result.problem !== null ? null : fileContent(result.value);
}

/** Whether only the beginning of a file was read: what is written back from it would lose the rest. */
export function isCut(steps: readonly Step[], path: string): boolean {
  const value = lastRead(steps, path)?.result?.value;
  return typeof value === 'object' && value !== null && 'cut' in value && value.cut === true;
}

export function problemOf(steps: readonly Step[], path: string | undefined): string {
  return (path && lastRead(steps, path)?.result?.problem) || 'the answer had no text';
}
