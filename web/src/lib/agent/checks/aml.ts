import { compile, type Ir } from '@platform/aml-compiler';
import { AML_PATH } from './aml-path.ts';
import type { Problem } from './problem.ts';

/** A data model as the compiler reads it (design 5). */
export interface AmlFacts {
  readonly problems: readonly Problem[];
  /** Null when it has mistakes. */
  readonly ir: Ir | null;
}

/** What the compiler says about a data model. An empty one is fine: an app without data. */
export function readAml(aml: string): AmlFacts {
  const { diagnostics, ir } = compile(aml);
  if (aml.trim() === '') return { problems: [], ir };
  return { problems: diagnostics.map((diagnostic) => ({ path: AML_PATH, ...diagnostic })), ir };
}
