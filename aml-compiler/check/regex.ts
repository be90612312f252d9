import type { IrValidator } from '../ir.ts';
import { regexProblem } from '../regex/problem.ts';
import type { Report } from '../report.ts';
import type { DraftField } from './draft.ts';
import type { ReadAttribute } from './read-attributes.ts';

/** `@regex("…")`: a pattern that cannot be made to take long, whatever text a visitor sends (design 5). */
export function readRegex(field: DraftField, attribute: ReadAttribute, report: Report): IrValidator | null {
  const node = attribute.args.get('pattern');
  if (node === undefined) return null;
  if (node.kind !== 'string') {
    report.add('bad_argument', node.start, 'A pattern is a text.', 'Write for example `@regex("^[a-z]+$")`.');
    return null;
  }
  const problem = regexProblem(node.value, maxLength(field));
  if (problem === null) return { kind: 'regex', pattern: node.value };
  report.add(problem.code, node.start, problem.message, problem.hint);
  return null;
}

/** What the field's `@length` allows at most, wherever it stands among the attributes. */
function maxLength(field: DraftField): number | null {
  const args = field.attributes.get('length')?.args;
  const node = args?.get('max') ?? args?.get('min');
  return node?.kind === 'number' && /^\d{1,9}$/.test(node.text) ? Number(node.text) : null;
}
