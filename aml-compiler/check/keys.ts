import type { Report } from '../report.ts';
import type { DraftField, DraftModel } from './draft.ts';
import { typeName } from './draft.ts';
import type { ListedField } from './field-list.ts';
import { readFieldList } from './field-list.ts';
import type { ReadAttribute } from './read-attributes.ts';

/** Primary key, unique keys and indexes of one model. */
export function checkKeys(model: DraftModel, report: Report): void {
  checkPrimaryKey(model, report);
  for (const field of model.fields) checkUniqueField(model, field, report);
  for (const attribute of model.attributes.all) {
    if (attribute.name === 'unique') checkUnique(model, attribute, report);
    if (attribute.name === 'index') checkIndex(model, attribute, report);
  }
}

function checkPrimaryKey(model: DraftModel, report: Report): void {
  const marked = model.fields.filter((field) => field.attributes.mentions('id'));
  const block = model.attributes.get('id');
  const second = marked[1]?.attributes.get('id');
  if (second !== undefined || (block !== undefined && marked.length > 0)) {
    report.add(
      'several_keys',
      (block ?? second)?.node.start ?? model.node.start,
      `\`${model.name}\` has more than one primary key.`,
      `For a key of several fields write only \`@@id([${marked.map((field) => field.name).join(', ')}])\`.`,
    );
    return;
  }
  const single = marked[0];
  if (single !== undefined) {
    if (checkKeyField(single, single.attributes.get('id')?.node.start ?? single.node.start, true, report))
      model.primaryKey = [single.name];
  } else if (block !== undefined) {
    const listed = readKey(model, block, true, report);
    if (listed !== null && listed.length > 0) model.primaryKey = listed.map((field) => field.name);
    // Only the scope column was named: within an app that is no key at all.
    else if (listed !== null) findKey(model, report);
  } else if (!model.attributes.mentions('id')) findKey(model, report);
}

/** No `@id` anywhere: a unique `id` will do, a plain one is a slip, and without one the compiler adds it. */
function findKey(model: DraftModel, report: Report): void {
  const field =
    model.fieldByName.get('id') ?? model.fields.find((other) => other.name.toLowerCase() === 'id');
  if (field === undefined) return addKey(model);
  if (field.name === 'id' && field.attributes.mentions('unique') && !field.optional && !field.list) {
    model.primaryKey = [field.name];
    return;
  }
  const type = field.type?.kind === 'scalar' ? field.type.spec.name : 'String';
  const made = type === 'Int' || type === 'BigInt' ? 'autoincrement()' : 'cuid()';
  report.add(
    'id_not_marked',
    field.node.start,
    `\`${field.name}\` is not marked as the primary key.`,
    `Write \`id ${type} @id @default(${made})\`, or leave the line out: the id is then made for you.`,
  );
}

function addKey(model: DraftModel): void {
  model.addsId = true;
  model.primaryKey = ['id'];
}

function checkUniqueField(model: DraftModel, field: DraftField, report: Report): void {
  const attribute = field.attributes.get('unique');
  if (attribute === undefined) return;
  if (model.primaryKey.length === 1 && model.primaryKey[0] === field.name) {
    if (field.attributes.mentions('id'))
      report.add(
        'redundant_unique',
        attribute.node.start,
        'A primary key is unique already.',
        'Remove the `@unique`.',
      );
    return;
  }
  if (checkKeyField(field, attribute.node.start, false, report)) addUnique(model, [field.name]);
}

function checkUnique(model: DraftModel, attribute: ReadAttribute, report: Report): void {
  const listed = readKey(model, attribute, false, report);
  if (listed === null || listed.length === 0) return;
  const names = listed.map((field) => field.name);
  if (sameFields(names, model.primaryKey) || model.uniques.some((unique) => sameFields(names, unique)))
    report.add(
      'redundant_unique',
      attribute.node.start,
      'These fields are unique already.',
      'Remove the line.',
    );
  else addUnique(model, names);
}

export function addUnique(model: DraftModel, names: readonly string[]): void {
  if (!model.uniques.some((unique) => sameFields(names, unique))) model.uniques.push([...names]);
}

function sameFields(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function checkIndex(model: DraftModel, attribute: ReadAttribute, report: Report): void {
  const node = attribute.args.get('fields');
  const listed = node === undefined ? null : readFieldList(node, model, report, () => undefined);
  const fields: { name: string; sort: 'asc' | 'desc' }[] = [];
  for (const { field, sort, at } of listed ?? []) {
    if (field === null) continue;
    if (field.type?.kind === 'relation') {
      reportRelation(field, at, report);
      return;
    }
    if (!isIndexable(field)) {
      report.add(
        'index_ignored',
        attribute.node.start,
        `An index over \`${field.name}\` would not be used: it is a list or Json. The index is left out.`,
        'Remove the line, or index other fields.',
      );
      return;
    }
    fields.push({ name: field.name, sort });
  }
  if (fields.length === 0) return;
  const key = JSON.stringify(fields);
  if (!model.indexes.some((index) => JSON.stringify(index.fields) === key)) model.indexes.push({ fields });
}

/** The fields of a key without the scope column, or null when it cannot be one (reported). */
function readKey(
  model: DraftModel,
  attribute: ReadAttribute,
  primary: boolean,
  report: Report,
): DraftField[] | null {
  const node = attribute.args.get('fields');
  const listed: ListedField[] | null =
    node === undefined ? null : readFieldList(node, model, report, () => undefined);
  if (listed === null) return null;
  const fields = listed.flatMap(({ field, at }) =>
    field === null ? [] : checkKeyField(field, at, primary, report) ? [field] : [null],
  );
  return fields.some((field) => field === null) ? null : fields.filter((field) => field !== null);
}

function isIndexable(field: DraftField): boolean {
  return !field.list && (field.type?.kind !== 'scalar' || field.type.spec.indexable);
}

function checkKeyField(field: DraftField, at: number, primary: boolean, report: Report): boolean {
  if (field.type?.kind === 'relation') {
    reportRelation(field, at, report);
    return false;
  }
  if (!isIndexable(field)) {
    const type = `${field.type === null ? '' : typeName(field.type)}${field.list ? '[]' : ''}`;
    report.add(
      'key_type',
      at,
      `\`${field.name}\` is \`${type}\`, which is no key.`,
      'Use a text, a number, a date or an enum.',
    );
    return false;
  }
  if (primary && field.optional) {
    report.add(
      'optional_key',
      at,
      `\`${field.name}\` may be missing, so it is no primary key.`,
      'Remove the `?`.',
    );
    return false;
  }
  return true;
}

function reportRelation(field: DraftField, at: number, report: Report): void {
  const key = field.attributes.get('relation')?.args.get('fields');
  const names =
    key?.kind === 'array' ? key.items.flatMap((item) => (item.kind === 'name' ? [item.text] : [])) : [];
  report.add(
    'not_applicable',
    at,
    `\`${field.name}\` is a relation and has no column of its own.`,
    names.length > 0
      ? `Use its foreign key, \`${names.join(', ')}\`.`
      : 'Use the field that holds the foreign key.',
  );
}
