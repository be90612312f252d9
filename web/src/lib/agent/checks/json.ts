import { placeOf, type Problem } from './problem.ts';

/** A JSON text that does not parse is one error, at the place the engine names. */
export function checkJson(path: string, source: string, lineOffset = 0): readonly Problem[] {
  try {
    JSON.parse(source);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { line, col } = whereFrom(message, source);
    return [
      {
        path,
        line: line + lineOffset,
        col,
        severity: 'error',
        code: 'json',
        message: `This is not valid JSON: ${message.replace(/\s*\(line.*$/, '')}.`,
        hint: 'Strings need double quotes; no comments, and no comma after the last member.',
      },
    ];
  }
}

/** Engines say "at position 12" or "at line 2 column 3", or nothing at an early end. */
function whereFrom(message: string, source: string): { line: number; col: number } {
  const lineAndColumn = /line (\d+) column (\d+)/.exec(message);
  if (lineAndColumn) return { line: Number(lineAndColumn[1]), col: Number(lineAndColumn[2]) };
  const position = /position (\d+)/.exec(message);
  return placeOf(source, position ? Number(position[1]) : source.length);
}
