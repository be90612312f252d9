import type { Ir, IrModel } from '../ir.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import type { EmitOptions } from './emitter.ts';
import { describe, emitJsonSchemas, valueSchema } from './json-schema.ts';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
const object = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

/** The bridge of an app as OpenAPI 3.1 (spec 4.1): what its visitors may read and add. */
export function emitOpenApi(ir: Ir, { name }: EmitOptions): string {
  const readable = ir.models.filter((model) => model.rules.read === 'anyone');
  const creatable = ir.models.filter((model) => model.rules.create === 'anyone');
  const description = {
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    servers: [{ url: '/a/{app}', variables: { app: { default: name } } }],
    paths: {
      '/_data': {
        ...(readable.length === 0 ? {} : { get: list(readable) }),
        ...(creatable.length === 0 ? {} : { post: insert(creatable) }),
      },
      ...(readable.length === 0 ? {} : { '/_data/query': { post: query(readable) } }),
    },
    components: {
      schemas: { ...modelSchemas(ir, readable, creatable), Failure: FAILURE },
      responses: { Failure: { description: 'What was wrong.', ...json(ref('Failure')) } },
    },
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

const FAILURE = object(
  {
    ok: { const: false },
    error: object({ code: { type: 'string' }, message: { type: 'string' } }, ['code', 'message']),
    diagnostics: { type: 'array', items: { type: 'object' } },
  },
  ['ok', 'error'],
);

const FAILED: JsonSchema = { default: { $ref: '#/components/responses/Failure' } };

/** Names end in one of three words, so those of two models never meet. */
function modelSchemas(ir: Ir, readable: readonly IrModel[], creatable: readonly IrModel[]): JsonSchema {
  const values = emitJsonSchemas(ir);
  const of = (models: readonly IrModel[], end: string, make: (model: IrModel) => JsonSchema) =>
    models.map((model) => [`${model.name}${end}`, make(model)] as const);
  const shown = ir.models.filter((model) => readable.includes(model) || creatable.includes(model));
  return Object.fromEntries([
    ...of(creatable, 'Values', (model) => withoutDialect(values[model.name] ?? {})),
    ...of(shown, 'Record', (model) => record(model, ir)),
    ...of(readable, 'Query', querySchema),
  ]);
}

function withoutDialect(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
}

function record(model: IrModel, ir: Ir): JsonSchema {
  const properties = valuesOf(model).map((field) => {
    const value = valueSchema(field, ir.enums);
    const whole = field.list
      ? { type: 'array', items: value }
      : field.optional
        ? { anyOf: [value, { type: 'null' }] }
        : value;
    return [field.name, { ...whole, ...describe(field.doc) }] as const;
  });
  return { ...describe(model.doc), type: 'object', properties: Object.fromEntries(properties) };
}

function querySchema(model: IrModel): JsonSchema {
  const fields = valuesOf(model).map(({ name }) => name);
  const sortable = valuesOf(model)
    .filter((field) => !field.list && field.type !== 'Json')
    .map(({ name }) => [name, { enum: ['asc', 'desc'] }] as const);
  const conditions = model.fields.map(({ name }) => [name, {}] as const);
  return object(
    {
      entity: { const: model.name },
      where: {
        type: 'object',
        description:
          'Conditions that all have to hold: a value, or an object of operators such as `{ "gte": 3 }`.',
        properties: Object.fromEntries([
          ...conditions,
          ...['AND', 'OR', 'NOT'].map((logic) => [logic, { type: ['array', 'object'] }] as const),
        ]),
      },
      select: {
        anyOf: [{ type: 'array', items: { enum: model.fields.map(({ name }) => name) } }, { type: 'object' }],
        description: `Left out: ${fields.join(', ')}.`,
      },
      orderBy: { type: 'object', properties: Object.fromEntries(sortable), additionalProperties: false },
      limit: { type: 'integer', minimum: 0 },
    },
    ['entity'],
  );
}

const valuesOf = (model: IrModel) => model.fields.filter((field) => field.kind !== 'relation');
const names = (models: readonly IrModel[]): JsonSchema => ({ enum: models.map(({ name }) => name) });
const anyOf = (models: readonly IrModel[], end: string): JsonSchema => ({
  anyOf: models.map(({ name }) => ref(`${name}${end}`)),
});
const parameter = (name: string, schema: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'query',
  schema,
  ...more,
});

function insert(creatable: readonly IrModel[]): JsonSchema {
  return {
    operationId: 'submit',
    summary: 'Stores one record.',
    parameters: [parameter('entity', names(creatable), { required: true })],
    requestBody: { required: true, ...json(anyOf(creatable, 'Values')) },
    responses: {
      201: {
        description: 'Stored.',
        ...json(
          object({ ok: { const: true }, id: {}, record: anyOf(creatable, 'Record') }, ['ok', 'id', 'record']),
        ),
      },
      ...FAILED,
    },
  };
}

function list(readable: readonly IrModel[]): JsonSchema {
  return {
    operationId: 'list',
    summary: 'Reads records of one model.',
    parameters: [
      parameter('entity', names(readable), { required: true }),
      parameter('limit', { type: 'integer', minimum: 0 }),
      parameter('orderBy', { type: 'string' }, { description: 'A field; `-field` turns the order round.' }),
      parameter('dir', { enum: ['asc', 'desc'] }),
    ],
    responses: { 200: answer({ type: 'array', items: anyOf(readable, 'Record') }), ...FAILED },
  };
}

function query(readable: readonly IrModel[]): JsonSchema {
  const one = anyOf(readable, 'Query');
  const rows = { type: 'array', items: anyOf(readable, 'Record') };
  return {
    operationId: 'query',
    summary: 'Reads records, by one query or a list of them; a list is answered by a list of lists.',
    requestBody: { required: true, ...json({ anyOf: [one, { type: 'array', items: one }] }) },
    responses: { 200: answer({ anyOf: [rows, { type: 'array', items: rows }] }), ...FAILED },
  };
}

function answer(records: JsonSchema): JsonSchema {
  return {
    description: 'The records.',
    ...json(object({ ok: { const: true }, records }, ['ok', 'records'])),
  };
}
