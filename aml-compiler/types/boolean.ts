import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

export const booleanType: ScalarTypeSpec = {
  name: 'Boolean',
  prismaNative: null,
  sql: 'boolean',
  graphql: 'Boolean',
  jsonSchema: { type: 'boolean' },
  answerSchema: { type: 'boolean' },
  typescript: { sent: 'boolean', answered: 'boolean' },
  validators: [],
  generated: [],
  indexable: true,
  parseLiteral: (node) =>
    node.kind === 'name' && (node.text === 'true' || node.text === 'false')
      ? accepted(node.text === 'true')
      : refused('`true` or `false`'),
  printPrisma: String,
  sample: (seed) => seed % 2 === 0,
};
