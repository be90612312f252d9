import type { FormDocument } from '../content/form/document.ts';
import { isKindId, kindOf } from '../content/kinds.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';

/** The document of a kind that collects, else null. */
export function formOf(project: Pick<Project, 'kind' | 'document'>): FormDocument | null {
  const collects = isKindId(project.kind) && kindOf(project.kind).data.collects;
  if (!collects) return null;
  const document = read.get(project) ?? (JSON.parse(project.document) as FormDocument);
  read.set(project, document);
  return document;
}

/** Of rows, which nobody changes: a form that is answered often is one (`CurrentProjects`). */
const read = new WeakMap<object, FormDocument>();

/** The gate before storage (spec 2.5). @throws ApiError invalid_record with diagnostics */
export function requireFitting(kindId: string, document: FormDocument, values: unknown): void {
  const data = isKindId(kindId) ? kindOf(kindId).data : null;
  if (!data?.collects) throw noForm();
  const { ok, diagnostics } = data.checkRecord(document, values);
  if (ok) return;
  throw new ApiError('invalid_record', 'The answer was not stored: something in it does not fit.', {
    diagnostics,
  });
}

export function noForm(): ApiError {
  return new ApiError('not_found', 'There is no such form.');
}
