import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

/** 64 bits. Travels as a string, since JSON numbers lose digits above 2^53. */
export const bigIntType: ScalarTypeSpec = {
  name: 'BigInt',
  prismaNative: null,
  sql: 'bigint',
  graphql: 'BigInt',
  jsonSchema: { type: ['string', 'integer'], pattern: '^-?[0-9]{1,19}$' },
  answerSchema: { type: 'string', pattern: '^-?[0-9]{1,19}$' },
  typescript: { sent: 'string | number', answered: 'string' },
  validators: ['gt', 'gte', 'lt', 'lte'],
  generated: ['autoincrement'],
  indexable: true,
  parseLiteral(node) {
    if (node.kind !== 'number' || !/^-?\d+$/.test(node.text)) return refused('a whole number such as `0`');
    // Long before 64 bits are full, so that no huge text is turned into a number.
    if (node.text.length > 20 || BigInt.asIntN(64, BigInt(node.text)) !== BigInt(node.text))
      return refused('a whole number of at most 64 bits');
    return accepted(node.text);
  },
  printPrisma: String,
  sample: (seed) => String(9_007_199_254_740_993n + BigInt(seed)),
};
