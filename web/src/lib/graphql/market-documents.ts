import { graphql } from '#lib/gql/index.ts';

/** What a card of the market shows. */
export const appCardFragment = graphql(`
  fragment AppCard on App {
    id
    appId
    kind
    name
    description
    author
    ownerId
    previewUrl
    forkCount
    createdAt
  }
`);

/** Cards of the market, and the tags to narrow it by when they are asked for. */
export const marketAppsDocument = graphql(`
  query MarketApps(
    $q: String
    $tag: String
    $authorId: String
    $forksOf: String
    $kind: AppKind
    $sort: AppSort
    $first: Int!
    $after: String
    $withTags: Boolean!
  ) {
    apps(
      q: $q
      tag: $tag
      authorId: $authorId
      forksOf: $forksOf
      kind: $kind
      sort: $sort
      first: $first
      after: $after
    ) {
      edges {
        node {
          ...AppCard
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    marketTags(first: 16) @include(if: $withTags) {
      tag
      count
    }
  }
`);

/** An app's page, without the contents of its files: only the source view needs those. */
export const marketAppDocument = graphql(`
  query MarketApp($id: String!) {
    app(id: $id) {
      id
      appId
      kind
      name
      description
      aml
      previewUrl
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

/** One file of an app as it is now. */
export const appFileDocument = graphql(`
  query AppFileContent($id: String!, $path: String!) {
    app(id: $id) {
      id
      file(path: $path) {
        path
        size
        content
      }
    }
  }
`);

/** One version of an app with the file that is looked at. */
export const appVersionDocument = graphql(`
  query AppVersionSource($id: String!, $number: Int!, $path: String!) {
    app(id: $id) {
      id
      versionOf(number: $number) {
        number
        aml
        createdAt
        files {
          path
          size
        }
        file(path: $path) {
          path
          size
          content
        }
      }
    }
  }
`);

export const appVersionsDocument = graphql(`
  query AppVersions($id: String!) {
    app(id: $id) {
      id
      versions {
        number
        name
        size
        createdAt
      }
    }
  }
`);

/** How a fork differs from its source, with both sides of the file that is looked at. */
export const appChangesDocument = graphql(`
  query AppChanges($id: String!, $path: String!) {
    app(id: $id) {
      id
      aml
      file(path: $path) {
        size
        content
      }
      lineageChanges {
        sourceVersion
        source {
          aml
          file(path: $path) {
            size
            content
          }
        }
        files {
          path
          change
        }
      }
    }
  }
`);

export const authorDocument = graphql(`
  query MarketAuthor($id: String!, $first: Int!) {
    author(id: $id) {
      authorId
      name
      picture
      createdAt
      appCount
    }
    apps(authorId: $id, first: $first) {
      edges {
        node {
          ...AppCard
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const forkAppDocument = graphql(`
  mutation ForkApp($input: ForkAppInput!) {
    forkApp(input: $input) {
      projectId
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

export const restoreVersionDocument = graphql(`
  mutation RestoreAppVersion($input: RestoreAppVersionInput!) {
    restoreAppVersion(input: $input) {
      app {
        id
        appId
        version
      }
      plan {
        class
        sentence
      }
    }
  }
`);

export const reportAppDocument = graphql(`
  mutation ReportApp($input: ReportAppInput!) {
    reportApp(input: $input) {
      ok
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
            ...AppCard
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

/** Own apps that administrators took down, wherever they stand in the list of all. */
export const takenDownAppsDocument = graphql(`
  query TakenDownApps {
    viewer {
      id
      takenDownApps {
        id
        appId
        name
        takenDown {
          at
          reason
        }
      }
    }
  }
`);

/** Own apps that can still be restored. */
export const deletedAppsDocument = graphql(`
  query DeletedApps {
    viewer {
      id
      deletedApps {
        id
        appId
        name
        deletedAt
      }
    }
  }
`);

/** The project that an own form or deck of the market is published from; null when it is deleted. */
export const ownEntryDocument = graphql(`
  query OwnEntry($id: String!) {
    app(id: $id) {
      id
      projectId
    }
  }
`);

/** An own app that the market no longer shows. */
export const ownAppDocument = graphql(`
  query OwnApp($id: String!) {
    viewer {
      id
      app(id: $id) {
        id
        appId
        name
        deletedAt
        takenDown {
          at
          reason
        }
      }
    }
  }
`);
