import type { Call } from '../move.ts';
import type { Opened } from './opened.ts';

/** One step towards what was asked for: the call, and what to say before and after it. */
export interface Step {
  readonly call: Call;
  /** Said before: "I take question 3 out." */
  readonly doing: string;
  /** Said once it is done. */
  readonly done: string;
  /** What "it" means from here on; left out where that stays as it was. */
  readonly touched?: Opened['touched'];
  /** Whether the same wish may need another step after this one. */
  readonly more?: boolean;
}

/** Why there is nothing to do, or nothing that can be done, in a sentence. */
export interface Nothing {
  readonly why: string;
}

/** What one clause of a request asks for: the next step towards it in the document as it is now. */
export type Wish = (now: Opened) => Step | Nothing;

/** Reads a clause; null when it is not a wish of this sort. */
export type Reader = (clause: string) => Wish | null;

export function isStep(outcome: Step | Nothing): outcome is Step {
  return 'call' in outcome;
}

export function invoke(op: string, params: Readonly<Record<string, unknown>>): Call {
  return { tool: 'studio_invoke', args: { op, params } };
}

/** A text as it stands in a sentence. */
export function quote(text: string): string {
  const short = [...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text;
  return `“${short}”`;
}
