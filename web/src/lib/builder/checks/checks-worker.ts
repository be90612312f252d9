import { findMarks, type FoundMark } from '@platform/aml-compiler/editor/lint.ts';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { DraftChecker, type CheckedDraft } from '#lib/agent/checks/draft.ts';
import type { Problem } from '#lib/agent/checks/problem.ts';
import type { LostUse } from '#lib/agent/data-use/lost-names.ts';
import { applyDelta, type TextsDelta } from '../worker/mirror.ts';
import { serve } from '../worker/serve.ts';

export type ChecksRequest =
  | { readonly kind: 'draft'; readonly texts: TextsDelta }
  /** What the files still name of an earlier data model. */
  | { readonly kind: 'lost'; readonly texts: TextsDelta; readonly before: string }
  | { readonly kind: 'model'; readonly source: string };
export type ChecksAnswer =
  | { readonly kind: 'draft'; readonly problems: readonly Problem[] }
  | { readonly kind: 'lost'; readonly uses: readonly LostUse[] }
  | { readonly kind: 'model'; readonly marks: readonly FoundMark[] };

const checker = new DraftChecker();
const texts = new Map<string, string>();

function draftOf(delta: TextsDelta): CheckedDraft {
  applyDelta(texts, delta);
  const files = new Map(texts);
  files.delete(AML_PATH);
  return { files, aml: texts.get(AML_PATH) ?? '' };
}

serve<ChecksRequest, ChecksAnswer>((request) => {
  if (request.kind === 'model') return { kind: 'model', marks: findMarks(request.source).found };
  const draft = draftOf(request.texts);
  if (request.kind === 'lost') return { kind: 'lost', uses: checker.lost(draft, request.before) };
  return { kind: 'draft', problems: checker.check(draft) };
});
