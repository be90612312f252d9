import type { IrRelationField } from '@platform/aml-compiler';
import type { ModelInfo, Models } from '../model-info.ts';
import { relatedModel } from '../model-info.ts';
import type { Source } from './statement.ts';

/** A relation by its keys: pairs of an own field and a field of the related model. */
export interface RelationKeys {
  readonly related: ModelInfo;
  readonly pairs: readonly (readonly [own: string, other: string])[];
  /** Whether the own side holds the foreign key. */
  readonly owner: boolean;
}

export function relationKeys(models: Models, model: ModelInfo, field: IrRelationField): RelationKeys {
  const related = relatedModel(models, field);
  if (field.fields.length > 0) return { related, pairs: pair(field.fields, field.references), owner: true };
  const back = related.relations.find(
    (other) =>
      other.relationName === field.relationName && other.type === model.ir.name && other.fields.length > 0,
  );
  if (!back) throw new Error(`No side of ${model.ir.name}.${field.name} has a foreign key.`);
  return { related, pairs: pair(back.references, back.fields), owner: false };
}

/** The condition that joins a row to its related rows. */
export function joinSql({ pairs }: RelationKeys, own: Source, other: Source): string {
  return pairs.map(([mine, theirs]) => `${own.column(mine)} = ${other.column(theirs)}`).join(' AND ');
}

function pair(own: readonly string[], other: readonly string[]): (readonly [string, string])[] {
  return own.map((name, i) => {
    const there = other[i];
    if (there === undefined) throw new Error('A foreign key has fewer fields than it points to.');
    return [name, there] as const;
  });
}
