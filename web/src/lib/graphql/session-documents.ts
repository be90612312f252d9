import { graphql } from '#lib/gql/index.ts';

export const viewerDocument = graphql(`
  query SessionViewer {
    viewer {
      id
      userId
      email
      name
      picture
      createdAt
    }
  }
`);

export const loginDocument = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      token
      viewer {
        id
        userId
        email
        name
        picture
        createdAt
      }
    }
  }
`);

export const registerDocument = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      ok
    }
  }
`);

export const verifyEmailDocument = graphql(`
  mutation VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      token
      viewer {
        id
        userId
        email
        name
        picture
        createdAt
      }
    }
  }
`);

export const resendVerificationDocument = graphql(`
  mutation ResendVerification($input: ResendVerificationInput!) {
    resendVerification(input: $input) {
      ok
    }
  }
`);

export const logoutDocument = graphql(`
  mutation Logout {
    logout {
      ok
    }
  }
`);
