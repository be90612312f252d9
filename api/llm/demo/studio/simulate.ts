import { editText } from '../../../content/edit-text.ts';
import { kindOf } from '../../../content/kinds.ts';
import { isObject, OperationError, Params } from '../../../content/operation.ts';
import { validateText } from '../../../content/validate.ts';
import type { Call } from '../move.ts';
import type { Opened } from './opened.ts';

/** What a call would leave behind: the document's text, or why it cannot be made. */
export type Forecast = { readonly text: string } | { readonly why: string };

/**
 * What the document's text is after a call, by the same operations that a Studio runs. So the demo knows where it
 * stands without reading the state after each step, and never makes a valid document invalid.
 */
export function forecast(now: Opened, { tool, args }: Call): Forecast {
  const text = tool === 'studio_set_document' ? JSON.stringify(args['document'], null, 2) : after(now, args);
  if (typeof text !== 'string') return text;
  const kind = kindOf(now.kind);
  const [first] = validateText(kind, text).diagnostics;
  if (first === undefined || !validateText(kind, now.text).ok) return { text };
  return { why: `That would not be valid: ${first.message}` };
}

function after(now: Opened, args: Call['args']): string | Forecast {
  const { find, replace, op, params } = args;
  if (typeof find === 'string') return now.text.replace(find, () => String(replace));
  const operation = kindOf(now.kind).operations.find((one) => one.op === op);
  const known = isObject(operation?.inputSchema['properties']) ? operation.inputSchema['properties'] : {};
  try {
    const outcome = operation?.run(now.document, new Params(params, Object.keys(known)));
    return editText(now.text, outcome?.edits ?? []);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { why: error.message };
  }
}
