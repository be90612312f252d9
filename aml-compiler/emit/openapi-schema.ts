import type { JsonValue } from '../ir.ts';
import type { JsonSchema } from '../types/scalar-type.ts';

/** Small words for JSON Schema as OpenAPI 3.1 holds it. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const NULL: JsonSchema = { type: 'null' };

/** An object that has these members and no others. */
export function closed(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

export const listOf = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  ...more,
});

/** Any of these; a single one stands alone. */
export function either(...schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : { anyOf: schemas };
}

export const json = (schema: JsonSchema, examples?: JsonSchema): JsonSchema => ({
  content: { 'application/json': { schema, ...(examples ? { examples } : {}) } },
});

/** As OpenAPI names examples; null when there is none. */
export function examples(values: readonly (readonly [string, JsonValue])[]): JsonSchema | undefined {
  if (values.length === 0) return undefined;
  return Object.fromEntries(values.map(([name, value]) => [name, { value }]));
}
