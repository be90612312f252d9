export interface RegexProblem {
  readonly code: 'regex_invalid' | 'regex_slow';
  readonly message: string;
  readonly hint: string;
}

/** Why a pattern is refused, or null when it is accepted. */
export function regexProblem(pattern: string, maxLength: number | null | undefined): RegexProblem | null {
  void maxLength;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { code: 'regex_invalid', message: 'This is no regular expression.', hint: 'Check brackets.' };
  }
  if (/\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]|\(\?[=!<]|\\[1-9k]/.test(pattern))
    return {
      code: 'regex_slow',
      message: 'This pattern can take very long.',
      hint: 'Do not nest quantifiers.',
    };
  return null;
}
