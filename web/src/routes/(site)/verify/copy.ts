/** Words of the page that the link in the mail opens. */
export const copy = {
  title: 'Confirming your address',
  busy: 'One moment…',
  missing: 'This link is not complete. Copy the whole address from the mail, or ask for a new mail.',
  failedTitle: 'This link did not work',
  confirmedTitle: 'Your address is confirmed',
  confirmed: (email: string) =>
    `You are signed in as ${email}. This link was used before or is too old, and is not needed any more.`,
  build: 'Go on building',
  retry: 'Try again',
  signIn: 'To sign in',
  hint: 'Sign in with your password; when the address is still to be confirmed, a new mail is one press away.',
} as const;
