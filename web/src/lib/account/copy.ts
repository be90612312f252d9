/** Words that the sign-in pages share. */
export const copy = {
  email: 'E-mail',
  password: 'Password',
  showPassword: { show: 'Show password', hide: 'Hide password' },
  localMail:
    'Running this on your own machine? The mail is a file in data/outbox, and the link is printed in the terminal.',
  or: 'or',
  provider: (name: string) => `Go on with ${name}`,
  providerBusy: (name: string) => `Going to ${name}…`,
  mistakes: {
    emailMissing: 'Enter your e-mail address.',
    emailWrong: 'This does not look like an e-mail address yet.',
    passwordMissing: 'Enter your password.',
    passwordShort: 'Use at least 8 characters.',
  },
} as const;
