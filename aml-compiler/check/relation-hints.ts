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
export function keyType(model: DraftModel): string {
  const type = model.fieldByName.get(model.primaryKey[0] ?? 'id')?.type;
  return type === null || type === undefined ? 'String' : typeName(type);
}

/** The lines of a foreign key from `from` to `to`, such as `author User @relation(…)` and `authorId String`. */
export function foreignKeyLines(
  from: DraftModel,
  to: DraftModel,
  name: string | null,
  fieldName: string,
  optional: boolean,
): string {
  const column = freeName(from, `${fieldName}Id`);
  const key = to.primaryKey[0] ?? 'id';
  const mark = optional ? '?' : '';
  const label = name === null ? '' : `"${name}", `;
  return `\`${fieldName} ${to.name}${mark} @relation(${label}fields: [${column}], references: [${key}])\` and \`${column} ${keyType(to)}${mark}\``;
}

/** What to write at the other end of a relation of which only `side` is there. */
export function backSideHint(side: Side): string {
  const { model, target, name } = side;
  const label = name === null ? '' : ` @relation("${name}")`;
  if (side.fields !== null || !side.field.list) {
    const wish = `${lowerFirst(model.name)}s`;
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
  const line = (field: string, model: DraftModel, label: string | undefined): string =>
    `  ${field} ${model.name} @relation(${label ?? ''}fields: [${field}Id], references: [${model.primaryKey[0] ?? 'id'}], onDelete: Cascade)\n` +
    `  ${field}Id ${keyType(model)}\n`;
  const sideType = (label: string): string =>
    `${name}[]${label === '' ? '' : ` @relation(${label.slice(0, -2)})`}`;
  return (
    `Give both fields the type of a model between them: \`${a.field.name} ${sideType(labels[0] ?? '')}\` and \`${
      a.field === b.field ? freeName(b.model, `${b.field.name}Of`) : b.field.name
    } ${sideType(labels[1] ?? '')}\`, and add\n` +
    `model ${name} {\n${line(one, a.model, labels[0])}${line(two, b.model, labels[1])}  @@id([${one}Id, ${two}Id])\n}`
  );
}
