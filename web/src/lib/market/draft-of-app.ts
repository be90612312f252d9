import { ask, change } from '#lib/graphql/client.ts';
import { draftFromAppDocument, draftsOfAppsDocument } from '#lib/graphql/draft-documents.ts';

/**
 * The draft in which an app goes on being built: the one that there is, else a new one from the published version.
 * For somebody else's app the new draft is a copy (design 10).
 * @throws {Failure}
 */
export async function draftOfApp(appId: string): Promise<string> {
  let after: string | null = null;
  do {
    const { viewer }: Awaited<ReturnType<typeof drafts>> = await drafts(after);
    const found = viewer?.drafts.edges.find((edge) => edge?.node.app?.appId === appId);
    if (found) return found.node.draftId;
    const page = viewer?.drafts.pageInfo;
    after = page?.hasNextPage === true ? (page.endCursor ?? null) : null;
  } while (after !== null);
  const { createDraft } = await change(draftFromAppDocument, { input: { fromAppId: appId } });
  return createDraft.draft.draftId;
}

function drafts(after: string | null) {
  return ask(draftsOfAppsDocument, { after });
}
