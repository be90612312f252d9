/** Characters; the API holds the same rule and has the last word. */
export const PASSWORD_LENGTH = { least: 8, most: 256 } as const;

export interface AccountWords {
  readonly emailMissing: string;
  readonly emailWrong: string;
  readonly passwordMissing: string;
  readonly passwordShort: string;
}

export interface AccountMistakes {
  readonly email?: string;
  readonly password?: string;
}

/** What can be said about the two fields without asking the server. */
export function mistakesIn(
  fields: { readonly email: string; readonly password: string },
  words: AccountWords,
  rule: 'signin' | 'register',
): AccountMistakes {
  const email = fields.email.trim();
  const mistakes: { email?: string; password?: string } = {};
  if (email === '') mistakes.email = words.emailMissing;
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) mistakes.email = words.emailWrong;
  if (fields.password === '') mistakes.password = words.passwordMissing;
  else if (rule === 'register' && [...fields.password].length < PASSWORD_LENGTH.least) {
    mistakes.password = words.passwordShort;
  }
  return mistakes;
}
