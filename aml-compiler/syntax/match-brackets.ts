import type { Token } from './token.ts';

/**
 * For every `(` and `[` the index of its partner, or -1. One pass: braces end all that is open, since no
 * argument holds a brace, so an unclosed bracket is known before it is read and costs no look-ahead.
 */
export function matchBrackets(source: string, tokens: readonly Token[]): Int32Array {
  const closes = new Int32Array(tokens.length).fill(-1);
  const open = { '(': 0, '[': 0 };
  let stack: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'punctuation') continue;
    const char = source[token.start];
    if (char === '(' || char === '[') {
      stack.push(index);
      open[char]++;
    } else if (char === '{' || char === '}') {
      stack = [];
      open['('] = open['['] = 0;
    } else if (char === ')' || char === ']') {
      const wanted = char === ')' ? '(' : '[';
      if (open[wanted] === 0) continue;
      for (;;) {
        const top = stack.pop();
        if (top === undefined) break;
        const opened = source[tokens[top]?.start ?? -1] === '(' ? '(' : '[';
        open[opened]--;
        if (opened !== wanted) continue;
        closes[top] = index;
        break;
      }
    }
  }
  return closes;
}
