/** Words of the page on which one comes back from the identity provider. */
export const copy = {
  title: 'Signing you in',
  busy: 'One moment…',
  failedTitle: 'You are not signed in',
  failedOther: 'That did not work',
  cancelled: 'You stopped at the provider. Nothing was changed.',
  expired: 'This took too long, or began in another browser. Try again.',
  refused: 'The provider’s answer could not be trusted, so it was not used. Try again.',
  unavailable: 'The provider does not answer just now. Try again in a moment.',
  missing: 'This address is where one comes back from signing in elsewhere. There is nothing to do here.',
  signIn: 'To sign in',
  back: 'Back to your account',
  connected: 'Connected.',
} as const;
