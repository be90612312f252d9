import type { Draft, DraftField, DraftModel } from './check/draft.ts';
import type { Ir, IrField, IrModel, IrScalarField, IrValidator } from './ir.ts';

const ADDED_ID: IrScalarField = {
  kind: 'scalar',
  name: 'id',
  type: 'String',
  doc: null,
  optional: false,
  list: false,
  was: null,
  default: { kind: 'generated', fn: 'cuid' },
  validators: [],
  unique: true,
  updatedAt: false,
};

/** The IR of a draft without mistakes, frozen all through: it is stored and compared. */
export function buildIr(draft: Draft): Ir {
  return deepFreeze({
    models: draft.models.map(buildModel),
    enums: draft.enums.map(({ name, node, values }) => ({
      name,
      doc: node.doc,
      values: values.map((value) => ({ ...value })),
    })),
  });
}

function buildModel(model: DraftModel): IrModel {
  const declared = model.fields.map((field) => buildField(model, field));
  const json = declared.filter((field) => field.kind === 'scalar' && field.type === 'Json' && !field.list);
  return {
    name: model.name,
    doc: model.node.doc,
    was: model.was,
    fields: model.addsId ? [ADDED_ID, ...declared] : declared,
    primaryKey: model.primaryKey,
    uniques: model.uniques,
    indexes: model.indexes,
    rules: model.rules,
    overflowField: json.length === 1 ? (json[0]?.name ?? null) : null,
  };
}

function buildField(model: DraftModel, field: DraftField): IrField {
  const { name, optional, list, was } = field;
  const base = { name, doc: field.node.doc, optional, list, was };
  if (field.type === null) throw new Error('buildIr wants a draft without mistakes.');
  if (field.type.kind === 'relation') {
    if (field.relation === null) throw new Error('buildIr wants a draft without mistakes.');
    const { name: relationName, fields, references, onDelete, onUpdate } = field.relation;
    return {
      kind: 'relation',
      ...base,
      type: field.type.target.name,
      relationName,
      fields,
      references,
      onDelete,
      onUpdate,
    };
  }
  const alone = (key: readonly string[]): boolean => key.length === 1 && key[0] === name;
  const value = {
    ...base,
    default: field.default,
    validators: inOrder(field.validators),
    unique: alone(model.primaryKey) || model.uniques.some(alone),
  };
  return field.type.kind === 'enum'
    ? { kind: 'enum', ...value, type: field.type.target.name }
    : { kind: 'scalar', ...value, type: field.type.spec.name, updatedAt: field.updatedAt };
}

/**
 * `@trim` and `@lower` first, in the order written, since they change the value; then `@length`, because a pattern may
 * be accepted only for texts that are short; then the others.
 */
function inOrder(validators: readonly IrValidator[]): IrValidator[] {
  const rank = ({ kind }: IrValidator): number =>
    kind === 'trim' || kind === 'lower' ? 0 : kind === 'length' ? 1 : 2;
  return validators.toSorted((a, b) => rank(a) - rank(b));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
