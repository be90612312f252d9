import type { Report } from '../report.ts';
import { SCOPE_NAME } from '../scope-name.ts';
import type { DraftModel } from './draft.ts';

/**
 * A declared `projectId String` is the scope column that the platform adds to every table (spec 2.5, design 5), so
 * it leaves the fields. As the foreign key of one of the model's own relations it is an ordinary field.
 */
export function takeScopeColumn(model: DraftModel, report: Report): void {
  const field = model.fieldByName.get(SCOPE_NAME);
  if (field?.type?.kind !== 'scalar' || field.type.spec.name !== 'String' || field.list) return;
  if (isForeignKey(model)) return;
  model.scopeField = field;
  model.fieldByName.delete(SCOPE_NAME);
  model.fields.splice(model.fields.indexOf(field), 1);
  report.add(
    'scope_column',
    field.node.start,
    'The platform adds `projectId` to every model and fills it with the id of the app; this line has no effect.',
    'Remove it; for a project of your own add `project Project @relation(fields: [projectId], references: [id])`, or name the field otherwise.',
  );
}

function isForeignKey(model: DraftModel): boolean {
  return model.fields.some((field) => {
    const fields = field.attributes.get('relation')?.args.get('fields');
    const names = fields?.kind === 'array' ? fields.items : fields === undefined ? [] : [fields];
    return names.some((node) => node.kind === 'name' && node.text === SCOPE_NAME);
  });
}
