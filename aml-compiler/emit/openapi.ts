import type { Ir, IrModel } from '../ir.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import type { EmitOptions } from './emitter.ts';
import { emitJsonSchemas } from './json-schema.ts';
import { DIAGNOSTIC, FAILURES } from './openapi-failures.ts';
import { filterSchemas } from './openapi-filters.ts';
import {
  orderBySchema,
  querySchema,
  recordSchema,
  rowSchema,
  selectSchema,
  whereSchema,
} from './openapi-models.ts';
import { listOperation, queryOperation, submitOperation } from './openapi-paths.ts';

export interface ApiDescription {
  readonly title: string;
  /** The model as the tables serve it. */
  readonly served: Ir;
  /** The model as written: what new records must have. */
  readonly declared: Ir;
  /** OpenAPI's server object: where the app lives. */
  readonly server: JsonSchema;
}

/** The bridge of an app as OpenAPI 3.1 (spec 4.1): what its visitors may read and add. */
export function emitOpenApi(ir: Ir, { name }: EmitOptions): string {
  const server = { url: '/a/{app}', variables: { app: { default: name } } };
  return `${JSON.stringify(describeApi({ title: name, served: ir, declared: ir, server }), null, 2)}\n`;
}

export function describeApi({ title, served, declared, server }: ApiDescription): JsonSchema {
  const readable = served.models.filter((model) => model.rules.read === 'anyone');
  const creatable = served.models.filter((model) => model.rules.create === 'anyone');
  const data = {
    ...(readable.length === 0 ? {} : { get: listOperation(readable, served) }),
    ...(creatable.length === 0 ? {} : { post: submitOperation(creatable, declared) }),
  };
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [server],
    paths: {
      '/_data': data,
      ...(readable.length === 0 ? {} : { '/_data/query': { post: queryOperation(readable) } }),
    },
    components: {
      schemas: {
        ...valuesSchemas(declared, creatable),
        ...Object.fromEntries(creatable.map((model) => [`${model.name}Record`, recordSchema(model, served)])),
        ...(readable.length === 0 ? {} : readSchemas(served, readable)),
        Diagnostic: DIAGNOSTIC,
      },
      responses: FAILURES,
    },
  };
}

function valuesSchemas(declared: Ir, creatable: readonly IrModel[]): JsonSchema {
  const all = emitJsonSchemas(declared);
  return Object.fromEntries(
    creatable.map(({ name }) => {
      const { $schema: _, ...schema } = all[name] ?? {};
      return [`${name}Values`, schema];
    }),
  );
}

/** Names end in one of these words, so those of two models never meet. */
function readSchemas(ir: Ir, readable: readonly IrModel[]): JsonSchema {
  const [first] = ir.models;
  return {
    ...Object.fromEntries(
      readable.flatMap((model) => [
        [`${model.name}Record`, recordSchema(model, ir)],
        [`${model.name}Row`, rowSchema(model, ir)],
        [`${model.name}Query`, querySchema(model, model === first)],
        [`${model.name}Where`, whereSchema(model, ir)],
        [`${model.name}Select`, selectSchema(model, ir)],
        [`${model.name}OrderBy`, orderBySchema(model)],
      ]),
    ),
    ...filterSchemas({ ...ir, models: readable }),
  };
}
