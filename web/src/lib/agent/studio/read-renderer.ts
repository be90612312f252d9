import type { StudioDiagnostic } from '@platform/api/errors.ts';
import { checkDraft } from '../checks/draft.ts';
import type { Problem } from '../checks/problem.ts';

/** Where problems of the document and of the renderer are said to be. */
export const DOCUMENT_PATH = 'document';
export const RENDERER_PATH = 'renderer';

const HAS_PLACE = /<script\b[^>]*\bid\s*=\s*["']?platform-doc["'\s>]/i;

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
  if (HAS_PLACE.test(html)) return problems;
  return [
    {
      path: RENDERER_PATH,
      line: 1,
      col: 1,
      severity: 'error',
      code: 'no_document_place',
      message: 'The page has no place for the document.',
      hint: 'Write <script id="platform-doc" type="application/json"></script> before the script that reads it.',
    },
    ...problems,
  ];
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
