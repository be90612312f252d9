import { compile } from '../compile.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Ir } from '../ir.ts';

/** `LINE:COL code` of every diagnostic, in order: what most tests compare. */
export function places(source: string): string[] {
  return compile(source).diagnostics.map(({ line, col, code }) => `${line}:${col} ${code}`);
}

/** The one diagnostic of a source; throws when there are more or none. */
export function only(source: string): Diagnostic {
  const { diagnostics } = compile(source);
  const [first] = diagnostics;
  if (first === undefined || diagnostics.length > 1) throw new Error(JSON.stringify(diagnostics, null, 2));
  return first;
}

/** The IR of a source that must be right. */
export function irOf(source: string): Ir {
  const { ir, diagnostics } = compile(source);
  if (ir === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return ir;
}

/** A model `Task` with these lines as its body, from line 2 on. */
export const task = (...lines: string[]): string => `model Task {\n${lines.join('\n')}\n}\n`;
