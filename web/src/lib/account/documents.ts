import { graphql } from '#lib/gql/index.ts';

export const accountSettingsDocument = graphql(`
  query AccountSettings {
    signInProvider
    viewer {
      id
      userId
      email
      name
      picture
      createdAt
      hasPassword
      sessions {
        sessionId
        userAgent
        createdAt
        lastSeenAt
        isThis
      }
      identities {
        identityId
        issuer
        email
        createdAt
      }
    }
  }
`);

export const updateProfileDocument = graphql(`
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      viewer {
        ...SessionUser
      }
    }
  }
`);

export const changePasswordDocument = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      ok
    }
  }
`);

export const confirmPasswordDocument = graphql(`
  mutation ConfirmPassword($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      ok
    }
  }
`);

export const endSessionDocument = graphql(`
  mutation EndSession($input: AccountItemInput!) {
    endSession(input: $input) {
      ok
    }
  }
`);

export const endOtherSessionsDocument = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

export const disconnectIdentityDocument = graphql(`
  mutation DisconnectIdentity($input: AccountItemInput!) {
    disconnectIdentity(input: $input) {
      ok
    }
  }
`);

export const deleteAccountDocument = graphql(`
  mutation DeleteAccount {
    deleteAccount {
      ok
    }
  }
`);

export const confirmedUntilDocument = graphql(`
  query ConfirmedUntil {
    viewer {
      confirmedUntil
    }
  }
`);
