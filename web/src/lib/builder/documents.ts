import { graphql } from '#lib/gql/index.ts';

/** Drafts of the person, newest first, as the start page lists them. */
export const draftsDocument = graphql(`
  query BuilderDrafts($first: Int!, $after: String) {
    viewer {
      id
      drafts(first: $first, after: $after) {
        edges {
          node {
            id
            draftId
            name
            updatedAt
            app {
              id
              appId
              name
            }
            forkedFrom {
              id
              appId
              name
            }
            latest {
              id
              number
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

/** A draft with the contents of its newest revision. */
export const draftDocument = graphql(`
  query BuilderDraft($id: String!) {
    viewer {
      id
      draft(id: $id) {
        id
        draftId
        name
        conversationId
        publishedRevision
        app {
          id
          appId
          name
          description
          tags
          url
          version
        }
        forkedFrom {
          id
          appId
          name
        }
        latest {
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
  }
`);

/** The revisions of a draft without their contents, newest first. */
export const draftHistoryDocument = graphql(`
  query BuilderHistory($id: String!, $first: Int!, $after: String, $named: Boolean) {
    viewer {
      id
      draft(id: $id) {
        id
        revisions(first: $first, after: $after, named: $named) {
          edges {
            node {
              id
              number
              cause
              messageId
              name
              touched
              createdAt
              previewUrl
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export const revisionFilesDocument = graphql(`
  query BuilderRevisionFiles($id: String!, $number: Int!) {
    viewer {
      id
      draft(id: $id) {
        id
        revision(number: $number) {
          id
          files {
            path
          }
        }
      }
    }
  }
`);

/** What made a line of a file: for the element picker. */
export const lineOriginDocument = graphql(`
  query BuilderLineOrigin($id: String!, $revision: Int!, $path: String!, $line: Int!) {
    viewer {
      id
      draft(id: $id) {
        id
        revision(number: $revision) {
          id
          lineOrigin(path: $path, line: $line) {
            id
            number
            cause
            messageId
          }
        }
      }
    }
  }
`);

export const createDraftDocument = graphql(`
  mutation BuilderCreateDraft($input: CreateDraftInput!) {
    createDraft(input: $input) {
      draft {
        id
        draftId
        name
        latest {
          id
          number
        }
      }
    }
  }
`);

export const renameDraftDocument = graphql(`
  mutation BuilderRenameDraft($input: RenameDraftInput!) {
    renameDraft(input: $input) {
      draft {
        id
        name
      }
    }
  }
`);

export const saveDraftDocument = graphql(`
  mutation BuilderSaveDraft($input: SaveDraftInput!) {
    saveDraft(input: $input) {
      draft {
        id
        name
      }
      revision {
        id
        number
        previewUrl
        undoTo
        redoTo
      }
    }
  }
`);

export const restoreDraftDocument = graphql(`
  mutation BuilderRestoreDraft($input: RestoreDraftInput!) {
    restoreDraft(input: $input) {
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

export const deleteDraftDocument = graphql(`
  mutation BuilderDeleteDraft($input: DeleteDraftInput!) {
    deleteDraft(input: $input) {
      ok
    }
  }
`);

/** What publishing would do to the data of the app. */
export const planDraftDocument = graphql(`
  mutation BuilderPlanDraft($input: PlanDraftInput!) {
    planDraft(input: $input) {
      plan {
        class
        change
        rows
        sentence
      }
      diagnostics {
        severity
        message
        hint
        line
        col
      }
    }
  }
`);

export const publishDraftDocument = graphql(`
  mutation BuilderPublishDraft($input: PublishDraftInput!) {
    publishDraft(input: $input) {
      created
      app {
        id
        appId
        name
        description
        tags
        url
        version
      }
      diagnostics {
        severity
        message
        hint
        line
        col
      }
    }
  }
`);

export const conversationDocument = graphql(`
  query BuilderConversation($id: String!) {
    viewer {
      id
      conversation(id: $id) {
        id
        conversationId
        updatedAt
        messages {
          messageId
          role
          body
        }
      }
    }
  }
`);

/** Whether a conversation is still as it was when its messages were loaded. */
export const conversationVersionDocument = graphql(`
  query BuilderConversationVersion($id: String!) {
    viewer {
      id
      conversation(id: $id) {
        id
        updatedAt
      }
    }
  }
`);

export const createConversationDocument = graphql(`
  mutation BuilderCreateConversation($input: CreateConversationInput!) {
    createConversation(input: $input) {
      conversation {
        id
      }
    }
  }
`);

export const appendMessagesDocument = graphql(`
  mutation BuilderAppendMessages($input: AppendMessagesInput!) {
    appendMessages(input: $input) {
      conversation {
        id
        messageCount
        updatedAt
      }
    }
  }
`);

export const llmProvidersDocument = graphql(`
  query BuilderProviders {
    llmProviders {
      id
      name
      models
      facts {
        model
        vision
        contextTokens
        price {
          input
          output
          cachedInput
        }
      }
    }
  }
`);

/** What the agent sees of a search in the market. */
export const agentSearchDocument = graphql(`
  query BuilderMarketSearch($q: String!, $first: Int!) {
    apps(q: $q, kind: APP, first: $first) {
      edges {
        node {
          id
          appId
          name
          description
          author
          tags
          previewUrl
        }
      }
    }
  }
`);

/** A published app with all its files. */
export const agentAppDocument = graphql(`
  query BuilderMarketApp($id: String!) {
    app(id: $id) {
      id
      appId
      kind
      name
      description
      author
      tags
      previewUrl
      aml
      files {
        path
        content
      }
    }
  }
`);
