/** Words of the page on which one makes an account. */
export const copy = {
  title: 'Make an account',
  lead: 'To build, publish and fork. Looking around needs none.',
  name: 'Name',
  nameHint: 'Shown beside what you publish.',
  passwordHint: 'At least 8 characters.',
  submit: 'Make account',
  busy: 'Making your account…',
  known: 'Have an account?',
  signIn: 'Sign in',
} as const;
