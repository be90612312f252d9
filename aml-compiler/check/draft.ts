import type {
  GeneratedDefault,
  IrDefault,
  IrIndex,
  IrValidator,
  ReferentialAction,
  RuleOperation,
  RuleSubject,
} from '../ir.ts';
import type { EnumNode, FieldNode, ModelNode } from '../syntax/tree.ts';
import type { ScalarTypeSpec } from '../types/scalar-type.ts';
import type { ReadAttributes } from './read-attributes.ts';

/** What the rule groups fill in, one after the other; `build-ir.ts` freezes it into the IR. */
export interface Draft {
  readonly models: DraftModel[];
  readonly enums: DraftEnum[];
  readonly modelByName: Map<string, DraftModel>;
  readonly enumByName: Map<string, DraftEnum>;
}

export interface DraftEnum {
  readonly node: EnumNode;
  readonly name: string;
  readonly values: { readonly name: string; readonly doc: string | null }[];
}

export interface DraftModel {
  readonly node: ModelNode;
  readonly name: string;
  /** The second of two models of one name, or one without a name: its inside is checked, nothing refers to it. */
  readonly shadow: boolean;
  readonly attributes: ReadAttributes;
  readonly fields: DraftField[];
  readonly fieldByName: Map<string, DraftField>;
  /** A declared `projectId String`: taken as the scope column, in no list of fields. */
  scopeField: DraftField | null;
  was: string | null;
  primaryKey: string[];
  /** True when the compiler adds `id String @id @default(cuid())`. */
  addsId: boolean;
  uniques: string[][];
  indexes: IrIndex[];
  rules: Record<RuleOperation, RuleSubject>;
}

export type DraftType =
  | { readonly kind: 'scalar'; readonly spec: ScalarTypeSpec }
  | { readonly kind: 'enum'; readonly target: DraftEnum }
  | { readonly kind: 'relation'; readonly target: DraftModel };

export interface DraftRelation {
  name: string;
  fields: string[];
  references: string[];
  onDelete: ReferentialAction;
  onUpdate: ReferentialAction;
}

export interface DraftField {
  readonly node: FieldNode;
  readonly name: string;
  readonly optional: boolean;
  readonly list: boolean;
  readonly attributes: ReadAttributes;
  /** Null when the type is unknown (reported): rules about types are then silent. */
  type: DraftType | null;
  was: string | null;
  default: IrDefault | null;
  validators: IrValidator[];
  updatedAt: boolean;
  relation: DraftRelation | null;
}

export function typeName(type: DraftType): string {
  return type.kind === 'scalar' ? type.spec.name : type.target.name;
}

export const GENERATED: readonly GeneratedDefault[] = ['now', 'cuid', 'uuid', 'autoincrement'];
