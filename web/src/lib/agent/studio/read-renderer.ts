import { rendererDiagnostics } from '@platform/api/content/renderer-diagnostics.ts';
import type { StudioDiagnostic } from '@platform/api/errors.ts';
import { checkDraft } from '../checks/draft.ts';
import type { Problem } from '../checks/problem.ts';

/** Where problems of the document and of the renderer are said to be. */
export const DOCUMENT_PATH = 'document';
export const RENDERER_PATH = 'renderer';

/** What is wrong with a renderer before it is tried: markup, styles, scripts, and the place of its document (spec 4.8). */
export function checkRenderer(html: string): readonly Problem[] {
  const files = new Map([['index.html', html]]);
  const problems = checkDraft({ files, aml: '' }).map((problem) => ({
    ...problem,
    path: RENDERER_PATH,
    // There is one page and nothing beside it.
    ...(problem.code === 'missing_file' && {
      severity: 'error' as const,
      hint: 'A renderer is one complete page: write styles and scripts into it.',
    }),
  }));
  const missing = rendererDiagnostics(html).map(({ code, message, hint }): Problem => {
    return { path: RENDERER_PATH, line: 1, col: 1, severity: 'error', code, message, ...(hint && { hint }) };
  });
  return [...missing, ...problems];
}

/** The diagnostics of a document as problems of a turn. */
export function documentProblems(diagnostics: readonly StudioDiagnostic[]): readonly Problem[] {
  return diagnostics.map(({ code, message, hint, line = 1, col = 1, path }) => ({
    path: DOCUMENT_PATH,
    line,
    col,
    severity: 'error',
    code,
    message: path === undefined || path === '' ? message : `${message} (${path})`,
    ...(hint !== undefined && { hint }),
  }));
}
