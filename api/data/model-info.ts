import type { Ir, IrEnum, IrField, IrModel, IrRelationField, IrValueField } from '@platform/aml-compiler';
import {
  changeableFields,
  creatableFields,
  isRequiredFromClient,
} from '@platform/aml-compiler/client-settable.ts';
import { scopeFieldName } from '@platform/aml-compiler/emit/prisma.ts';
import { sortableFields } from '@platform/aml-compiler/value-fields.ts';
import { ApiError } from '../errors.ts';
import { nearest } from '@platform/aml-compiler/nearest.ts';

/** A served model with what every step of a request looks up. Maps, so that no name meets a prototype member. */
export interface ModelInfo {
  readonly ir: IrModel;
  readonly fields: ReadonlyMap<string, IrField>;
  readonly values: readonly IrValueField[];
  readonly relations: readonly IrRelationField[];
  readonly primaryKey: readonly IrValueField[];
  /** Names of the fields that rows can be sorted by. */
  readonly sortable: ReadonlySet<string>;
  /** The scope column's name in the client; in no input and no output. */
  readonly scopeField: string;
  /** What clients may give of a new row, and what of a change. */
  readonly creatable: ReadonlySet<string>;
  readonly changeable: ReadonlySet<string>;
  /** Fields that clients must give of a new row, by the AML as written: rows without them may exist (design 5). */
  readonly requiredOnCreate: ReadonlySet<string>;
  /** Fields that no write may leave empty. */
  readonly neverEmpty: ReadonlySet<string>;
}

export interface Models {
  readonly byName: ReadonlyMap<string, ModelInfo>;
  readonly enums: ReadonlyMap<string, IrEnum>;
  /** The first model of the AML: what a request without `entity` means (design 6). */
  readonly first: ModelInfo | null;
}

/** @param declared the IR of the AML as written; `served` may be looser */
export function describeModels(served: Ir, declared: Ir): Models {
  const byName = new Map(served.models.map((model) => [model.name, describeModel(model, declared)]));
  const [first] = served.models;
  return {
    byName,
    enums: new Map(served.enums.map((item) => [item.name, item])),
    first: first ? (byName.get(first.name) ?? null) : null,
  };
}

function describeModel(model: IrModel, declared: Ir): ModelInfo {
  const fields = new Map(model.fields.map((field) => [field.name, field]));
  const values = model.fields.filter((field) => field.kind !== 'relation');
  const written = declared.models.find((candidate) => candidate.name === model.name);
  const declaredValues = (written?.fields ?? []).filter((field) => field.kind !== 'relation');
  const names = (list: readonly IrValueField[]): ReadonlySet<string> => new Set(list.map(({ name }) => name));
  return {
    ir: model,
    fields,
    values,
    relations: model.fields.filter((field) => field.kind === 'relation'),
    primaryKey: model.primaryKey.flatMap((name) => values.filter((field) => field.name === name)),
    sortable: names(sortableFields(model)),
    scopeField: scopeFieldName(model),
    creatable: names(creatableFields(model)),
    changeable: names(changeableFields(model)),
    requiredOnCreate: names(declaredValues.filter(isRequiredFromClient)),
    neverEmpty: names(declaredValues.filter((field) => !field.optional && !field.list)),
  };
}

/**
 * The model a request names; without a name the first one.
 * @throws ApiError not_found naming the nearest (spec 4.1, design 6)
 */
export function findModel(models: Models, name: string | null): ModelInfo {
  const found = name === null ? models.first : models.byName.get(name);
  if (found) return found;
  if (name === null) throw new ApiError('not_found', 'This app has no data model.');
  const near = nearest(name, [...models.byName.keys()]);
  throw new ApiError(
    'not_found',
    `There is no entity ${quote(name)}.${near ? ` Did you mean ${quote(near)}?` : ''}`,
  );
}

/** The model at the other end of a relation. */
export function relatedModel(models: Models, relation: IrRelationField): ModelInfo {
  const found = models.byName.get(relation.type);
  if (!found) throw new Error(`The IR has no model ${relation.type}.`);
  return found;
}

/** A name from a request for a message: short, in quotes, without control characters. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
