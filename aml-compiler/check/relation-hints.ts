import type { DraftModel } from './draft.ts';
import { typeName } from './draft.ts';
import type { Side } from './relation-side.ts';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A field name that the model does not have yet. */
function freeName(model: DraftModel, wish: string): string {
  const taken = new Set(model.fields.map((field) => field.name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish : `${wish}${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** Type of the key that a foreign key to this model has. */
export function keyType(model: DraftModel, key: string = model.primaryKey[0] ?? 'id'): string {
  const type = model.fieldByName.get(key)?.type;
  return type === null || type === undefined ? 'String' : typeName(type);
}

/** A foreign key to a model, one column for each field of its key. */
function foreignKey(
  from: DraftModel | null,
  to: DraftModel,
  fieldName: string,
): { readonly columns: readonly (readonly [name: string, type: string])[]; readonly references: string } {
  const keys = to.primaryKey.length > 0 ? to.primaryKey : ['id'];
  const columns = keys.map((key) => {
    const wish = `${fieldName}${upperFirst(key)}`;
    return [from === null ? wish : freeName(from, wish), keyType(to, key)] as const;
  });
  return { columns, references: keys.join(', ') };
}

/** The lines of a foreign key from `from` to `to`, such as `author User @relation(…)` and `authorId String`. */
export function foreignKeyLines(
  from: DraftModel,
  to: DraftModel,
  name: string | null,
  fieldName: string,
  optional: boolean,
): string {
  // `userId User` is the relation under its column's name.
  const base = /^\w+[a-z]Id$/.test(fieldName) ? fieldName.slice(0, -2) : fieldName;
  const own = base === fieldName ? base : freeName(from, base);
  const { columns, references } = own === fieldName ? foreignKey(from, to, own) : foreignKey(null, to, own);
  const mark = optional ? '?' : '';
  const label = name === null ? '' : `"${name}", `;
  const names = columns.map(([column]) => column).join(', ');
  return [
    `\`${own} ${to.name}${mark} @relation(${label}fields: [${names}], references: [${references}])\``,
    ...columns.map(([column, type]) => `\`${column} ${type}${mark}\``),
  ].join(' and ');
}

const plural = (word: string): string =>
  /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : /(s|x|ch|sh|z)$/.test(word)
      ? `${word}es`
      : `${word}s`;

/** Whether the foreign key of a side tells one row: then there is one at the other side as well. */
function isUnique({ model, fields }: Side): boolean {
  if (fields?.kind !== 'array') return false;
  const names = fields.items.map((item) => (item.kind === 'name' ? item.text : ''));
  return [model.primaryKey, ...model.uniques].some(
    (key) => key.length === names.length && key.every((name) => names.includes(name)),
  );
}

/** What to write at the other end of a relation of which only `side` is there. */
export function backSideHint(side: Side): string {
  const { model, target, name } = side;
  const label = name === null ? '' : ` @relation("${name}")`;
  if (side.fields !== null || !side.field.list) {
    const one = lowerFirst(model.name);
    if (isUnique(side))
      return `Add to \`model ${target.name}\`: \`${freeName(target, one)} ${model.name}?${label}\`.`;
    const wish = plural(one);
    return `Add to \`model ${target.name}\`: \`${freeName(target, wish)} ${model.name}[]${label}\`.`;
  }
  return `Add to \`model ${target.name}\`: ${foreignKeyLines(target, model, name, freeName(target, lowerFirst(model.name)), false)}.`;
}

/** The model that stands between two lists. */
export function joinModelHint(a: Side, b: Side): string {
  const name = `${a.model.name}${upperFirst(a.field.name)}`.slice(0, 48);
  const one = lowerFirst(a.model.name);
  const two = a.model === b.model ? 'other' : lowerFirst(b.model.name);
  const labels = a.model === b.model ? [`"${name}1", `, `"${name}2", `] : ['', ''];
  const line = (field: string, model: DraftModel, label: string | undefined): string => {
    const { columns, references } = foreignKey(null, model, field);
    return (
      `  ${field} ${model.name} @relation(${label ?? ''}fields: [${columns.map(([column]) => column).join(', ')}], references: [${references}], onDelete: Cascade)\n` +
      columns.map(([column, type]) => `  ${column} ${type}\n`).join('')
    );
  };
  const keys = [...foreignKey(null, a.model, one).columns, ...foreignKey(null, b.model, two).columns];
  const sideType = (label: string): string =>
    `${name}[]${label === '' ? '' : ` @relation(${label.slice(0, -2)})`}`;
  return (
    `Give both fields the type of a model between them: \`${a.field.name} ${sideType(labels[0] ?? '')}\` and \`${
      a.field === b.field ? freeName(b.model, `${b.field.name}Of`) : b.field.name
    } ${sideType(labels[1] ?? '')}\`, and add\n` +
    `model ${name} {\n${line(one, a.model, labels[0])}${line(two, b.model, labels[1])}  @@id([${keys.map(([column]) => column).join(', ')}])\n}`
  );
}
