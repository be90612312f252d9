import { findMarks, type FoundMark } from '@platform/aml-compiler/editor/lint.ts';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { DraftChecker } from '#lib/agent/checks/draft.ts';
import type { Problem } from '#lib/agent/checks/problem.ts';
import { applyDelta, type TextsDelta } from '../worker/mirror.ts';
import { serve } from '../worker/serve.ts';

export type ChecksRequest =
  | { readonly kind: 'draft'; readonly texts: TextsDelta }
  | { readonly kind: 'model'; readonly source: string };
export type ChecksAnswer =
  | { readonly kind: 'draft'; readonly problems: readonly Problem[] }
  | { readonly kind: 'model'; readonly marks: readonly FoundMark[] };

const checker = new DraftChecker();
const texts = new Map<string, string>();

serve<ChecksRequest, ChecksAnswer>((request) => {
  if (request.kind === 'model') return { kind: 'model', marks: findMarks(request.source).found };
  applyDelta(texts, request.texts);
  const files = new Map(texts);
  files.delete(AML_PATH);
  return { kind: 'draft', problems: checker.check({ files, aml: texts.get(AML_PATH) ?? '' }) };
});
