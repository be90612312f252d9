import { badQuery, refuseUnknownMembers } from './query-error.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { findModel } from './model-info.ts';
import type { Row } from './rows.ts';

/** The scope comes from the address alone (spec 4.1 rule 1). */
const IGNORED = ['projectId'];

export interface InsertRequest {
  readonly model: ModelInfo;
  readonly values: Row;
}

/**
 * Finds the entity and the values of an insert in all its forms (design 6): `?entity=`, then
 * `{ entity, values: {…} }`, then a string member `entity` when the model has no such field; else the first model.
 * @throws ApiError not_found for an unknown entity; invalid_request for a parameter, or a member beside `values`, that
 *   nothing would be done with
 */
export function readInsert(models: Models, params: URLSearchParams, body: Row): InsertRequest {
  refuseUnknownMembers(params.keys(), {
    what: 'parameter of POST _data',
    known: ['entity'],
    ignored: IGNORED,
    meant: { model: 'did you mean "entity"?', table: 'did you mean "entity"?' },
  });
  const named = params.get('entity');
  if (named !== null && named !== '') return { model: findModel(models, named), values: body };
  const first = findModel(models, null);
  const { entity, values, ...rest } = body;
  const isWrapped = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (
    isWrapped &&
    typeof entity === 'string' &&
    !(first.fields.has('entity') && first.fields.has('values'))
  ) {
    refuseUnknownMembers(Object.keys(rest), {
      what: 'member beside "entity" and "values"',
      known: [],
      ignored: IGNORED,
      meant: Object.fromEntries(Object.keys(rest).map((name) => [name, 'it goes into "values".'])),
    });
    return { model: findModel(models, entity), values: values as Row };
  }
  if (entity === undefined || first.fields.has('entity')) return { model: first, values: body };
  if (typeof entity !== 'string') throw badQuery('entity', 'must be the name of a model, as text.');
  return { model: findModel(models, entity), values: values === undefined ? rest : { ...rest, values } };
}
