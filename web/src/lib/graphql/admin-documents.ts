import { graphql } from '#lib/gql/index.ts';

/** Apps that wait for an administrator, or those that were taken down. */
export const moderatedAppsDocument = graphql(`
  query ModeratedApps($takenDown: Boolean!, $first: Int!, $after: String) {
    viewer {
      id
      isAdmin
      moderatedApps(takenDown: $takenDown, first: $first, after: $after) {
        edges {
          node {
            id
            appId
            name
            description
            author
            ownerId
            url
            deletedAt
            takenDown {
              at
              reason
            }
            openReports {
              reportId
              reason
              note
              appVersion
              createdAt
              reporter
            }
            moderation {
              action
              reason
              createdAt
              admin
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

export const moderateAppDocument = graphql(`
  mutation ModerateApp($input: ModerateAppInput!) {
    moderateApp(input: $input) {
      app {
        id
        appId
      }
    }
  }
`);
