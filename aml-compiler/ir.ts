/**
 * The intermediate representation: what an accepted AML source means, with everything that the compiler
 * adds already in it (the missing `id`, the names of relations, default rules). Every emitter reads this and
 * nothing else. All of it is plain frozen JSON: it is stored in the catalog and compared between versions.
 *
 * The scope column `projectId` is in no model here: it belongs to the data plane, which adds it to every table
 * (spec 2.5). A field named `projectId` that is the app's own foreign key is an ordinary field.
 */

export type ScalarType = 'String' | 'Boolean' | 'Int' | 'BigInt' | 'Float' | 'Decimal' | 'DateTime' | 'Json';

/** A default that the database or the data plane makes; clients may not set such a field (spec 2.5). */
export type GeneratedDefault = 'now' | 'cuid' | 'uuid' | 'autoincrement';

/** Literals are kept as written for BigInt, Decimal and DateTime (strings), parsed for Json. */
export type IrDefault =
  | { readonly kind: 'generated'; readonly fn: GeneratedDefault }
  | { readonly kind: 'literal'; readonly value: JsonValue };

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Checked before storage; `trim` and `lower` change the value first, in the order written. */
export type IrValidator =
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'email' }
  | { readonly kind: 'url' }
  | { readonly kind: 'regex'; readonly pattern: string }
  | { readonly kind: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number | string }
  | { readonly kind: 'trim' }
  | { readonly kind: 'lower' };

interface IrFieldBase {
  readonly name: string;
  readonly doc: string | null;
  readonly optional: boolean;
  readonly list: boolean;
  /** The earlier name of `@was("…")`. */
  readonly was: string | null;
}

interface IrValueFieldBase extends IrFieldBase {
  readonly default: IrDefault | null;
  readonly validators: readonly IrValidator[];
  /** True when this field alone is unique: `@unique`, or the only member of the primary key. */
  readonly unique: boolean;
}

export interface IrScalarField extends IrValueFieldBase {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly updatedAt: boolean;
}

export interface IrEnumField extends IrValueFieldBase {
  readonly kind: 'enum';
  /** Name of the enum. */
  readonly type: string;
}

export type ReferentialAction = 'Cascade' | 'Restrict' | 'NoAction' | 'SetNull' | 'SetDefault';

export interface IrRelationField extends IrFieldBase {
  readonly kind: 'relation';
  /** Name of the model at the other end. */
  readonly type: string;
  /** Same on both sides; unique among the relations of the two models. */
  readonly relationName: string;
  /** Own foreign key fields; empty on the side that holds none. */
  readonly fields: readonly string[];
  /** Fields of the other model that `fields` points to; empty on the side without a foreign key. */
  readonly references: readonly string[];
  readonly onDelete: ReferentialAction;
  readonly onUpdate: ReferentialAction;
}

export type IrValueField = IrScalarField | IrEnumField;
export type IrField = IrValueField | IrRelationField;

export interface IrIndex {
  readonly fields: readonly { readonly name: string; readonly sort: 'asc' | 'desc' }[];
}

export type RuleOperation = 'read' | 'create' | 'update' | 'delete';
export type RuleSubject = 'anyone' | 'owner';

export interface IrModel {
  readonly name: string;
  readonly doc: string | null;
  readonly was: string | null;
  readonly fields: readonly IrField[];
  /** Names of the primary key's fields, in order; never empty. */
  readonly primaryKey: readonly string[];
  /** Composite and single unique keys, the primary key not among them. */
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly IrIndex[];
  /** Who may do what; always all four (design 5: read and create anyone, update and delete owner by default). */
  readonly rules: Readonly<Record<RuleOperation, RuleSubject>>;
  /** The single Json field that takes keys matching no field (spec 2.5); null when there is none or several. */
  readonly overflowField: string | null;
}

export interface IrEnum {
  readonly name: string;
  readonly doc: string | null;
  readonly values: readonly { readonly name: string; readonly doc: string | null }[];
}

export interface Ir {
  readonly models: readonly IrModel[];
  readonly enums: readonly IrEnum[];
}
