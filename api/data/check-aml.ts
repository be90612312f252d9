import type { Ir } from '@platform/aml-compiler';
import { compile } from '@platform/aml-compiler';
import { ApiError } from '../errors.ts';

/**
 * Compiles an app's AML.
 * @throws ApiError invalid_aml with every diagnostic (design 4)
 */
export function checkAml(aml: string): Ir {
  const { ir, diagnostics } = compile(aml);
  if (ir) return ir;
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = first ? `Line ${first.line}: ${first.message}${more}` : 'The data model has errors.';
  throw new ApiError('invalid_aml', message, { diagnostics });
}
