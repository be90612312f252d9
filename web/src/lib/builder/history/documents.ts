import { graphql } from '#lib/gql/index.ts';

export const draftNewsDocument = graphql(`
  subscription BuilderDraftNews($draftId: String!, $conversationId: String) {
    draftChanged(draftId: $draftId, conversationId: $conversationId) {
      draftId
      name
      revision
      publishedRevision
      conversationUpdatedAt
    }
  }
`);

export const undoDraftDocument = graphql(`
  mutation BuilderUndoDraft($input: DraftStepInput!) {
    undoDraft(input: $input) {
      revision {
        id
        number
        aml
        previewUrl
        undoTo
        redoTo
        files {
          path
          content
        }
      }
    }
  }
`);

export const redoDraftDocument = graphql(`
  mutation BuilderRedoDraft($input: DraftStepInput!) {
    redoDraft(input: $input) {
      revision {
        id
        number
        aml
        previewUrl
        undoTo
        redoTo
        files {
          path
          content
        }
      }
    }
  }
`);

export const nameRevisionDocument = graphql(`
  mutation BuilderNameRevision($input: NameDraftRevisionInput!) {
    nameDraftRevision(input: $input) {
      revision {
        id
        name
      }
    }
  }
`);

/** Both contents of what differs. */
graphql(`
  fragment DraftChanges on DraftChanges {
    amlBefore
    amlAfter
    files {
      path
      before {
        content
      }
      after {
        content
      }
    }
  }
`);

/** What differs between two revisions. */
export const draftChangesDocument = graphql(`
  query BuilderChanges($id: String!, $from: Int!, $to: Int!) {
    viewer {
      id
      draft(id: $id) {
        id
        changes(from: $from, to: $to) {
          ...DraftChanges
        }
      }
    }
  }
`);

/** What publishing would change in the app's files. */
export const changesToPublishedDocument = graphql(`
  query BuilderChangesToPublished($id: String!, $revision: Int!) {
    viewer {
      id
      draft(id: $id) {
        id
        changesToPublished(revision: $revision) {
          ...DraftChanges
        }
      }
    }
  }
`);

export const deletedDraftsDocument = graphql(`
  query BuilderDeletedDrafts($first: Int!, $after: String) {
    viewer {
      id
      deletedDrafts(first: $first, after: $after) {
        edges {
          node {
            id
            draftId
            name
            deletedAt
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

export const restoreDeletedDraftDocument = graphql(`
  mutation BuilderRestoreDeletedDraft($input: RestoreDeletedDraftInput!) {
    restoreDeletedDraft(input: $input) {
      draft {
        id
        draftId
        name
      }
    }
  }
`);
