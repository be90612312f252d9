import type { DraftCheck } from './checks/draft.ts';
import { isFault, type Problem } from './checks/problem.ts';
import { previewErrors, type PreviewLog, type PreviewReading } from './preview-log.ts';
import type { DraftState } from './workspace.ts';

/** What stands in the way of calling something finished. */
export interface FinishCheck {
  /** Everything found: errors and warnings of the checks, errors of the preview. */
  readonly problems: readonly Problem[];
  /** Those of them that break the app. */
  readonly faults: readonly Problem[];
  /** False: no open preview showed this revision, so nothing is known about how it runs. */
  readonly seenRunning: boolean;
}

const SHOWN = 20;
const MESSAGE_CHARACTERS = 600;

/** Reads the checks and the running preview of the newest revision. Waits for the preview as `PreviewLog.read` does. */
export async function checkFinish(
  state: DraftState,
  check: DraftCheck,
  preview: PreviewLog,
  signal: AbortSignal,
): Promise<FinishCheck> {
  const found = await check(state);
  const reading = state.files.has('index.html') ? await preview.read(signal) : null;
  const seenRunning = reading !== null && (reading.revision ?? 0) >= state.revision;
  const lost = new Set(found.filter(({ code }) => code === 'missing_file').map(({ target }) => target));
  // A file that is not there is one problem, however many notice.
  const running =
    reading !== null && seenRunning
      ? previewProblems(reading).filter(({ code, path }) => code !== 'not_found' || !lost.has(path))
      : [];
  const problems = [...found.filter(isFault), ...running, ...found.filter((problem) => !isFault(problem))];
  return {
    problems: problems.slice(0, SHOWN),
    faults: problems.filter(isFault).slice(0, SHOWN),
    seenRunning,
  };
}

/** Said to the model in place of letting the turn end. */
export function checkWords(problems: readonly Problem[]): string {
  const lines = problems.map(
    ({ path, line, message, hint }) => `- ${path}:${line} ${message}${hint === undefined ? '' : ` ${hint}`}`,
  );
  return `[Not finished: what is saved now has these errors]\n${lines.join('\n')}\nMend them now. If you cannot, say plainly what does not work; do not say that it works.`;
}

function previewProblems({ loaded, painted, hidden, hung, entries }: PreviewReading): readonly Problem[] {
  if (!loaded) {
    return [inPreview('not_loaded', 'The preview did not load: its page has reported nothing at all.')];
  }
  if (hung === true) {
    return [inPreview('hangs', 'The page does not answer: a script of it runs without end.')];
  }
  const errors = previewErrors(entries).map(({ kind, message, file, line, col }) => ({
    ...inPreview(kind === 'resource' ? 'not_found' : 'preview', message.slice(0, MESSAGE_CHARACTERS)),
    ...(file !== null && { path: file, line: line ?? 1, col: col ?? 1 }),
  }));
  if (errors.length > 0 || painted || hidden === true) return errors;
  return [inPreview('blank', 'The preview stays blank: the page paints nothing and reports no error.')];
}

function inPreview(code: string, message: string): Problem {
  return { path: 'preview', line: 1, col: 1, severity: 'error', code, message };
}
