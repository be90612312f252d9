import { describe, expect, it } from 'vitest';
import { regexProblem } from './problem.ts';

const code = (pattern: string, maxLength: number | null = null): string | null =>
  regexProblem(pattern, maxLength)?.code ?? null;

describe('patterns', () => {
  it.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
    '^\\+?[0-9 ()-]{7,20}$',
    '^([01]\\d|2[0-3]):[0-5]\\d$',
    '^(\\d{4})-(\\d{2})-(\\d{2})$',
    '^\\p{L}+$',
    '^.{1,3000}$',
    '^https?://',
    '\\d{3}-\\d{4}',
    '^(?:a|b)*$',
    '^(?<year>[12]\\d{3})$',
    '',
  ])('accepts %s', (pattern) => expect(regexProblem(pattern, null)).toBeNull());

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|ab)*$',
    '(a?){30}a{30}',
    '((a*)*)*',
    '(|a)+',
    '(x+x+)+y',
    '^(\\w+\\s?)*$',
    '(?=x)a',
    '(?<!x)a',
    '(a)\\1',
    '(?<a>x)\\k<a>',
    '^(([a-z]{1,9}[0-9]{1,9}){1,99}){1,99}$',
    `${'a?'.repeat(200)}`,
    'a'.repeat(501),
  ])('refuses %s at any length', (pattern) => expect(code(pattern, 5)).toBe('regex_slow'));

  it.each(['^[^@]+@[^@]+\\.[^@]+$', '^a*a*a*b$', '\\d+-\\d+', '^\\s+|\\s+$', '^(?:[a-z]+\\.)+[a-z]{2,}$'])(
    'accepts %s only for short texts, and says how short',
    (pattern) => {
      const problem = regexProblem(pattern, null);
      expect(problem?.code).toBe('regex_slow');
      const length = Number(/@length\((\d+)\)/.exec(problem?.hint ?? '')?.[1]);
      expect(code(pattern, length)).toBeNull();
      expect(code(pattern, length * 1000)).toBe('regex_slow');
    },
  );

  it.each(['(', '[a-z', 'a{2,1}', '*', '\\', '[\\w-.]', '\\@', '(?<1>a)'])('calls %s invalid', (pattern) =>
    expect(code(pattern)).toBe('regex_invalid'),
  );

  it('keeps its promise: what it accepts is fast on texts made to be slow', () => {
    const accepted: [string, number][] = [
      ['^[^@]+@[^@]+\\.[^@]+$', 250],
      ['^a*a*a*b$', 250],
      ['\\d+-\\d+', 2000],
      ['^[a-z0-9]+(-[a-z0-9]+)*$', 1_000_000],
      ['^(?:a|b)*c$', 1_000_000],
      ['^\\s+|\\s+$', 2000],
    ];
    for (const [pattern, length] of accepted) {
      expect(regexProblem(pattern, length), pattern).toBeNull();
      const regex = new RegExp(pattern, 'u');
      for (const pump of ['a', '.', '1', ' ', '-', 'a-', 'a@.', 'ab']) {
        const text = `a@${pump.repeat(length / pump.length)}`.slice(0, length - 1) + '!';
        const start = performance.now();
        regex.test(text);
        expect(performance.now() - start, `${pattern} on ${pump}`).toBeLessThan(500);
      }
    }
  });
});
