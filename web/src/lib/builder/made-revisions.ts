import type { MadeRevision } from '#lib/agent/recovery.ts';
import { ask, asSession } from '#lib/graphql/client.ts';
import { draftHistoryDocument } from './documents.ts';

/** Revisions asked for at once. */
const REVISIONS = 100;

/** The revisions of a draft after one, with the messages they were made for. @throws Failure as `ask` */
export async function madeSince(
  draftId: string,
  revision: number,
  token: string | null,
): Promise<readonly MadeRevision[]> {
  const session = asSession(token);
  const made: MadeRevision[] = [];
  let after: string | null = null;
  do {
    const page = await pageOf(draftId, after, session);
    made.push(...page.made);
    const isEnough = (page.made.at(-1)?.number ?? 0) <= revision;
    after = isEnough ? null : page.next;
  } while (after !== null);
  return made;
}

async function pageOf(
  draftId: string,
  after: string | null,
  session: ReturnType<typeof asSession>,
): Promise<{ readonly made: readonly MadeRevision[]; readonly next: string | null }> {
  const variables = { id: draftId, first: REVISIONS, ...(after !== null && { after }) };
  const { viewer } = await ask(draftHistoryDocument, variables, session);
  const { edges = [], pageInfo } = viewer?.draft?.revisions ?? {};
  return {
    made: edges.map(({ node: { number, messageId } }) => ({ number, messageId: messageId ?? null })),
    next: pageInfo?.hasNextPage === true ? (pageInfo.endCursor ?? null) : null,
  };
}
