import { graphql } from '#lib/gql/index.ts';

/** Which drafts edit which app. */
export const draftsOfAppsDocument = graphql(`
  query DraftsOfApps($after: String) {
    viewer {
      id
      drafts(first: 50, after: $after) {
        edges {
          node {
            id
            draftId
            app {
              id
              appId
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const draftFromAppDocument = graphql(`
  mutation DraftFromApp($input: CreateDraftInput!) {
    createDraft(input: $input) {
      draft {
        id
        draftId
      }
    }
  }
`);
