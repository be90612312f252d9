import type { ViewerRef } from '../accounts/graphql.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import type { AppRef } from '../market/graphql-app.ts';
import { restorable } from './deleted.ts';
import { addDraftChanges } from './graphql-changes.ts';
import { addDraftHistory } from './graphql-history.ts';
import { addLineOrigin } from './graphql-line-origin.ts';
import { addDraftMutations } from './graphql-mutations.ts';
import { addDraftNews } from './graphql-news.ts';
import { addDraftPublishing } from './graphql-publishing.ts';
import { addDraftTypes } from './graphql-types.ts';

/** The GraphQL face of drafts: all of it is the viewer's own. */
export function addDrafts(builder: Builder, viewer: ViewerRef, app: AppRef, shared: SharedTypes): void {
  const types = addDraftTypes(builder, app, shared);
  const { draft } = types;
  addLineOrigin(builder, types);

  builder.prismaObjectFields(viewer, (t) => ({
    drafts: t.relatedConnection('drafts', {
      type: draft,
      cursor: 'id',
      maxSize: maxPageSize,
      query: { where: { deletedAt: null }, orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }] },
    }),
    deletedDrafts: t.relatedConnection('drafts', {
      type: draft,
      cursor: 'id',
      maxSize: maxPageSize,
      description: 'Drafts that were deleted and can still be restored, last deleted first.',
      query: () => ({
        where: restorable(),
        orderBy: [{ deletedAt: 'desc' as const }, { id: 'desc' as const }],
      }),
    }),
    draft: t.prismaField({
      type: draft,
      nullable: true,
      args: { id: t.arg.string() },
      resolve: (query, viewerRow, { id }, { services }) =>
        services.db.prisma.draft.findFirst({
          ...query,
          where: { id, ownerId: viewerRow.id, deletedAt: null },
        }),
    }),
  }));

  addDraftChanges(builder, types, shared);
  addDraftNews(builder);
  const saved = addDraftMutations(builder, types);
  addDraftHistory(builder, types, saved);
  addDraftPublishing(builder, types, app, shared);
}
