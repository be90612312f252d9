import { graphql } from '#lib/gql/index.ts';

/** What the signed-in person used of language models, and what is left of today. */
export const usageDocument = graphql(`
  query Usage($days: Int!) {
    usage(days: $days) {
      entries {
        day
        provider
        providerName
        model
        isFree
        calls
        inputTokens
        outputTokens
      }
      today {
        calls
        callLimit
        tokens
        tokenLimit
        reservedTokens
        underWay
        renewsAt
      }
    }
  }
`);
