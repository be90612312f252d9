import { graphql } from '#lib/gql/index.ts';

/** Cards of the market. */
export const marketAppsDocument = graphql(`
  query MarketApps($q: String, $first: Int!, $after: String) {
    apps(q: $q, first: $first, after: $after) {
      edges {
        node {
          id
          appId
          name
          description
          author
          preview
          forkCount
          createdAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** An app's page, without the contents of its files: only the source view needs those. */
export const marketAppDocument = graphql(`
  query MarketApp($id: String!) {
    app(id: $id) {
      id
      appId
      name
      description
      aml
      preview
      tags
      author
      ownerId
      forkedFromId
      forkedFrom {
        id
        appId
        name
        author
      }
      forkCount
      files {
        path
        size
      }
      createdAt
      updatedAt
      version
      url
      frameUrl
    }
  }
`);

/** The files with their contents, for the source view. */
export const appSourceDocument = graphql(`
  query AppSource($id: String!) {
    app(id: $id) {
      id
      files {
        path
        size
        content
      }
    }
  }
`);

export const forkAppDocument = graphql(`
  mutation ForkApp($input: ForkAppInput!) {
    forkApp(input: $input) {
      app {
        id
        appId
        name
      }
    }
  }
`);

export const deleteAppDocument = graphql(`
  mutation DeleteApp($input: DeleteAppInput!) {
    deleteApp(input: $input) {
      ok
    }
  }
`);

export const restoreAppDocument = graphql(`
  mutation RestoreApp($input: RestoreAppInput!) {
    restoreApp(input: $input) {
      app {
        id
        appId
        name
      }
    }
  }
`);

export const viewerAppsDocument = graphql(`
  query ViewerApps($first: Int!, $after: String) {
    viewer {
      id
      apps(first: $first, after: $after) {
        edges {
          node {
            id
            appId
            name
            description
            author
            preview
            forkCount
            createdAt
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
