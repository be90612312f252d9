import type { ReferentialAction } from '../ir.ts';
import type { Report } from '../report.ts';
import type { DraftField } from './draft.ts';
import { typeName } from './draft.ts';
import { readFieldList } from './field-list.ts';
import { addUnique } from './keys.ts';
import { keyType } from './relation-hints.ts';
import type { Side } from './relation-side.ts';

/** Checks the side with the foreign key against its back side, and fills in both. */
export function checkOwner(owner: Side, back: Side, report: Report): void {
  const pairs = readPairs(owner, report);
  refuseBackArguments(back, report);
  if (pairs === null) return;
  if (!checkTypes(owner, pairs, report)) return;
  const optionalKey = pairs.some(([own]) => own.optional);
  if (!checkOptionality(owner, back, pairs, optionalKey, report)) return;
  const onDelete = owner.onDelete ?? (owner.field.optional ? 'SetNull' : 'Restrict');
  const onUpdate = owner.onUpdate ?? 'Cascade';
  for (const action of [onDelete, onUpdate]) if (!checkAction(owner, pairs, action, report)) return;

  let ordered = pairs;
  if (!back.field.list) ordered = makeOneToOne(owner, back, pairs, report);
  const name = owner.name ?? [owner.model.name, owner.target.name].toSorted().join('To');
  owner.field.relation = {
    name,
    fields: ordered.map(([own]) => own.name),
    references: ordered.map(([, other]) => other),
    onDelete,
    onUpdate,
  };
  back.field.relation = { name, fields: [], references: [], onDelete, onUpdate };
}

type Pair = readonly [own: DraftField, reference: string];

function refuseBackArguments(back: Side, report: Report): void {
  if (back.references !== null || back.onDelete !== null || back.onUpdate !== null)
    report.add(
      'not_applicable',
      back.at,
      `\`${back.model.name}.${back.field.name}\` is the side without the foreign key.`,
      'Only the name of the relation may stand here; `references`, `onDelete` and `onUpdate` stand at the other side.',
    );
}

/** Own fields with the fields they point to, or null when a list is wrong (reported). */
function readPairs(owner: Side, report: Report): Pair[] | null {
  const { model, target } = owner;
  if (owner.fields === null) return null;
  const own = readFieldList(owner.fields, model, report, (name) =>
    name === 'id'
      ? `\`fields\` names the foreign key, a field of \`${model.name}\` such as \`${owner.field.name}Id\`; \`references\` names the key of \`${target.name}\`.`
      : `Add the foreign key: \`${name} ${keyType(target)}${owner.field.optional ? '?' : ''}\`.`,
  );
  if (owner.references === null) {
    report.add(
      'missing_argument',
      owner.at,
      '`@relation` with `fields` needs `references`.',
      `Add \`references: [${target.primaryKey.join(', ')}]\`.`,
    );
    return null;
  }
  // The added `id` is no declared field, yet a relation may point to it.
  const addedId = target.addsId && owner.references.kind === 'array' && namesOnlyId(owner.references.items);
  const references = addedId ? ['id'] : listedNames(owner, report);
  if (own === null || references === null) return null;
  const fields: DraftField[] = [];
  for (const { field, at } of own) {
    if (field === null || field.list || field.type?.kind === 'relation' || field.type === null) {
      if (field?.type !== null)
        report.add(
          'not_applicable',
          at,
          'A foreign key is a single value in a column of its own.',
          'Name a field such as `authorId String`.',
        );
      return null;
    }
    fields.push(field);
  }
  if (fields.length !== references.length) {
    report.add(
      'relation_count',
      owner.at,
      `\`fields\` names ${fields.length} and \`references\` ${references.length}.`,
      'Name as many in one as in the other, in the same order.',
    );
    return null;
  }
  const keys = [target.primaryKey, ...target.uniques];
  // A key that is wrong itself is reported there.
  if (
    target.primaryKey.length > 0 &&
    !keys.some((key) => key.length === references.length && key.every((name) => references.includes(name)))
  ) {
    report.add(
      'references_not_unique',
      owner.references.start,
      `\`${references.join(', ')}\` of \`${target.name}\` is not unique, so it does not tell one row.`,
      `Refer to its key: \`references: [${target.primaryKey.join(', ')}]\`, or add \`@unique\` there.`,
    );
    return null;
  }
  return fields.map((field, index) => [field, references[index] ?? '']);
}

function namesOnlyId(items: readonly { readonly kind: string; readonly text?: string }[]): boolean {
  return items.length === 1 && items[0]?.kind === 'name' && items[0].text === 'id';
}

function listedNames(owner: Side, report: Report): string[] | null {
  if (owner.references === null) return null;
  const listed = readFieldList(
    owner.references,
    owner.target,
    report,
    () => `Refer to its key: \`references: [${owner.target.primaryKey.join(', ')}]\`.`,
  );
  const names: string[] = [];
  for (const { field, at } of listed ?? []) {
    if (field !== null) names.push(field.name);
    else
      report.add(
        'not_applicable',
        at,
        `\`projectId\` of \`${owner.target.name}\` is the platform's own column.`,
        `Refer to its key: \`references: [${owner.target.primaryKey.join(', ')}]\`.`,
      );
  }
  return listed === null || names.length < listed.length ? null : names;
}

function checkTypes(owner: Side, pairs: readonly Pair[], report: Report): boolean {
  for (const [own, reference] of pairs) {
    const other = owner.target.fieldByName.get(reference)?.type;
    const wanted = other === null ? null : other === undefined ? 'String' : typeName(other);
    if (own.type === null || wanted === null || typeName(own.type) === wanted) continue;
    report.add(
      'relation_type',
      own.node.type?.start ?? own.node.start,
      `\`${own.name}\` is \`${typeName(own.type)}\`, but \`${owner.target.name}.${reference}\`, to which it points, is \`${wanted}\`.`,
      `Write \`${own.name} ${wanted}${own.optional ? '?' : ''}\`.`,
    );
    return false;
  }
  return true;
}

function checkOptionality(
  owner: Side,
  back: Side,
  pairs: readonly Pair[],
  optionalKey: boolean,
  report: Report,
): boolean {
  if (!back.field.list && !back.field.optional) {
    report.add(
      'back_side_required',
      back.field.node.start,
      `\`${back.model.name}.${back.field.name}\` has no foreign key, so it may be missing.`,
      `Write \`${back.field.name} ${owner.model.name}?\`.`,
    );
    return false;
  }
  if (owner.field.optional === optionalKey) return true;
  const keys = pairs.map(([own]) => own.name).join(', ');
  report.add(
    'relation_optionality',
    owner.field.node.start,
    optionalKey
      ? `\`${owner.field.name}\` is required, but its foreign key \`${keys}\` may be missing.`
      : `\`${owner.field.name}\` may be missing, but its foreign key \`${keys}\` is required.`,
    'Put a `?` behind both types or behind none.',
  );
  return false;
}

function checkAction(
  owner: Side,
  pairs: readonly Pair[],
  action: ReferentialAction,
  report: Report,
): boolean {
  const bad = (message: string, hint: string): false => {
    report.add('action_impossible', owner.at, message, hint);
    return false;
  };
  const required = pairs.find(([own]) => !own.optional)?.[0];
  if (action === 'SetNull' && required !== undefined)
    return bad(
      `\`SetNull\` cannot empty \`${required.name}\`, which is required.`,
      'Use `Cascade` or `Restrict`, or put a `?` behind both types.',
    );
  const bare = pairs.find(([own]) => own.default?.kind !== 'literal' && !own.optional)?.[0];
  if (action === 'SetDefault' && bare !== undefined)
    return bad(
      `\`SetDefault\` needs a default, which \`${bare.name}\` has not.`,
      'Use `Cascade` or `Restrict`, or add `@default(…)`.',
    );
  return true;
}

/** A back side that is no list: the foreign key must be unique, in the order of that unique key. */
function makeOneToOne(owner: Side, back: Side, pairs: readonly Pair[], report: Report): Pair[] {
  const names = pairs.map(([own]) => own.name);
  const key = [owner.model.primaryKey, ...owner.model.uniques].find(
    (unique) => unique.length === names.length && unique.every((name) => names.includes(name)),
  );
  if (key !== undefined) return key.flatMap((name) => pairs.filter(([own]) => own.name === name));
  addUnique(owner.model, names);
  report.add(
    'one_to_one_unique',
    owner.field.node.start,
    `\`${back.model.name}.${back.field.name}\` is a single value, so \`${names.join(', ')}\` is made unique.`,
    names.length === 1
      ? `Write \`@unique\` behind \`${names[0] ?? ''}\`, or \`${back.field.name} ${owner.model.name}[]\` if there are many.`
      : `Write \`@@unique([${names.join(', ')}])\`.`,
  );
  return [...pairs];
}
