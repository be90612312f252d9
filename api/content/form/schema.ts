import type { JsonSchema, SchemaChange } from '../kind.ts';
import { FIELD_TYPES, hasOptions, hasRange } from './document.ts';

export const SCHEMA_VERSION = 1;
export const SCHEMA_CHANGELOG: readonly SchemaChange[] = [];

/** Each field is a column, and Postgres has room for 1,600; fields that were removed keep theirs (design 11). */
const MOST_FIELDS = 200;

/**
 * The contract of form documents (spec 2.4). What depends on a field's type stands in if/then, one for each rule and
 * only for known types, so that one mistake is one error.
 */
export const SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:content:form:1',
  title: 'Form',
  type: 'object',
  required: ['title', 'fields'],
  additionalProperties: false,
  examples: [{ title: 'A form', fields: [] }],
  properties: {
    title: { type: 'string', description: 'Heading of the form.', examples: ['A form'] },
    desc: { type: 'string', description: 'A sentence below the heading.', examples: ['Please answer.'] },
    fields: {
      type: 'array',
      maxItems: MOST_FIELDS,
      examples: [[]],
      items: {
        type: 'object',
        required: ['type', 'key', 'label'],
        additionalProperties: false,
        examples: [{ type: 'text', key: 'new_field', label: 'New field' }],
        properties: {
          type: { enum: [...FIELD_TYPES], examples: ['text'] },
          key: {
            type: 'string',
            description: 'Names the answers; unique within the form.',
            minLength: 1,
            maxLength: 100,
            pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$',
            examples: ['new_field'],
          },
          label: { type: 'string', description: 'What the person reads.', examples: ['New field'] },
          required: { type: 'boolean', examples: [false] },
          options: {
            type: 'array',
            description: 'Of choice and multi only.',
            items: { type: 'string', minLength: 1, examples: ['One'] },
            examples: [['One', 'Two']],
          },
          range: {
            type: 'object',
            description: 'Of number and rating only; min is less than max.',
            required: ['min', 'max'],
            additionalProperties: false,
            properties: {
              min: { type: 'number', examples: [1] },
              max: { type: 'number', examples: [5] },
            },
            examples: [{ min: 1, max: 5 }],
          },
        },
        allOf: [
          whenType(hasOptions, { required: ['options'], properties: { options: { minItems: 1 } } }),
          whenType((type) => !hasOptions(type), { properties: { options: false } }),
          whenType((type) => !hasRange(type), { properties: { range: false } }),
        ],
      },
    },
  },
};

function whenType(test: (type: string) => boolean, then: JsonSchema): JsonSchema {
  const types = FIELD_TYPES.filter(test);
  return { if: { required: ['type'], properties: { type: { enum: types } } }, then };
}
