import { compile } from '@platform/aml-compiler';
import { AML_PATH } from './aml-path.ts';
import type { Problem } from './problem.ts';

/** What the compiler says about a data model (design 5). An empty one is fine: an app without data. */
export function checkAml(aml: string): readonly Problem[] {
  if (aml.trim() === '') return [];
  return compile(aml).diagnostics.map((diagnostic) => ({ path: AML_PATH, ...diagnostic }));
}
