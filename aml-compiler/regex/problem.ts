import { worstSteps } from './cost.ts';
import { parseRegex, UnsupportedRegex } from './parse-regex.ts';

export interface RegexProblem {
  readonly code: 'regex_invalid' | 'regex_slow';
  readonly message: string;
  readonly hint: string;
}

/** Steps that one check of one value may take: some tens of milliseconds. */
const MAX_STEPS = 20_000_000;
const MAX_PATTERN = 500;
/** Assumed where no `@length` says less: what a request body can hold. */
const UNBOUNDED = 1_000_000;

/**
 * Why a pattern is refused, or null when it is accepted. `maxLength` is what the field's `@length` allows, null when
 * there is none: a pattern that is slow on long texts is good for short ones.
 */
export function regexProblem(pattern: string, maxLength: number | null): RegexProblem | null {
  if (pattern.length > MAX_PATTERN)
    return {
      code: 'regex_slow',
      message: `The pattern has ${pattern.length} characters; at most ${MAX_PATTERN} are allowed.`,
      hint: 'Check the exact form in the page and a simpler one here.',
    };
  const mistake = syntaxMistake(pattern);
  if (mistake !== null)
    return {
      code: 'regex_invalid',
      message: `This is no regular expression of JavaScript with the \`u\` flag: ${mistake}.`,
      hint: 'Escape only characters with a meaning (`\\\\.`, `\\\\-` in brackets), and close every bracket.',
    };
  try {
    const steps = worstSteps(parseRegex(pattern));
    if (steps(maxLength ?? UNBOUNDED) <= MAX_STEPS) return null;
    return steps(1) === Infinity
      ? {
          code: 'regex_slow',
          message:
            'A repeated part of this pattern can match one text in several ways, which can take for ever.',
          hint: 'Make the parts inside of a repetition begin with different characters, as in `^[a-z]+(-[a-z]+)*$`.',
        }
      : {
          code: 'regex_slow',
          message: 'On a long text this pattern can take very long.',
          hint: hintFor(longestFast(steps)),
        };
  } catch (error) {
    if (!(error instanceof UnsupportedRegex)) throw error;
    return {
      code: 'regex_slow',
      message: `A pattern cannot have ${error.message}: its time would not grow in line with the text.`,
      hint: 'Write the pattern without, or check this in the page; how long a text may be says `@length`.',
    };
  }
}

/** What the engine that will run the pattern has against it. */
function syntaxMistake(pattern: string): string | null {
  try {
    RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*\/u: /s, '') : String(error);
  }
}

function hintFor(length: number): string {
  return length < 1
    ? 'Make the parts that follow each other begin with different characters.'
    : `Add \`@length(${length})\` or less to the field; or begin the pattern with \`^\`, and let the parts that follow each other begin with different characters.`;
}

/** The longest text, rounded down to something readable, that stays within the allowed steps. */
function longestFast(steps: (length: number) => number): number {
  const rounds = [5000, 2000, 1000, 500, 250, 200, 100, 50, 20, 10];
  return rounds.find((length) => steps(length) <= MAX_STEPS) ?? 0;
}
