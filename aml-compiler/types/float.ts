import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';

export const floatType: ScalarTypeSpec = {
  name: 'Float',
  prismaNative: null,
  sql: 'double precision',
  graphql: 'Float',
  jsonSchema: { type: 'number' },
  answerSchema: { type: 'number' },
  typescript: { sent: 'number', answered: 'number' },
  validators: ['gt', 'gte', 'lt', 'lte'],
  generated: [],
  indexable: true,
  parseLiteral(node) {
    if (node.kind !== 'number' || !/^-?\d+(\.\d+)?$/.test(node.text))
      return refused('a number such as `0.5`');
    const value = Number(node.text);
    return Number.isFinite(value) ? accepted(value === 0 ? 0 : value) : refused('a number below 1.8e308');
  },
  printPrisma: (value) => plain(Number(value)),
  sample: (seed) => seed + 0.5,
};

/** Without an exponent, which the Prisma schema language does not know. */
function plain(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', lead = '', fraction = '', exponent = '0'] = match;
  const digits = lead + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
