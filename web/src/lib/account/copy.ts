/** Words that the sign-in pages share. */
export const copy = {
  email: 'E-mail',
  password: 'Password',
  showPassword: { show: 'Show password', hide: 'Hide password' },
  mistakes: {
    emailMissing: 'Enter your e-mail address.',
    emailWrong: 'This does not look like an e-mail address yet.',
    passwordMissing: 'Enter your password.',
    passwordShort: 'Use at least 8 characters.',
  },
} as const;
