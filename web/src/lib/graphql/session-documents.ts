import { graphql } from '#lib/gql/index.ts';

/** Who is signed in, wherever a document answers it. */
graphql(`
  fragment SessionUser on Viewer {
    id
    userId
    email
    name
    picture
    createdAt
    isAdmin
  }
`);

export const viewerDocument = graphql(`
  query SessionViewer {
    viewer {
      ...SessionUser
    }
  }
`);

export const loginDocument = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      token
      viewer {
        ...SessionUser
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
        ...SessionUser
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

export const refreshDocument = graphql(`
  mutation RefreshSession {
    refreshSession
  }
`);

export const forgotPasswordDocument = graphql(`
  mutation ForgotPassword($input: ForgotPasswordInput!) {
    forgotPassword(input: $input) {
      ok
    }
  }
`);

export const resetPasswordDocument = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      ok
    }
  }
`);

export const providerDocument = graphql(`
  query SignInProvider {
    signInProvider
  }
`);

export const logoutDocument = graphql(`
  mutation Logout {
    logout {
      ok
    }
  }
`);
