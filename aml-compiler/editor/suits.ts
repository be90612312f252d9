import { FIELD_ATTRIBUTES } from '../check/attributes.ts';
import type { DocumentNode, FieldNode, ModelNode } from '../syntax/tree.ts';
import { isScalarType, SCALAR_TYPES } from '../types/all.ts';
import type { ScalarTypeSpec, ValidatorKind } from '../types/scalar-type.ts';

/** What a type's name stands for in this text. */
export type Meaning =
  | { readonly kind: 'scalar'; readonly spec: ScalarTypeSpec }
  | { readonly kind: 'model'; readonly model: ModelNode }
  | { readonly kind: 'enum'; readonly values: readonly string[] };

/** Null for a missing or unknown type. */
export function meaningOf(document: DocumentNode, field: FieldNode | null): Meaning | null {
  const name = field?.type?.name.text;
  if (name === undefined) return null;
  if (isScalarType(name)) return { kind: 'scalar', spec: SCALAR_TYPES[name] };
  const model = document.models.find((one) => one.name?.text === name);
  if (model !== undefined) return { kind: 'model', model };
  const found = document.enums.find((one) => one.name?.text === name);
  return found === undefined ? null : { kind: 'enum', values: found.values.map((value) => value.name.text) };
}

/** Names of the attributes that the compiler takes behind a field of this type; all while the type is unknown. */
export function suitingAttributes(document: DocumentNode, field: FieldNode): readonly string[] {
  const meaning = meaningOf(document, field);
  const all = [...FIELD_ATTRIBUTES.keys()];
  if (meaning === null) return all;
  const list = field.type?.list === true;
  return all.filter((name) => suits(name, meaning, list, field.type?.optional === true));
}

function suits(name: string, meaning: Meaning, list: boolean, optional: boolean): boolean {
  switch (name) {
    case 'was':
      return meaning.kind !== 'model';
    case 'relation':
      return meaning.kind === 'model';
    case 'default':
      return meaning.kind !== 'model';
    case 'id':
      return !optional && isKey(meaning, list);
    case 'unique':
      return isKey(meaning, list);
    case 'updatedAt':
      return !list && meaning.kind === 'scalar' && meaning.spec.name === 'DateTime';
    default:
      return validators(meaning, list).some((kind) => kind === name);
  }
}

/** Whether a field may stand in a key or an index. */
export function isKey(meaning: Meaning | null, list: boolean): boolean {
  if (list || meaning?.kind === 'model') return false;
  return meaning?.kind !== 'scalar' || meaning.spec.indexable;
}

function validators(meaning: Meaning, list: boolean): readonly ValidatorKind[] {
  if (list) return meaning.kind === 'model' ? [] : ['length'];
  return meaning.kind === 'scalar' ? meaning.spec.validators : [];
}
