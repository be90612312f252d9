import type { JsonSchema, SchemaChange } from '../kind.ts';
import { LAYOUTS } from './document.ts';

export const SCHEMA_VERSION = 1;
export const SCHEMA_CHANGELOG: readonly SchemaChange[] = [];

/** The contract of slide decks (spec 2.4). */
export const SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:content:slides:1',
  title: 'Slides',
  type: 'object',
  required: ['title', 'slides'],
  additionalProperties: false,
  examples: [{ title: 'A deck', slides: [{ layout: 'title' }] }],
  properties: {
    title: { type: 'string', description: 'Name of the deck.', examples: ['A deck'] },
    theme: { type: 'string', description: 'Name of a look.', examples: ['plain'] },
    slides: {
      type: 'array',
      minItems: 1,
      examples: [[{ layout: 'title' }]],
      items: {
        type: 'object',
        required: ['layout'],
        additionalProperties: false,
        examples: [{ layout: 'text' }],
        properties: {
          layout: { enum: [...LAYOUTS], examples: ['text'] },
          heading: { type: 'string', examples: ['A heading'] },
          subtitle: { type: 'string', examples: ['A subtitle'] },
          body: { type: 'string', examples: ['Some text.'] },
          bullets: {
            type: 'array',
            description: 'On the layout bullets only.',
            items: { type: 'string', examples: ['A point'] },
            examples: [['A point']],
          },
        },
        allOf: [
          {
            if: { required: ['layout'], properties: { layout: { enum: ['title', 'text'] } } },
            then: { properties: { bullets: false } },
          },
        ],
      },
    },
  },
};
