import type { Builder } from '../graphql/builder.ts';
import { ApiError } from '../errors.ts';
import { requireSession } from '../http/session.ts';
import { isClientId } from '../ids.ts';
import type { DraftNews, NewsItem } from './draft-stream.ts';

/** How an open page hears of what other pages, devices and processes do to its draft. */
export function addDraftNews(builder: Builder): void {
  const news = builder.objectRef<DraftNews>('DraftNews').implement({
    description: 'How a draft stands now: who is behind reads what is new.',
    fields: (t) => ({
      draftId: t.exposeString('draftId'),
      name: t.exposeString('name'),
      revision: t.exposeInt('revision', { description: 'The newest one.' }),
      publishedRevision: t.exposeInt('publishedRevision', {
        nullable: true,
        description: 'As of the draft.',
      }),
      conversationUpdatedAt: t.expose('conversationUpdatedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  builder.subscriptionFields((t) => ({
    draftChanged: t.field({
      type: news,
      description:
        'How an own draft stands, at once and after every change of it or of the conversation, until the session ends.',
      args: {
        draftId: t.arg.string(),
        conversationId: t.arg.string({ required: false }),
      },
      subscribe: async (_root, { draftId, conversationId }, { services, user }) => {
        const asker = requireSession(user);
        if (conversationId != null && !isClientId(conversationId)) {
          throw new ApiError('invalid_request', 'conversationId must match [A-Za-z0-9_-]{1,64}.');
        }
        return services.drafts.streams.open(asker, draftId, conversationId ?? null);
      },
      resolve: (item: NewsItem) => item.news(),
    }),
  }));
}
