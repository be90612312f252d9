/** An app's data model as a chain of edits changes it. `id`s tell a thing from its namesakes through every edit. */
export interface AppModel {
  readonly models: ModelState[];
  readonly enums: EnumState[];
}

export interface ModelState {
  readonly id: number;
  name: string;
  was: string | null;
  key: KeyKind;
  readonly fields: FieldState[];
  /** Field names of `@@unique` and `@@index`. */
  readonly uniques: (readonly string[])[];
  readonly indexes: (readonly string[])[];
}

export interface FieldState {
  readonly id: number;
  name: string;
  was: string | null;
  /** A scalar or an enum's name; that of a foreign key follows the key it points to. */
  type: string;
  optional: boolean;
  list: boolean;
  unique: boolean;
  hasDefault: boolean;
  /** Set on a foreign key. */
  relation: { readonly id: number; readonly to: number; onDelete: 'Cascade' | 'Restrict' } | null;
}

export interface EnumState {
  readonly name: string;
  readonly values: string[];
}

/** How rows are found: by an `id` of some type, by the mark that every row of these tests has, or by two fields. */
export const KEY_KINDS = ['auto', 'big', 'cuid', 'uuid', 'text', 'number', 'mark', 'pair'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const SCALARS = [
  'String',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'Boolean',
  'DateTime',
  'Json',
] as const;

/** The field that tells rows apart for the test, in every model and never edited. */
export const MARK = 'mark';

const KEY_LINES: Readonly<Record<KeyKind, readonly string[]>> = {
  auto: ['id Int @id @default(autoincrement())', 'mark String'],
  big: ['id BigInt @id @default(autoincrement())', 'mark String'],
  cuid: ['id String @id @default(cuid())', 'mark String'],
  uuid: ['id String @id @default(uuid())', 'mark String'],
  text: ['id String @id', 'mark String'],
  number: ['id Int @id', 'mark String'],
  mark: ['mark String @id'],
  pair: ['mark String', 'part Int @default(1)', '@@id([mark, part])'],
};

const DEFAULTS: Readonly<Record<string, string>> = {
  String: '"d"',
  Int: '7',
  BigInt: '8',
  Float: '1.5',
  Decimal: '2.25',
  Boolean: 'true',
  DateTime: 'now()',
  Json: '"{}"',
};

/** The field and the type that a relation to this model points to; null when its key has several fields. */
export function keyTarget(model: ModelState): { readonly field: string; readonly type: string } | null {
  if (model.key === 'pair') return null;
  if (model.key === 'mark') return { field: MARK, type: 'String' };
  const type = { auto: 'Int', number: 'Int', big: 'BigInt', cuid: 'String', uuid: 'String', text: 'String' };
  return { field: 'id', type: type[model.key] };
}

/** The declared type of a field without its modifiers. */
export function typeOf(app: AppModel, field: FieldState): string {
  const target = app.models.find((model) => model.id === field.relation?.to);
  return (target && keyTarget(target)?.type) ?? field.type;
}

/** The AML text of an app model. */
export function printAml(app: AppModel): string {
  const enums = app.enums.map((item) => `enum ${item.name} {\n  ${item.values.join('\n  ')}\n}\n`);
  const models = app.models.map((model) => {
    const lines = [
      ...KEY_LINES[model.key],
      ...model.fields.flatMap((field) => printField(app, field)),
      ...backSides(app, model),
      ...model.uniques.map((names) => `@@unique([${names.join(', ')}])`),
      ...model.indexes.map((names) => `@@index([${names.join(', ')}])`),
      ...(model.was === null ? [] : [`@@was("${model.was}")`]),
    ];
    return `model ${model.name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
  });
  return [...enums, ...models].join('\n');
}

function printField(app: AppModel, field: FieldState): readonly string[] {
  const type = typeOf(app, field);
  const mark = field.list ? '[]' : field.optional ? '?' : '';
  const firstValue = app.enums.find((item) => item.name === type)?.values[0];
  const value = field.hasDefault && !field.list ? (DEFAULTS[type] ?? firstValue) : undefined;
  const attributes = [
    ...(field.unique ? ['@unique'] : []),
    ...(value === undefined ? [] : [`@default(${value})`]),
    ...(field.was === null ? [] : [`@was("${field.was}")`]),
  ];
  const line = [field.name, type + mark, ...attributes].join(' ');
  const target = app.models.find((model) => model.id === field.relation?.to);
  if (!field.relation || !target) return [line];
  const { id, onDelete } = field.relation;
  const references = keyTarget(target)?.field ?? 'id';
  return [
    line,
    `rel${id} ${target.name}${mark} @relation("R${id}", fields: [${field.name}], references: [${references}], onDelete: ${onDelete})`,
  ];
}

function backSides(app: AppModel, model: ModelState): readonly string[] {
  return app.models.flatMap((owner) =>
    owner.fields.flatMap(({ relation, unique }) =>
      relation?.to === model.id
        ? [`back${relation.id} ${owner.name}${unique ? '?' : '[]'} @relation("R${relation.id}")`]
        : [],
    ),
  );
}
