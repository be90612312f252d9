import type { StudioDiagnostic } from '../errors.ts';
import type { Operation } from './operation.ts';

/** A JSON Schema, or a part of one, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One entry of a kind's changelog (spec 2.6, 9). */
export interface SchemaChange {
  /** The schema version that the change came with. */
  readonly version: number;
  readonly kind: 'add' | 'remove' | 'rename' | 'modify';
  /** What changed, as a path in the schema: `fields[].range`. */
  readonly target: string;
  /** Whether documents of the version before no longer validate. */
  readonly breaking: boolean;
  readonly summary: string;
  /** How to bring an older document along; for the agent. */
  readonly migrationHint?: string;
}

/** What a record has to be like, and whether one is (spec 2.5). */
export interface RecordCheck {
  readonly ok: boolean;
  readonly diagnostics: readonly StudioDiagnostic[];
}

/** Whether documents of a kind collect records, and which (spec 2.5). */
export type DataDescriptor<D = unknown> =
  | { readonly collects: false }
  | {
      readonly collects: true;
      /** What one record is called: "Answer". */
      readonly recordLabel?: string;
      /** JSON Schema of a record, keyed by each field's `key`. */
      recordSchema(document: D): JsonSchema;
      /** The gate before storage. */
      checkRecord(document: D, record: unknown): RecordCheck;
    };

/** A mistake as the compiled JSON Schema reports it: ajv's error object, the members that are used here. */
export interface SchemaError {
  /** JSON pointer into the document. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled JSON Schema, made by scripts/content-checks.mjs. */
export interface CompiledSchema {
  (document: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Makes what a hint would write at a JSON pointer fit the rest of one document. */
export type Propose = (path: string, value: unknown) => unknown;

/** A way of working with a kind's documents, in words for an agent (spec 4.8). */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
}

/**
 * A content kind (spec 2.4): all that is known of its documents. Pure, so that browser and server use the same one.
 * `D` is a document that was validated.
 */
export interface ContentKind<D = unknown> {
  readonly id: string;
  /** The content contract. Its `examples` are what hints propose. */
  readonly schema: JsonSchema;
  readonly SCHEMA_VERSION: number;
  readonly SCHEMA_CHANGELOG: readonly SchemaChange[];
  readonly check: CompiledSchema;
  /** Mistakes that JSON Schema cannot express; looks only where the schema found the right types. */
  checkFurther(document: unknown): readonly StudioDiagnostic[];
  /** Members that only some objects may have: why this one may not, or null. */
  whyNot(owner: Readonly<Record<string, unknown>>, member: string): string | null;
  /** What the schema's examples do not know: which values the rest of a document leaves free. */
  proposals(document: unknown): Propose;
  /** What a new document starts from; valid. */
  readonly starter: D;
  /** The page of a project without one of its own: a template with an empty `platform-doc` element. */
  readonly defaultRenderer: string;
  readonly data: DataDescriptor<D>;
  /** What pictures can be taken of, as it is written to ask for one. */
  readonly screenshotTargets: readonly string[];
  /** What `invoke` can do with its documents (spec 4.8). */
  readonly operations: readonly Operation[];
  /** Ways of working that an agent is told (spec 4.8, `StudioSkillSpec`). */
  readonly skills: readonly Skill[];
}
