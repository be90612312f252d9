import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { StudioDiagnostic } from '../errors.ts';
import { appendPointer, pointerSegments } from './json-place.ts';
import type { ContentKind, JsonSchema, SchemaError } from './kind.ts';

/**
 * Words what the compiled schema found, one diagnostic for each mistake: what follows from a mistake that is told
 * already is left out. Texts between backquotes in hints are JSON to write.
 */
export function schemaDiagnostics(
  kind: ContentKind,
  document: unknown,
  errors: readonly SchemaError[],
): readonly StudioDiagnostic[] {
  const real = errors.filter(({ keyword }) => keyword !== 'if');
  const refused = real
    .filter(({ keyword }) => keyword === 'false schema')
    .map(({ instancePath }) => instancePath);
  const renames = new Map<string, string>();
  for (const error of real) {
    const name = error.params['additionalProperty'];
    const to = typeof name === 'string' ? renameOf(kind, document, error.instancePath, name) : null;
    if (to !== null) renames.set(appendPointer(error.instancePath, String(name)), to);
  }
  return real
    .filter((error) => !isConsequence(error, refused, renames))
    .map((error) => toDiagnostic(kind, document, error, renames));
}

/** The shape of a member that may not be there at all, and a missing member that a renamed one will be, are told already. */
function isConsequence(
  { instancePath, keyword, params }: SchemaError,
  refused: readonly string[],
  renames: ReadonlyMap<string, string>,
): boolean {
  if (keyword === 'false schema') return false;
  if (refused.some((path) => instancePath === path || instancePath.startsWith(`${path}/`))) return true;
  return (
    keyword === 'required' &&
    [...renames].some(
      ([pointer, to]) =>
        to === params['missingProperty'] && pointer.slice(0, pointer.lastIndexOf('/')) === instancePath,
    )
  );
}

function toDiagnostic(
  kind: ContentKind,
  document: unknown,
  { instancePath: path, keyword, params }: SchemaError,
  renames: ReadonlyMap<string, string>,
): StudioDiagnostic {
  const name = pointerSegments(path).at(-1) ?? 'The document';
  const called = /^\d*$/.test(name) || path === '' ? placeName(path) : `"${name}"`;
  const schema = schemaAt(kind.schema, path);
  switch (keyword) {
    case 'required': {
      const missing = String(params['missingProperty']);
      const example = exampleOf(schemaAt(kind.schema, appendPointer(path, missing)));
      return {
        code: 'missing_member',
        path,
        message: `${placeName(path)} has no "${missing}".`,
        hint: `Add \`${JSON.stringify(missing)}: ${example}\`.`,
      };
    }
    case 'additionalProperties': {
      const member = String(params['additionalProperty']);
      const pointer = appendPointer(path, member);
      const to = renames.get(pointer);
      return {
        code: 'unknown_member',
        path: pointer,
        message: `${placeName(path)} has no member "${member}".`,
        hint: to === undefined ? 'Remove it.' : `Rename it to \`${JSON.stringify(to)}\`.`,
      };
    }
    case 'false schema':
      return {
        code: 'not_allowed',
        path,
        message: kind.whyNot(ownerOf(document, path), name) ?? `"${name}" may not be here.`,
        hint: 'Remove it.',
      };
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly string[]).map((value) => JSON.stringify(value));
      const value = valueAt(document, path);
      const near = typeof value === 'string' ? nearest(value, params['allowedValues'] as string[]) : null;
      return {
        code: 'unknown_value',
        path,
        message: `${called} must be one of ${allowed.join(', ')}.`,
        hint: `Write \`${near === null ? exampleOf(schema) : JSON.stringify(near)}\`.`,
      };
    }
    default:
      return { ...wordsOf(keyword, params, called), path, hint: `Write \`${exampleOf(schema)}\`.` };
  }
}

function wordsOf(keyword: string, params: SchemaError['params'], called: string) {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type':
      return { code: 'wrong_type', message: `${called} must be ${TYPES[String(params['type'])]}.` };
    case 'minItems':
      return { code: 'too_few_items', message: `${called} needs at least ${limit}.` };
    case 'maxItems':
      return { code: 'too_many_items', message: `${called} may have ${limit} at most.` };
    case 'minLength':
      return { code: 'empty_text', message: `${called} must not be empty.` };
    case 'maxLength':
      return { code: 'too_long', message: `${called} may have ${limit} characters at most.` };
    case 'pattern':
      return { code: 'bad_characters', message: `${called} has characters that cannot be used there.` };
    default:
      throw new Error(`The schema has the keyword ${keyword}, which has no words yet.`);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
};

/** The allowed member that an unknown one was meant to be, unless that is there already. */
function renameOf(kind: ContentKind, document: unknown, path: string, member: string): string | null {
  const owner = valueAt(document, path) as Readonly<Record<string, unknown>>;
  const properties = schemaAt(kind.schema, path)?.['properties'] as JsonSchema | undefined;
  const free = Object.keys(properties ?? {}).filter(
    (name) => !Object.hasOwn(owner, name) && kind.whyNot(owner, name) === null,
  );
  return nearest(member, free);
}

/** "The document", "Field 2", from a pointer; numbers count from 1. */
function placeName(pointer: string): string {
  const segments = pointerSegments(pointer);
  if (segments.length === 0) return 'The document';
  const last = segments.at(-1) ?? '';
  if (!/^\d+$/.test(last)) return `"${last}"`;
  const list = (segments.at(-2) ?? '').replace(/s$/, '');
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${Number(last) + 1}`;
}

function valueAt(document: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>(
    (value, segment) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
        ? (value as Readonly<Record<string, unknown>>)[segment]
        : undefined,
    document,
  );
}

function ownerOf(document: unknown, pointer: string): Readonly<Record<string, unknown>> {
  const owner = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  return (owner ?? {}) as Readonly<Record<string, unknown>>;
}

/** The part of a kind's schema that describes what a pointer leads to. */
function schemaAt(schema: JsonSchema, pointer: string): JsonSchema | undefined {
  return pointerSegments(pointer).reduce<JsonSchema | undefined>((part, segment) => {
    const properties = part?.['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
    if (properties) return properties[segment];
    return part?.['items'] as JsonSchema | undefined;
  }, schema);
}

function exampleOf(schema: JsonSchema | undefined): string {
  const [example] = (schema?.['examples'] ?? []) as readonly unknown[];
  return JSON.stringify(example ?? null);
}
