import { isObject } from '../../../content/operation.ts';
import type { ToolResult } from '../tool-result.ts';

/** What became of a change that was asked for. */
export interface Outcome {
  /** Whether it was taken; null where no answer came, so that nobody knows. */
  readonly taken: boolean | null;
  /** The code of the refusal; null when there is none. */
  readonly code: string | null;
  /** Why it was refused, in a sentence. */
  readonly why: string;
  /** What the Studio finds wrong with the document as it is now. */
  readonly mistakes: readonly string[];
}

/** Reads the answer to a change. An invalid document is taken too, with its diagnostics (design 11). */
export function readOutcome(result: ToolResult | null): Outcome {
  const value = result?.value;
  if (!result || !isObject(value))
    return { taken: null, code: null, why: result?.problem ?? '', mistakes: [] };
  const taken = value['ok'] === true;
  const hint =
    isObject(value['error']) && typeof value['error']['hint'] === 'string' ? value['error']['hint'] : '';
  return {
    taken,
    code: result.code,
    why: taken ? '' : [result.problem ?? '', hint].filter(Boolean).join(' '),
    mistakes: taken ? mistakesIn(value['diagnostics']) : [],
  };
}

/** Diagnostics as sentences. */
export function mistakesIn(diagnostics: unknown): readonly string[] {
  if (!Array.isArray(diagnostics)) return [];
  return diagnostics.filter(isObject).map(({ message, path, line }) => {
    const place =
      typeof line === 'number' ? `line ${line}` : typeof path === 'string' && path !== '' ? path : null;
    return `${place === null ? '' : `${place}: `}${String(message)}`;
  });
}
