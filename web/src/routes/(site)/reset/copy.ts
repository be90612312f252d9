/** Words of the page that the link for a new password opens. */
export const copy = {
  title: 'Choose a new password',
  lead: 'You are then signed out everywhere, and sign in with it.',
  password: 'New password',
  hint: 'At least 8 characters.',
  submit: 'Set password',
  busy: 'Setting…',
  missing: 'This link is not complete. Copy the whole address from the mail, or ask for a new one.',
  again: 'Ask for a new link',
} as const;
