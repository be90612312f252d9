import type { CombinedError } from '@urql/core';

/** One remark on an AML text or a document, as the API sends it with an error. */
export interface Remark {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
  readonly line?: number | null;
  readonly col?: number | null;
  readonly path?: string | null;
}

/** An answer of the API that is not the wished-for one: `code` is from the closed list of design 4. */
export class Failure extends Error {
  readonly code: string;
  readonly diagnostics: readonly Remark[];
  /** All that came with the error, for example `currentRevision` of a conflict. */
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.extensions = extensions;
    this.diagnostics = Array.isArray(extensions['diagnostics'])
      ? (extensions['diagnostics'] as Remark[])
      : [];
  }
}

/** Turns urql's error into ours. No connection and no JSON both mean that nobody answered: `unavailable`. */
export function failureOf(error: CombinedError): Failure {
  const first = error.graphQLErrors[0];
  if (first !== undefined) {
    const code = first.extensions['code'];
    return new Failure(typeof code === 'string' ? code : 'internal', first.message, first.extensions);
  }
  return new Failure('unavailable', 'The server did not answer. Check your connection and try again.');
}

/** The sentence to show for anything thrown. */
export function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Failure) return thrown.message;
  return 'Something unexpected happened. Nothing was lost; try again.';
}
