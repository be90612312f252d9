import type { Report } from '../report.ts';
import type { DraftModel } from './draft.ts';
import { isName } from './names.ts';
import type { ReadAttribute } from './read-attributes.ts';

/** `@was` and `@@was`: earlier names. Swaps are allowed, two heirs of one name are not (design 5). */
export function checkFieldWas(model: DraftModel, report: Report): void {
  const heirs = new Map<string, string>();
  for (const field of model.fields)
    field.was = readWas(field.attributes.get('was'), '@was', field.name, heirs, report);
}

export function checkModelWas(models: readonly DraftModel[], report: Report): void {
  const heirs = new Map<string, string>();
  for (const model of models)
    model.was = readWas(model.attributes.get('was'), '@@was', model.name, heirs, report);
}

function readWas(
  attribute: ReadAttribute | undefined,
  label: string,
  name: string,
  heirs: Map<string, string>,
  report: Report,
): string | null {
  const node = attribute?.args.get('name');
  if (node === undefined) return null;
  const bad = (message: string, hint: string): null => {
    report.add('bad_was', node.start, message, hint);
    return null;
  };
  if (node.kind !== 'string')
    return bad(`\`${label}\` takes the earlier name as a text.`, `Write \`${label}("oldName")\`.`);
  if (!isName(node.value))
    return bad(
      `\`${node.value.slice(0, 60)}\` was never a name here.`,
      'Names have letters a to z, digits and `_`, begin with a letter and have at most 48 characters.',
    );
  if (node.value === name)
    return bad(`\`${name}\` already has this name.`, `Remove the \`${label}\`, or name what it was before.`);
  const heir = heirs.get(node.value);
  if (heir !== undefined)
    return bad(`\`${heir}\` was already \`${node.value}\`.`, 'Only one of them can take over its data.');
  heirs.set(node.value, name);
  return node.value;
}
