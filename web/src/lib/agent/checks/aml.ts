import { compile } from '@platform/aml-compiler';
import type { Problem } from './problem.ts';

/** The name under which the data model appears among the files. */
export const AML_PATH = 'model.aml';

/** What the compiler says about a data model (design 5). An empty one is fine: an app without data. */
export function checkAml(aml: string): readonly Problem[] {
  if (aml.trim() === '') return [];
  return compile(aml).diagnostics.map((diagnostic) => ({ path: AML_PATH, ...diagnostic }));
}
