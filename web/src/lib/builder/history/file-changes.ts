import type { DraftChangesFragment } from '#lib/gql/graphql.ts';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { ask } from '#lib/graphql/client.ts';
import { changesToPublishedDocument, draftChangesDocument } from './documents.ts';
import type { ChangeRange } from './changes-context.ts';

/** A file on both sides; null where there is none. The data model is one too, under its own name. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs. @throws Failure as `ask` */
export async function loadChanges(id: string, range: ChangeRange): Promise<readonly FileChange[]> {
  if (range.kind === 'revisions') {
    const { viewer } = await ask(draftChangesDocument, { id, from: range.from, to: range.to });
    return filesOf(viewer?.draft?.changes);
  }
  const { viewer } = await ask(changesToPublishedDocument, { id, revision: range.revision });
  return filesOf(viewer?.draft?.changesToPublished);
}

function filesOf(answer: DraftChangesFragment | null | undefined): readonly FileChange[] {
  if (!answer) return [];
  const files = answer.files.map(({ path, before, after }) => ({
    path,
    before: before?.content ?? null,
    after: after?.content ?? null,
  }));
  const { amlBefore, amlAfter } = answer;
  return amlBefore === amlAfter ? files : [...files, { path: AML_PATH, before: amlBefore, after: amlAfter }];
}
