/** Words of the page for who forgot the password. */
export const copy = {
  title: 'Set a new password',
  lead: 'We mail you a link with which you set it.',
  submit: 'Mail me the link',
  busy: 'Sending…',
  sentTitle: 'Check your mail',
  sent: (email: string) =>
    `If ${email} has an account here, a mail with a link is on its way. The link works once, within 30 minutes.`,
  again: 'Use another address',
  remembered: 'Remembered it?',
  signIn: 'Sign in',
} as const;
