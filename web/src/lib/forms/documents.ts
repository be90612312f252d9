import { graphql } from '#lib/gql/index.ts';

/** A page of answers; `where` and `orderBy` as in the typed query. */
export const answersDocument = graphql(`
  query FormAnswers(
    $id: String!
    $state: SubmissionState!
    $where: JSON
    $orderBy: JSON
    $first: Int!
    $after: String
  ) {
    viewer {
      id
      project(id: $id) {
        id
        submissions(state: $state, where: $where, orderBy: $orderBy, first: $first, after: $after) {
          totalCount
          edges {
            node {
              submissionId
              createdAt
              values
              flags
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

/** Counts for a chart of each question. */
export const summaryDocument = graphql(`
  query FormSummary($id: String!) {
    viewer {
      id
      project(id: $id) {
        id
        formProgress {
          opened
          started
          reached {
            key
            count
          }
          sent
        }
        submissionSummary {
          total
          questions {
            key
            label
            type
            answered
            counts {
              value
              count
            }
            bins {
              from
              to
              count
            }
            mean
            min
            max
          }
        }
      }
    }
  }
`);

/** How many answers there are of each sort. */
export const answerCountsDocument = graphql(`
  query FormAnswerCounts($id: String!) {
    viewer {
      id
      project(id: $id) {
        id
        accepted: submissionCount
        flagged: submissionCount(state: FLAGGED)
      }
    }
  }
`);

export const deleteAnswersDocument = graphql(`
  mutation DeleteAnswers($input: DeleteSubmissionsInput!) {
    deleteSubmissions(input: $input) {
      deleted
    }
  }
`);

export const moveAnswersDocument = graphql(`
  mutation MoveAnswers($input: MoveSubmissionsInput!) {
    moveSubmissions(input: $input) {
      moved
    }
  }
`);

export const deliveriesDocument = graphql(`
  query WebhookDeliveries($id: String!, $first: Int!, $after: String) {
    viewer {
      id
      project(id: $id) {
        id
        webhookDeliveries(first: $first, after: $after) {
          totalCount
          edges {
            node {
              deliveryId
              submissionId
              status
              attempts
              nextAt
              attemptedAt
              answer
              problem
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
  }
`);

export const newSecretDocument = graphql(`
  mutation NewWebhookSecret($input: NewWebhookSecretInput!) {
    newWebhookSecret(input: $input) {
      secret
    }
  }
`);

export const sendTrialDocument = graphql(`
  mutation SendWebhookTrial($input: SendWebhookTrialInput!) {
    sendWebhookTrial(input: $input) {
      delivery {
        deliveryId
        status
      }
    }
  }
`);

export const sendAgainDocument = graphql(`
  mutation SendWebhookAgain($input: SendWebhookAgainInput!) {
    sendWebhookAgain(input: $input) {
      delivery {
        deliveryId
        status
      }
    }
  }
`);
