import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { StudioDiagnostic } from '../errors.ts';
import { appendPointer, pointerSegments } from './json-place.ts';
import type { ContentKind, JsonSchema, Propose, SchemaError } from './kind.ts';
import { nearestValue } from './proposals.ts';

/** Characters of a member's name that a message repeats. */
const LONGEST_NAME = 100;

/** A mistake that is not put into words yet: of very many only the first are told. */
export interface Mistake {
  readonly path: string;
  tell(): StudioDiagnostic;
}

/** Where a member is called otherwise than it should be: what it is to be, by its pointer, and by its owner's. */
interface Renames {
  readonly to: ReadonlyMap<string, string>;
  readonly arriving: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * What the compiled schema found, one for each mistake: what follows from a mistake that is told already is left out.
 * Texts between backquotes in hints are JSON to write. The time is linear in the number of errors.
 */
export function schemaMistakes(
  kind: ContentKind,
  document: unknown,
  errors: readonly SchemaError[],
): readonly Mistake[] {
  const real = errors.filter(({ keyword }) => keyword !== 'if');
  const refused = new Set(
    real.filter(({ keyword }) => keyword === 'false schema').map(({ instancePath }) => instancePath),
  );
  const renames = renamesOf(kind, document, real);
  const propose = kind.proposals(document);
  return real
    .filter((error) => !isConsequence(error, refused, renames))
    .map((error) => ({
      path: placeOf(error),
      tell: () => toDiagnostic({ kind, document, renames, propose }, error),
    }));
}

function renamesOf(kind: ContentKind, document: unknown, errors: readonly SchemaError[]): Renames {
  const to = new Map<string, string>();
  const arriving = new Map<string, Set<string>>();
  for (const error of errors) {
    const name = error.params['additionalProperty'];
    if (typeof name !== 'string') continue;
    const taken = arriving.get(error.instancePath) ?? new Set();
    const meant = renameOf(kind, document, error.instancePath, name);
    // Of two that might be the same, one is.
    if (meant === null || taken.has(meant)) continue;
    to.set(placeOf(error), meant);
    arriving.set(error.instancePath, taken.add(meant));
  }
  return { to, arriving };
}

/** A member that may not be there is told at its own place. */
function placeOf({ instancePath, params }: SchemaError): string {
  const name = params['additionalProperty'];
  return typeof name === 'string' ? appendPointer(instancePath, name) : instancePath;
}

/** The shape of a member that may not be there at all, and a missing member that a renamed one will be, are told already. */
function isConsequence(
  { instancePath, keyword, params }: SchemaError,
  refused: ReadonlySet<string>,
  { arriving }: Renames,
): boolean {
  if (keyword === 'false schema') return false;
  if (refused.size > 0) {
    const segments = instancePath.split('/');
    if (segments.some((_, last) => refused.has(segments.slice(0, last + 1).join('/')))) return true;
  }
  return (
    keyword === 'required' && arriving.get(instancePath)?.has(String(params['missingProperty'])) === true
  );
}

interface Told {
  readonly kind: ContentKind;
  readonly document: unknown;
  readonly renames: Renames;
  readonly propose: Propose;
}

function toDiagnostic({ kind, document, renames, propose }: Told, error: SchemaError): StudioDiagnostic {
  const { instancePath: path, keyword, params } = error;
  const name = pointerSegments(path).at(-1) ?? 'The document';
  const called = /^\d*$/.test(name) || path === '' ? placeName(path) : `"${name}"`;
  const schema = schemaAt(kind.schema, path);
  const given = valueAt(document, path);
  const write = (value: unknown): string => `Write \`${JSON.stringify(propose(path, value))}\`.`;
  switch (keyword) {
    case 'required': {
      const missing = String(params['missingProperty']);
      const below = appendPointer(path, missing);
      const value = propose(below, nearestValue(schemaAt(kind.schema, below), error, undefined));
      return {
        code: MISSING,
        path,
        message: `${placeName(path)} has no "${missing}".`,
        hint: `Add \`${JSON.stringify(missing)}: ${JSON.stringify(value)}\`.`,
      };
    }
    case 'additionalProperties': {
      const member = String(params['additionalProperty']);
      const pointer = placeOf(error);
      const to = renames.to.get(pointer);
      return {
        code: 'unknown_member',
        path: pointer,
        message: `${placeName(path)} may not have a member "${member.slice(0, LONGEST_NAME)}".`,
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
      const allowed = params['allowedValues'] as readonly string[];
      const near = typeof given === 'string' ? nearest(given, allowed) : null;
      return {
        code: 'unknown_value',
        path,
        message: `${called} must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}.`,
        hint: write(near ?? nearestValue(schema, error, given)),
      };
    }
    case 'maxItems': {
      const limit = Number(params['limit']);
      const more = (given as readonly unknown[]).length - limit;
      return {
        code: 'too_many_items',
        path,
        message: `${called} may have ${limit} at most.`,
        hint: `Remove ${more} ${more === 1 ? 'entry' : 'entries'}.`,
      };
    }
    default:
      return { ...wordsOf(keyword, params, called), path, hint: write(nearestValue(schema, error, given)) };
  }
}

const MISSING = 'missing_member';

/** The member that is missing, of a diagnostic that says so at the place of its owner; null of any other. */
export function missingMember({ code, hint = '' }: StudioDiagnostic): string | null {
  const [, name] = code === MISSING ? (/^Add `("(?:[^"\\]|\\.)*")/.exec(hint) ?? []) : [];
  return name === undefined ? null : (JSON.parse(name) as string);
}

function wordsOf(keyword: string, params: SchemaError['params'], called: string) {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type':
      return { code: 'wrong_type', message: `${called} must be ${TYPES[String(params['type'])]}.` };
    case 'minItems':
      return { code: 'too_few_items', message: `${called} needs at least ${limit}.` };
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
