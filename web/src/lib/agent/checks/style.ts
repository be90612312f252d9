import { placeOf, type Problem } from './problem.ts';

/** What a style sheet refers to, and braces that do not meet. */
export interface StyleFacts {
  readonly problems: readonly Problem[];
  readonly references: readonly { readonly value: string; readonly line: number; readonly col: number }[];
}

/** Reads a style sheet. Browsers skip what they do not understand, so only lost braces are reported. */
export function readStyle(path: string, source: string): StyleFacts {
  // Comments and strings become spaces of the same length, so that places stay true.
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const withoutComments = source.replace(/\/\*[\s\S]*?(\*\/|$)/g, blank);
  const bare = withoutComments.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, blank);
  const references = [
    ...withoutComments.matchAll(/url\(\s*(["']?)([^"')]+)\1\s*\)|@import\s+["']([^"']+)["']/g),
  ].map((match) => ({ value: match[2] ?? match[3] ?? '', ...placeOf(source, match.index) }));
  return { problems: braces(path, source, bare), references };
}

function braces(path: string, source: string, bare: string): readonly Problem[] {
  const open: number[] = [];
  const problem = (offset: number, message: string): Problem => ({
    path,
    ...placeOf(source, offset),
    severity: 'error',
    code: 'css_brace',
    message,
  });
  for (const { 0: brace, index } of bare.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.pop() === undefined)
      return [problem(index, 'This } closes nothing: a { is missing before it.')];
  }
  const unclosed = open.pop();
  return unclosed === undefined
    ? []
    : [problem(unclosed, 'This { is never closed; the rules after it are lost.')];
}
