import { BRIDGE_LIMITS } from '../bridge-limits.ts';
import type { Ir, IrModel } from '../ir.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import { exampleValues } from './openapi-example.ts';
import { failures } from './openapi-failures.ts';
import { LIMIT } from './openapi-models.ts';
import { closed, either, examples, json, listOf, ref } from './openapi-schema.ts';

const each = (models: readonly IrModel[], end: string): readonly JsonSchema[] =>
  models.map(({ name }) => ref(`${name}${end}`));

const parameter = (name: string, schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'query',
  schema,
  ...more,
});

function entityParameter(models: readonly IrModel[], ir: Ir): JsonSchema {
  const [first] = ir.models;
  const isNeeded = first === undefined || !models.includes(first);
  return parameter(
    'entity',
    { enum: models.map(({ name }) => name) },
    isNeeded ? { required: true } : { description: `Left out: ${first.name}.` },
  );
}

const answer = (status: number, description: string, members: JsonSchema): JsonSchema => ({
  [status]: {
    description,
    ...json(closed({ ok: { const: true }, ...members }, ['ok', ...Object.keys(members)])),
  },
});

/** POST _data */
export function submitOperation(creatable: readonly IrModel[], ir: Ir): JsonSchema {
  const wrapped = creatable.map(({ name }) =>
    closed({ entity: { const: name }, values: ref(`${name}Values`) }, ['entity', 'values']),
  );
  const samples = creatable.flatMap((model) => {
    const values = exampleValues(model, ir.enums);
    return values === null ? [] : [[model.name, { entity: model.name, values }] as const];
  });
  return {
    operationId: 'submit',
    summary: 'Stores one record.',
    description:
      'The body is the values themselves, of the model that `entity` in the address names; or it holds the name and the values.',
    parameters: [entityParameter(creatable, ir)],
    requestBody: {
      required: true,
      ...json(either(...each(creatable, 'Values'), ...wrapped), examples(samples)),
    },
    responses: {
      ...answer(201, 'Stored.', {
        id: { description: 'The key of the row; an object when it has several parts.' },
        record: either(...each(creatable, 'Record')),
      }),
      ...failures(400, 403, 404, 409, 410, 413, 415, 422, 429, 500, 503),
    },
  };
}

/** GET _data */
export function listOperation(readable: readonly IrModel[], ir: Ir): JsonSchema {
  return {
    operationId: 'list',
    summary: 'Reads records of one model.',
    parameters: [
      entityParameter(readable, ir),
      parameter('limit', LIMIT),
      parameter('orderBy', { type: 'string' }, { description: 'A field; `-field` turns the order round.' }),
      parameter('dir', { enum: ['asc', 'desc'] }),
    ],
    responses: {
      ...answer(200, 'The records.', { records: listOf(either(...each(readable, 'Record'))) }),
      ...failures(400, 403, 404, 410, 422, 429, 500, 503),
    },
  };
}

/** POST _data/query */
export function queryOperation(readable: readonly IrModel[]): JsonSchema {
  const one = either(...each(readable, 'Query'));
  const rows = listOf(either(...each(readable, 'Row')));
  const queries = readable.slice(0, 3).map(({ name }) => ({ entity: name, limit: 10 }));
  const [single] = queries;
  const samples = [...(single ? [['one', single] as const] : []), ['several', queries] as const];
  return {
    operationId: 'query',
    summary:
      'Reads records, by one query or by a list of them, which is answered by a list for each in order.',
    requestBody: {
      required: true,
      ...json(either(one, listOf(one, { maxItems: BRIDGE_LIMITS.queriesPerRequest })), examples(samples)),
    },
    responses: {
      ...answer(200, 'The records.', { records: either(rows, listOf(rows)) }),
      ...failures(400, 403, 404, 410, 413, 415, 422, 429, 500, 503),
    },
  };
}
