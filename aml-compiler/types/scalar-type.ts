import type { GeneratedDefault, IrValidator, JsonValue, ScalarType } from '../ir.ts';
import type { ValueNode } from '../syntax/tree.ts';

export type ValidatorKind = IrValidator['kind'];

/** A JSON Schema 2020-12 fragment. */
export type JsonSchema = { readonly [key: string]: JsonValue };

export type Literal =
  | { readonly ok: true; readonly value: JsonValue }
  /** `expected` ends the sentence "A default of this type is …". */
  | { readonly ok: false; readonly expected: string };

/** All that the compiler and its emitters know about one scalar type. One file per type implements it. */
export interface ScalarTypeSpec {
  readonly name: ScalarType;
  /** Native type behind the Prisma type, or null where Prisma's own choice is right. */
  readonly prismaNative: string | null;
  /** PostgreSQL type, as Prisma would create it. */
  readonly sql: string;
  readonly graphql: string;
  /** Shape of one value as clients send it. */
  readonly jsonSchema: JsonSchema;
  /** Shape of one value as the platform answers it. */
  readonly answerSchema: JsonSchema;
  /** The TypeScript type of one value, as clients send it and as the platform answers it. */
  readonly typescript: { readonly sent: string; readonly answered: string };
  /** Which validators a single value takes; a list takes `length` whatever its type. */
  readonly validators: readonly ValidatorKind[];
  readonly generated: readonly GeneratedDefault[];
  /** Whether it may stand in a primary key, a unique key or an index. */
  readonly indexable: boolean;
  /** Reads a literal of the source (a default, a bound). */
  parseLiteral(node: ValueNode): Literal;
  /** The literal in Prisma schema syntax. */
  printPrisma(value: JsonValue): string;
  /** A plausible value that differs with `seed`; used by tests and generated examples. */
  sample(seed: number): JsonValue;
}

export const accepted = (value: JsonValue): Literal => ({ ok: true, value });
export const refused = (expected: string): Literal => ({ ok: false, expected });
