import { describe, expect, it } from 'vitest';
import { mistakesIn } from './account-form.ts';
import { copy } from './copy.ts';

const check = (email: string, password: string, rule: 'signin' | 'register' = 'register') =>
  mistakesIn({ email, password }, copy.mistakes, rule);

describe('mistakes in the account form', () => {
  it('finds none in a good one', () => {
    expect(check(' mara@example.org ', 'secretsecret')).toEqual({});
    expect(check('m@localhost', '👍👍👍👍👍👍👍👍')).toEqual({});
  });

  it('names what is missing or cannot be right', () => {
    expect(check('', '')).toEqual({
      email: copy.mistakes.emailMissing,
      password: copy.mistakes.passwordMissing,
    });
    expect(check('mara', 'short')).toEqual({
      email: copy.mistakes.emailWrong,
      password: copy.mistakes.passwordShort,
    });
  });

  it('asks no length of a password that exists', () => {
    expect(check('mara@example.org', 'old', 'signin')).toEqual({});
  });
});
