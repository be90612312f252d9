import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { StudioDiagnostic } from '../errors.ts';
import { findPlaces } from './json-place.ts';
import type { ContentKind } from './kind.ts';
import { schemaMistakes, type Mistake } from './schema-diagnostics.ts';

export interface Validation {
  readonly ok: boolean;
  readonly diagnostics: readonly StudioDiagnostic[];
  /** How many mistakes there are; more than are told when they are very many. */
  readonly count: number;
  /** What the text says as JSON, valid or not; undefined when it is no JSON. */
  readonly document: unknown;
}

/** Mistakes that are told of one document; of more, how many they are. */
export const MOST_TOLD = 1_000;

/**
 * The mistakes of a document, each with its JSON pointer (spec 2.4, 2.6); none when it is valid. Mistakes that do not
 * hang together are told in one pass: k mistakes give k diagnostics, up to MOST_TOLD and one that counts the others.
 */
export function validateDocument(kind: ContentKind, document: unknown): readonly StudioDiagnostic[] {
  return tellFirst(findMistakes(kind, document));
}

/** The same for a document's JSON text; diagnostics carry line and column too, and come in the text's order. */
export function validateText(kind: ContentKind, text: string): Validation {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { ok: false, diagnostics: [noJson(text, error)], count: 1, document: undefined };
  }
  const found = findMistakes(kind, document);
  if (found.length === 0) return { ok: true, diagnostics: [], count: 0, document };
  const places = findPlaces(text);
  const inOrder = found
    .map((mistake) => ({ mistake, offset: places.offsetOf(mistake.path) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ mistake }) => mistake);
  const diagnostics = tellFirst(inOrder).map((one) => ({ ...one, ...places.of(one.path ?? '') }));
  return { ok: false, diagnostics, count: found.length, document };
}

function findMistakes(kind: ContentKind, document: unknown): readonly Mistake[] {
  const ofSchema = kind.check(document) ? [] : schemaMistakes(kind, document, kind.check.errors ?? []);
  const further = kind.checkFurther(document).map((one) => ({ path: one.path ?? '', tell: () => one }));
  return [...ofSchema, ...further];
}

function tellFirst(mistakes: readonly Mistake[]): readonly StudioDiagnostic[] {
  const told = mistakes.slice(0, MOST_TOLD).map((mistake) => mistake.tell());
  const more = mistakes.length - told.length;
  if (more === 0) return told;
  return [
    ...told,
    {
      code: 'more_mistakes',
      path: '',
      message: `${more.toLocaleString('en')} more ${more === 1 ? 'mistake is' : 'mistakes are'} not listed.`,
      hint: 'Mend the listed ones first; the next ones are told then.',
    },
  ];
}

/** Names one place only: the reader's own message would name another one, in other units. */
function noJson(text: string, error: unknown): StudioDiagnostic {
  const first = firstParseError(text);
  const hint =
    'Write one JSON object: names and texts in double quotes, no comments, no comma before a closing bracket.';
  const reason = first ? wordsOf(first) : error instanceof Error ? error.message : String(error);
  const message = `The text is not JSON: ${reason}.`;
  return { code: 'invalid_json', message, hint, ...(first && findPlaces(text).at(first.offset)) };
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

function wordsOf({ error }: ParseError): string {
  const name = printParseErrorCode(error);
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
