import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

const MIN = -(2 ** 31);
const MAX = 2 ** 31 - 1;

/** 32 bits: both GraphQL's Int and PostgreSQL's integer hold no more. */
export const intType: ScalarTypeSpec = {
  name: 'Int',
  prismaNative: null,
  sql: 'integer',
  graphql: 'Int',
  jsonSchema: { type: 'integer', minimum: MIN, maximum: MAX },
  answerSchema: { type: 'integer', minimum: MIN, maximum: MAX },
  typescript: { sent: 'number', answered: 'number' },
  validators: ['gt', 'gte', 'lt', 'lte'],
  generated: ['autoincrement'],
  indexable: true,
  parseLiteral(node) {
    if (node.kind !== 'number' || !/^-?\d+$/.test(node.text)) return refused('a whole number such as `0`');
    const value = Number(node.text);
    // `-0` would become another number than the `0` that the database gives back.
    return value >= MIN && value <= MAX
      ? accepted(value === 0 ? 0 : value)
      : refused(`a whole number from ${MIN} to ${MAX} (\`BigInt\` holds larger ones)`);
  },
  printPrisma: String,
  sample: (seed) => seed,
};
