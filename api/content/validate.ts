import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { StudioDiagnostic } from '../errors.ts';
import { findPlaces } from './json-place.ts';
import type { ContentKind } from './kind.ts';
import { schemaDiagnostics } from './schema-diagnostics.ts';

export interface Validation {
  readonly ok: boolean;
  readonly diagnostics: readonly StudioDiagnostic[];
  /** What the text says as JSON, valid or not; undefined when it is no JSON. */
  readonly document: unknown;
}

/**
 * All mistakes of a document, each with its JSON pointer (spec 2.4, 2.6); none when it is valid. Mistakes that do not
 * hang together are told in one pass: k mistakes give k diagnostics.
 */
export function validateDocument(kind: ContentKind, document: unknown): readonly StudioDiagnostic[] {
  const ofSchema = kind.check(document) ? [] : schemaDiagnostics(kind, document, kind.check.errors ?? []);
  return [...ofSchema, ...kind.checkFurther(document)];
}

/** The same for a document's JSON text; diagnostics carry line and column too, and come in the text's order. */
export function validateText(kind: ContentKind, text: string): Validation {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { ok: false, diagnostics: [noJson(text, error)], document: undefined };
  }
  const found = validateDocument(kind, document);
  if (found.length === 0) return { ok: true, diagnostics: [], document };
  const places = findPlaces(text);
  const diagnostics = found
    .map((diagnostic) => ({ ...diagnostic, ...places.of(diagnostic.path ?? '') }))
    .sort((a, b) => places.offsetOf(a.path ?? '') - places.offsetOf(b.path ?? ''));
  return { ok: false, diagnostics, document };
}

function noJson(text: string, error: unknown): StudioDiagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  const diagnostic = {
    code: 'invalid_json',
    message: `The text is not JSON: ${reason}`,
    hint: 'Write one JSON object: names and texts in double quotes, no comments, no comma before a closing bracket.',
  };
  const first = firstParseError(text);
  return first ? { ...diagnostic, ...findPlaces(text).at(first.offset), hint: hintOf(first) } : diagnostic;
}

function firstParseError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return errors[0];
}

function hintOf({ error }: ParseError): string {
  const name = printParseErrorCode(error);
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `Look at this place: ${words}.`;
}
