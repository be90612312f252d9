import { LIMITS } from '../limits.ts';
import type { Report } from '../report.ts';
import type { DocumentNode, EnumNode, ModelNode, NameNode } from '../syntax/tree.ts';
import type { Draft, DraftEnum, DraftField, DraftModel } from './draft.ts';
import { checkGeneratedNames, checkName, claim } from './names.ts';
import { readFieldAttributes, readModelAttributes, refuseAttributes } from './read-attributes.ts';
import { DEFAULT_RULES } from './rules.ts';

/** Every declaration with a checked name, within the limits. Types and attributes are not looked at yet. */
export function collect(document: DocumentNode, report: Report): Draft {
  const draft: Draft = { models: [], enums: [], modelByName: new Map(), enumByName: new Map() };
  const taken = new Map<string, string>();
  const names: NameNode[] = [];
  const claimType = (name: NameNode | null, what: 'model' | 'enum'): boolean => {
    if (name === null) return false;
    names.push(name);
    checkName(name, what, report);
    return claim(taken, name, what, report);
  };

  for (const node of within(document.models, LIMITS.models, 'too_many_models', 'models', report)) {
    const own = claimType(node.name, 'model');
    const model = collectModel(node, !own, report);
    draft.models.push(model);
    if (own) draft.modelByName.set(model.name, model);
  }
  for (const node of within(document.enums, LIMITS.enums, 'too_many_enums', 'enums', report)) {
    const own = claimType(node.name, 'enum');
    const found = collectEnum(node, report);
    draft.enums.push(found);
    if (own) draft.enumByName.set(found.name, found);
  }
  checkGeneratedNames(names, new Set(draft.modelByName.keys()), report);
  return draft;
}

/** The first `limit` of a list; the first one above is reported. */
function within<T extends { readonly start: number }>(
  nodes: readonly T[],
  limit: number,
  code: 'too_many_models' | 'too_many_enums' | 'too_many_fields' | 'too_many_values',
  what: string,
  report: Report,
): readonly T[] {
  const above = nodes[limit];
  if (above === undefined) return nodes;
  report.add(
    code,
    above.start,
    `There are ${nodes.length} ${what}; at most ${limit} are allowed.`,
    `Leave out ${nodes.length - limit} of them, or put what belongs together into a Json field.`,
  );
  return nodes.slice(0, limit);
}

function collectModel(node: ModelNode, shadow: boolean, report: Report): DraftModel {
  const model: DraftModel = {
    node,
    name: node.name?.text ?? '',
    shadow,
    attributes: readModelAttributes(node.attributes, report),
    fields: [],
    fieldByName: new Map(),
    scopeField: null,
    was: null,
    primaryKey: [],
    addsId: false,
    uniques: [],
    indexes: [],
    rules: { ...DEFAULT_RULES },
  };
  if (node.fields.length === 0 && !node.damaged) {
    report.add(
      'empty_model',
      node.start,
      `The model \`${model.name}\` has no fields.`,
      'Add at least one, such as `title String`.',
    );
  }
  const taken = new Map<string, string>();
  for (const fieldNode of within(
    node.fields,
    LIMITS.fieldsPerModel,
    'too_many_fields',
    'fields in this model',
    report,
  )) {
    checkName(fieldNode.name, 'field', report);
    const own = claim(taken, fieldNode.name, 'field', report);
    const field: DraftField = {
      node: fieldNode,
      name: fieldNode.name.text,
      optional: fieldNode.type?.optional ?? false,
      list: fieldNode.type?.list ?? false,
      attributes: readFieldAttributes(fieldNode, report),
      type: null,
      was: null,
      default: null,
      validators: [],
      updatedAt: false,
      relation: null,
    };
    if (!own) continue;
    model.fields.push(field);
    model.fieldByName.set(field.name, field);
  }
  return model;
}

function collectEnum(node: EnumNode, report: Report): DraftEnum {
  const found: DraftEnum = { node, name: node.name?.text ?? '', values: [] };
  refuseAttributes(node.attributes, '@@', report);
  if (node.values.length === 0 && !node.damaged) {
    report.add(
      'empty_enum',
      node.start,
      `The enum \`${found.name}\` has no values.`,
      'Add at least one, such as `OPEN`.',
    );
  }
  const taken = new Map<string, string>();
  for (const value of within(
    node.values,
    LIMITS.valuesPerEnum,
    'too_many_values',
    'values in this enum',
    report,
  )) {
    checkName(value.name, 'value', report);
    refuseAttributes(value.attributes, '@', report);
    if (claim(taken, value.name, 'value', report))
      found.values.push({ name: value.name.text, doc: value.doc });
  }
  return found;
}
