import type { JSONPath } from 'jsonc-parser';
import type { JsonSchema } from './kind.ts';

/** A change of one place of a document's JSON; a value of undefined removes what is there. */
export interface DocumentEdit {
  readonly path: JSONPath;
  readonly value: unknown;
  /** Puts the value into a list before what has this place now. */
  readonly insert?: boolean;
}

/** What an operation comes to; it changes nothing by itself. */
export interface OperationOutcome {
  /** In order; each path is meant for the text that the edits before it left. */
  readonly edits?: readonly DocumentEdit[];
  /** The target to bring into view, as screenshots name it. */
  readonly show?: string;
  /** What the caller is told, beside the state of the document where that was changed. */
  readonly result?: unknown;
}

/** What a kind can do besides the protocol's own methods: reached by `invoke` (spec 4.8, design 11). */
export interface Operation {
  readonly op: string;
  /** The name of the tool that an agent is given for it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of `params`. */
  readonly inputSchema: JsonSchema;
  /** Whether the document's text changes. */
  readonly edits: boolean;
  /**
   * @param document parsed JSON, perhaps not valid
   * @throws OperationError
   */
  run(document: unknown, params: Params): OperationOutcome;
}

/** What was asked for cannot be done; the message says what can. */
export class OperationError extends Error {
  readonly code: 'invalid_params' | 'unsupported';
  constructor(code: OperationError['code'], message: string) {
    super(message);
    this.name = 'OperationError';
    this.code = code;
  }
}

type Json = Readonly<Record<string, unknown>>;

/** The parameters of one call, read member by member. */
export class Params {
  readonly #given: Json;
  /** @param known the members that the operation has; any other is refused */
  constructor(given: unknown, known: readonly string[]) {
    const object = given === undefined || given === null ? {} : given;
    if (!isObject(object)) throw invalid('The parameters are an object.');
    const strange = Object.keys(object).find((member) => !known.includes(member));
    if (strange !== undefined) {
      const names = known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`;
      throw invalid(`There is no parameter ${JSON.stringify(strange)} here. ${names}`);
    }
    this.#given = object;
  }

  object(name: string): Json {
    const value = this.#own(name);
    if (!isObject(value)) throw invalid(`"${name}" is an object.`);
    return value;
  }

  text(name: string): string {
    const value = this.#own(name);
    if (typeof value !== 'string') throw invalid(`"${name}" is a text.`);
    return value;
  }

  /** A whole number from 0 to `most`. @param absent its value when it is left out; null when it may not be */
  index(name: string, most: number, absent: number | null = null): number {
    const value = this.#own(name) ?? absent;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw invalid(
      most < 0 ? 'There is nothing to choose from.' : `"${name}" is a whole number from 0 to ${most}.`,
    );
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON Schema of an operation's parameters. */
export function paramsSchema(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** JSON Schema of the entries of a document's list. */
export function entrySchema(schema: JsonSchema, list: string): JsonSchema {
  const lists = schema['properties'] as Readonly<Record<string, { readonly items: JsonSchema }>>;
  return lists[list]?.items ?? {};
}

/** The list that a kind's operations work on. @throws OperationError where the document has none */
export function listOf(document: unknown, member: string): readonly unknown[] {
  const list = isObject(document) && Object.hasOwn(document, member) ? document[member] : undefined;
  if (Array.isArray(list)) return list;
  throw new OperationError(
    'unsupported',
    `The document has no list "${member}" now. Mend its text first: the diagnostics say where.`,
  );
}

/** Edits that give members of one object other values; null removes a member. */
export function memberEdits(at: JSONPath, changes: Json): readonly DocumentEdit[] {
  return Object.entries(changes).map(([member, value]) => ({
    path: [...at, member],
    value: value === null ? undefined : value,
  }));
}

/** Edits that take an entry of a list to another place; `to` is its index afterwards. */
export function moveEdits(member: string, entry: unknown, from: number, to: number): readonly DocumentEdit[] {
  if (from === to) return [];
  return [
    { path: [member, from], value: undefined },
    { path: [member, to], value: entry, insert: true },
  ];
}

export function invalid(message: string): OperationError {
  return new OperationError('invalid_params', message);
}
