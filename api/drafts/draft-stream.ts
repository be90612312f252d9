import type { SessionUser } from '../accounts/session-user.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import { sessionEnded } from '../accounts/session-ended.ts';
import { conversationTopic } from '../conversations/topic.ts';
import type { Database } from '../db/database.ts';
import type { Topics } from '../db/topics.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { publishedRevisionOf } from './published.ts';
import { draftTopic } from './topic.ts';

/** What an open page has to know to tell whether it is behind. */
export interface DraftNews {
  readonly draftId: string;
  readonly name: string;
  readonly revision: number;
  /** The one that is in the market, as `publishedRevisionOf`. */
  readonly publishedRevision: number | null;
  /** When the conversation last changed; null while there is none. */
  readonly conversationUpdatedAt: Date | null;
}

/** One answer of the stream; asking throws what ended it. */
export interface NewsItem {
  news(): DraftNews;
}

export interface DraftStreams {
  /**
   * How a draft stands now, and again whenever it or its conversation changed. Changes that come together are one
   * answer; one that does not show is none. It ends with a sentence when the draft is deleted, the session ends or the server stops.
   * @throws ApiError not_found, rate_limited
   */
  open(
    user: SessionUser,
    draftId: string,
    conversationId: string | null,
  ): Promise<AsyncIterableIterator<NewsItem>>;
}

export interface DraftStreamsDeps {
  readonly db: Pick<Database, 'prisma'>;
  readonly topics: Topics;
  readonly sessionWatch: Pick<SessionWatch, 'whenEnded'>;
}

export function createDraftStreams({ db: { prisma }, topics, sessionWatch }: DraftStreamsDeps): DraftStreams {
  /** Open streams by person. */
  const open = new Map<string, number>();

  function count(userId: string): () => void {
    const now = open.get(userId) ?? 0;
    if (now >= LIMITS.draftStreamsPerUser) {
      const message = `You may have ${LIMITS.draftStreamsPerUser} drafts open at once.`;
      throw new ApiError('rate_limited', message, { retryAfter: 10 });
    }
    open.set(userId, now + 1);
    return () => {
      const rest = (open.get(userId) ?? 1) - 1;
      if (rest === 0) open.delete(userId);
      else open.set(userId, rest);
    };
  }

  async function read(ownerId: string, draftId: string, conversationId: string | null): Promise<DraftNews> {
    const [draft, latest, conversation] = await Promise.all([
      prisma.draft.findFirst({
        where: { id: draftId, ownerId, deletedAt: null },
        select: { name: true, appId: true, publishedRevision: true, publishedVersion: true },
      }),
      prisma.draftRevision.findFirst({
        where: { draftId },
        orderBy: { number: 'desc' },
        select: { number: true },
      }),
      conversationId === null
        ? null
        : prisma.conversation.findFirst({
            where: { id: conversationId, ownerId, deletedAt: null },
            select: { updatedAt: true },
          }),
    ]);
    if (!draft || !latest) throw new ApiError('not_found', 'There is no such draft.');
    const conversationUpdatedAt = conversation?.updatedAt ?? null;
    const publishedRevision = await publishedRevisionOf({ prisma }, draft);
    return {
      draftId,
      name: draft.name,
      revision: latest.number,
      publishedRevision,
      conversationUpdatedAt,
    };
  }

  return {
    async open(user, draftId, conversationId) {
      await read(user.id, draftId, null);
      const uncount = count(user.id);
      /** The page that just opened is told how things stand, so that it misses nothing. */
      let behind = true;
      let told = '';
      let over = false;
      let reason: ApiError | null = null;
      let wake = (): void => {};
      const unwatch = sessionWatch.whenEnded(user.sessionId, () => {
        reason ??= sessionEnded();
        wake();
      });
      let unlisten = (): void => {};

      function close(): void {
        if (over) return;
        over = true;
        unwatch();
        unlisten();
        uncount();
        wake();
      }

      try {
        const heard = [draftTopic(draftId), ...(conversationId ? [conversationTopic(conversationId)] : [])];
        unlisten = await topics.listen(heard, {
          onChange() {
            behind = true;
            wake();
          },
          onLost() {
            reason ??= new ApiError('unavailable', 'Changes cannot be heard of just now.', { retryAfter: 1 });
            wake();
          },
        });
      } catch (error) {
        close();
        throw error;
      }

      function last(error: unknown): IteratorResult<NewsItem, undefined> {
        close();
        return {
          done: false,
          value: {
            news() {
              throw error;
            },
          },
        };
      }

      async function next(): Promise<IteratorResult<NewsItem, undefined>> {
        for (;;) {
          if (over) return { done: true, value: undefined };
          if (reason !== null) return last(reason);
          if (behind) {
            behind = false;
            try {
              const news = await read(user.id, draftId, conversationId);
              // A change that does not show is none: it may have been of a thing that is not this person's.
              const seen = JSON.stringify(news);
              if (seen === told) continue;
              told = seen;
              // Whose session ended meanwhile is told that instead.
              if (reason === null) return { done: false, value: { news: () => news } };
            } catch (error) {
              return last(error);
            }
          } else await new Promise<void>((resolve) => (wake = resolve));
        }
      }

      const stream: AsyncIterableIterator<NewsItem> = {
        next,
        async return() {
          close();
          return { done: true, value: undefined };
        },
        async throw(error) {
          close();
          throw error;
        },
        [Symbol.asyncIterator]: () => stream,
      };
      return stream;
    },
  };
}
