import { graphql } from '#lib/gql/index.ts';

/** Own projects of a kind, last change first. */
export const projectListDocument = graphql(`
  query ProjectList($kind: ContentKind!, $first: Int!, $after: String) {
    viewer {
      id
      projects(kind: $kind, first: $first, after: $after) {
        edges {
          node {
            id
            projectId
            title
            published
            updatedAt
            submissionCount
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

export const deletedProjectsDocument = graphql(`
  query DeletedProjects {
    viewer {
      id
      deletedProjects {
        id
        projectId
        kind
        title
        deletedAt
      }
    }
  }
`);

/** One own project with all that its pages decide about; null when it is somebody else's or gone. */
export const projectDocument = graphql(`
  query OwnProject($id: String!) {
    viewer {
      id
      project(id: $id) {
        id
        projectId
        kind
        title
        document
        renderer
        schemaVersion
        rendererSchemaVersion
        stale
        version
        published
        url
        slug
        slugUrl
        updatedAt
        submissionCount
        app {
          id
          appId
          name
          description
          tags
          version
          updatedAt
          takenDown {
            reason
          }
        }
        appIsCurrent
        forkedFrom {
          id
          appId
          name
          author
        }
        hosts {
          host
          verified
          txtName
          txtValue
          checkedAt
          problem
        }
        settings {
          closesAt
          answerLimit
          closedText
          layout
          language
          accent
          duplicates
          notify
          webhookUrl
        }
      }
    }
  }
`);

/** Where an own project runs for its picture; an address of an hour, asked for when it is needed. */
export const projectPreviewDocument = graphql(`
  query ProjectPreview($id: String!) {
    viewer {
      id
      project(id: $id) {
        id
        previewUrl
      }
    }
  }
`);

export const publishProjectDocument = graphql(`
  mutation PublishProject($input: PublishProjectInput!) {
    publishProject(input: $input) {
      created
      app {
        id
        appId
        name
        url
      }
    }
  }
`);

export const saveProjectDocument = graphql(`
  mutation SaveProject($input: SaveProjectInput!) {
    saveProject(input: $input) {
      created
      project {
        id
        projectId
      }
    }
  }
`);

/** Saves what is edited and answers with what that changes on the project's pages. */
export const saveContentDocument = graphql(`
  mutation SaveContent($input: SaveProjectInput!) {
    saveProject(input: $input) {
      project {
        id
        title
        schemaVersion
        rendererSchemaVersion
        stale
        version
        updatedAt
        appIsCurrent
      }
    }
  }
`);

export const deleteProjectDocument = graphql(`
  mutation DeleteProject($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      ok
    }
  }
`);

export const restoreProjectDocument = graphql(`
  mutation RestoreProject($input: RestoreProjectInput!) {
    restoreProject(input: $input) {
      project {
        id
        projectId
      }
    }
  }
`);

export const verifyHostDocument = graphql(`
  mutation VerifyProjectHost($input: VerifyProjectHostInput!) {
    verifyProjectHost(input: $input) {
      project {
        id
        projectId
      }
    }
  }
`);
