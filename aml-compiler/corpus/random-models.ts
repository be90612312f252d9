import type fc from 'fast-check';
import { randomFields } from './random-fields.ts';
import type { RandomField } from './random-fields.ts';
import { fromTape } from './tape.ts';
import type { Tape } from './tape.ts';

/** Unusual, but allowed: words of SQL, system columns, underscores, long twins that differ in the last letter. */
const MODEL_NAMES = [
  ...['Order', 'User', 'Group', 'Table', 'select', 'Task', 'task_item', 'A', 'a1', 'camelCase', 'UPPER_CASE'],
  ...[
    'X__y_',
    'pg_class',
    'Index',
    'Public',
    'Where_',
    'pk_user',
    'PkTask',
    'u_task_title',
    'user_id_seq',
    'FTask',
    `${'Long'.repeat(12)}`,
    `${'Long'.repeat(11)}Lonh`,
  ],
];
export const ENUM_NAMES = ['State', 'kind', 'Primary', `${'Enum'.repeat(12)}`];
const VALUES = ['OPEN', 'done', 'select', 'null_', 'A', 'Z9', 'x_', 'in', 'V'.repeat(48), 'type', 'id'];
const ACTIONS = ['Cascade', 'Restrict', 'NoAction', 'SetNull', 'SetDefault'];

export interface RandomModel {
  readonly name: string;
  readonly fields: RandomField[];
  readonly block: string[];
  /** Names of the fields of its primary key; empty when the compiler adds `id`. */
  key: readonly string[];
}

/**
 * Models of every shape that AML has, right most of the time: types, defaults, validators, keys of one and of several
 * fields, relations of every cardinality (also to itself and several between two models), rules, earlier names.
 */
export const randomModels: fc.Arbitrary<string> = fromTape((tape) => {
  const enums = tape.some(ENUM_NAMES, 0, 2).map((name) => ({ name, values: tape.some(VALUES, 1, 4) }));
  const models = tape.some(MODEL_NAMES, 1, 4).map((name): RandomModel => {
    const model: RandomModel = { name, fields: [], block: [], key: [] };
    addKey(tape, model, enums);
    model.fields.push(...randomFields(tape, model, enums));
    return model;
  });
  for (let number = tape.below(5); number > 0; number--)
    addRelation(tape, tape.pick(models), tape.pick(models), number);
  if (tape.chance(30)) models.push(joinModel(tape.pick(models), tape.pick(models)));
  if (tape.chance(3)) addLists(tape.pick(models), tape.pick(models));
  for (const model of models) addBlock(tape, model);
  const end = tape.pick(['\n', '\n', '\r\n']);
  const blocks = [
    ...models.map(({ name, fields, block }) =>
      [`model ${name} {`, ...fields.map(line), ...block.map((text) => `  ${text}`), '}'].join(end),
    ),
    ...enums.map(({ name, values }) => [`enum ${name} {`, ...values, '}'].join(end)),
  ];
  return tape.some(blocks, blocks.length, blocks.length).join(end);
});

const line = ({ name, type, mark, attributes }: RandomField): string =>
  [`  ${name}`, `${type}${mark}`, ...attributes].join(' ');

type RandomEnums = readonly { readonly name: string; readonly values: readonly string[] }[];

function addKey(tape: Tape, model: RandomModel, enums: RandomEnums): void {
  const field = (name: string, type: string, ...attributes: string[]): void =>
    void model.fields.push({ name, type, mark: '', attributes });
  const kind = tape.below(10);
  if (kind < 2) return;
  const name = tape.pick(['id', 'id', 'key', 'order', 'ctid', 'K'.repeat(48)]);
  const [first] = enums;
  const single = [
    ['String', '@default(cuid())'],
    ['String', '@default(uuid())'],
    ['Int', '@default(autoincrement())'],
    ['BigInt', '@default(autoincrement())'],
    ['String'],
    ['DateTime', '@default(now())'],
    ['Decimal'],
    ...(first === undefined ? [] : [[first.name]]),
  ];
  if (kind < 8) {
    const [type = 'String', ...rest] = tape.pick(single);
    field(name, type, '@id', ...rest);
    model.key = [name];
    return;
  }
  const names = tape.some(['a', 'b_c', 'a_b', 'c', 'Q'.repeat(48)], 2, 3);
  for (const part of names) field(part, tape.pick(['String', 'Int', 'BigInt', 'DateTime']));
  model.block.push(`@@id([${names.join(', ')}])`);
  model.key = names;
}

/** A relation from `owner` to `target`: to its key, or to a unique field of it. */
function addRelation(tape: Tape, owner: RandomModel, target: RandomModel, number: number): void {
  const unique = target.fields.find(({ attributes, mark }) => attributes.includes('@unique') && mark === '');
  const references =
    unique !== undefined && tape.chance(25) ? [unique.name] : target.key.length === 0 ? ['id'] : target.key;
  const optional = tape.chance(50);
  const mark = optional ? '?' : '';
  const single = tape.chance(30);
  const own = references.map((_, at) => (number === 1 && at === 0 ? 'projectId' : `fk${number}_${at}`));
  if (owner.fields.some(({ name }) => own.includes(name))) return;
  references.forEach((reference, at) => {
    const type = target.fields.find(({ name }) => name === reference)?.type ?? 'String';
    const attributes = single && own.length === 1 && tape.chance(80) ? ['@unique'] : [];
    if (type === 'Int' && tape.chance(20)) attributes.push('@default(1)');
    owner.fields.push({ name: own[at] ?? '', type, mark, attributes });
  });
  if (single && own.length > 1 && tape.chance(80)) owner.block.push(`@@unique([${own.join(', ')}])`);
  const name = tape.chance(92) ? `"rel ${number}"` : '';
  const action = (label: string): string[] => {
    const wish = tape.pick(ACTIONS);
    // Mostly what is possible: an empty key needs a `?`, a default needs one.
    const possible = wish === 'SetNull' ? optional : wish === 'SetDefault' ? optional : true;
    return tape.chance(50) && (possible || tape.chance(5)) ? [`${label}: ${wish}`] : [];
  };
  const parts = [`fields: [${own.join(', ')}]`, `references: [${references.join(', ')}]`];
  const args = [...(name === '' ? [] : [name]), ...parts, ...action('onDelete'), ...action('onUpdate')];
  owner.fields.push({
    name: `r${number}`,
    type: target.name,
    mark,
    attributes: [`@relation(${args.join(', ')})`],
  });
  const back = name === '' ? [] : [`@relation(${name})`];
  target.fields.push({
    name: `back${number}`,
    type: owner.name,
    mark: single ? '?' : '[]',
    attributes: back,
  });
}

/** An explicit many-to-many. */
function joinModel(a: RandomModel, b: RandomModel): RandomModel {
  const name = 'JoinOf';
  const fields: RandomField[] = [];
  const key: string[] = [];
  for (const [side, model] of [a, b].entries()) {
    const references = model.key.length === 0 ? ['id'] : model.key;
    const own = references.map((reference) => `side${side}_${reference}`.slice(0, 48));
    references.forEach((reference, at) => {
      const type = model.fields.find((field) => field.name === reference)?.type ?? 'String';
      fields.push({ name: own[at] ?? '', type, mark: '', attributes: [] });
    });
    const args = `"join${side}", fields: [${own.join(', ')}], references: [${references.join(', ')}], onDelete: Cascade`;
    fields.push({ name: `side${side}`, type: model.name, mark: '', attributes: [`@relation(${args})`] });
    model.fields.push({
      name: `joined${side}`,
      type: name,
      mark: '[]',
      attributes: [`@relation("join${side}")`],
    });
    key.push(...own);
  }
  return { name, fields, block: [`@@id([${key.join(', ')}])`], key };
}

/** An implicit many-to-many, which is refused with a hint. */
function addLists(a: RandomModel, b: RandomModel): void {
  a.fields.push({ name: 'many', type: b.name, mark: '[]', attributes: ['@relation("many")'] });
  b.fields.push({ name: 'manyBack', type: a.name, mark: '[]', attributes: ['@relation("many")'] });
}

function addBlock(tape: Tape, model: RandomModel): void {
  const keyable = model.fields
    .filter(
      ({ type, mark, name }) =>
        mark !== '[]' && type !== 'Json' && !/^(r|back|side|joined|many)\d?(Back)?$/.test(name),
    )
    .map(({ name }) => name);
  const list = (names: readonly string[], sorted: boolean): string =>
    names.map((name) => (sorted && tape.chance(30) ? `${name}(sort: Desc)` : name)).join(', ');
  if (keyable.length > 0) {
    for (let number = tape.below(3); number > 0; number--)
      model.block.push(`@@index([${list(tape.some(keyable, 1, 3), true)}])`);
    if (keyable.length > 1 && tape.chance(30))
      model.block.push(`@@unique([${list(tape.some(keyable, 2, 3), false)}])`);
  }
  for (const operation of tape.some(['read', 'create', 'update', 'delete'], 0, 4))
    model.block.push(`@@allow(${operation}, ${tape.pick(['anyone', 'owner'])})`);
  if (tape.chance(10)) model.block.push(`@@was("Former${model.name.slice(0, 20)}")`);
}
