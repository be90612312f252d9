/** Words of the sign-in page. */
export const copy = {
  title: 'Sign in',
  submit: 'Sign in',
  busy: 'Signing in…',
  ended: 'Your session has ended. Sign in to go on where you were.',
  wrong: 'This e-mail address and password do not belong together.',
  unverified: 'This address is not confirmed yet. The link in the mail we sent you does that.',
  sendAgain: 'Send the mail again',
  forgot: 'Forgot it?',
  passwordSet: 'Your new password is set. Sign in with it.',
  newHere: 'New here?',
  register: 'Make an account',
} as const;
