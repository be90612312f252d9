import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 18,000 passwords of eight characters and more that guessers try first, in lower case (ASVS 5.0, 6.2.4). */
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8));

/** Whether this is among the first guesses for anybody, or for this very person. */
export function isCommonPassword(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  const person = email.toLowerCase();
  return COMMON.has(lower) || lower === person || lower === person.split('@')[0] || /^(.)\1*$/u.test(lower);
}
