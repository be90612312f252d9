import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

/** 35 digits before and 30 behind the point. Travels as a string so that no digit is lost. */
export const decimalType: ScalarTypeSpec = {
  name: 'Decimal',
  prismaNative: null,
  sql: 'numeric(65,30)',
  graphql: 'Decimal',
  jsonSchema: { type: ['string', 'number'], pattern: '^-?[0-9]{1,35}([.][0-9]{1,30})?$' },
  answerSchema: { type: 'string', pattern: '^-?[0-9]{1,35}([.][0-9]{1,30})?$' },
  typescript: { sent: 'string | number', answered: 'string' },
  validators: ['gt', 'gte', 'lt', 'lte'],
  generated: [],
  indexable: true,
  parseLiteral(node) {
    if (node.kind !== 'number' || !/^-?\d+(\.\d+)?$/.test(node.text))
      return refused('a number such as `9.90`, without quotes');
    return /^-?\d{1,35}(\.\d{1,30})?$/.test(node.text)
      ? accepted(node.text)
      : refused('a number of at most 35 digits before and 30 behind the point');
  },
  printPrisma: String,
  sample: (seed) => `${seed}.25`,
};
