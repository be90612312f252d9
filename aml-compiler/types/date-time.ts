import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';
import { quote } from './string.ts';

const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A moment, to the millisecond, with a zone: Prisma's own default type has none. */
export const dateTimeType: ScalarTypeSpec = {
  name: 'DateTime',
  prismaNative: 'Timestamptz(3)',
  sql: 'timestamptz(3)',
  graphql: 'DateTime',
  jsonSchema: { type: 'string', format: 'date-time' },
  answerSchema: { type: 'string', format: 'date-time' },
  typescript: { sent: 'string | Date', answered: 'string' },
  validators: ['gt', 'gte', 'lt', 'lte'],
  generated: ['now'],
  indexable: true,
  parseLiteral: (node) =>
    node.kind === 'string' && isMoment(node.value)
      ? accepted(node.value)
      : refused('`now()` or a moment such as `"2026-01-31T12:00:00Z"`'),
  printPrisma: (value) => quote(String(value)),
  sample: (seed) => new Date(Date.UTC(2026, 0, 1) + seed * 60_000).toISOString(),
};

function isMoment(text: string): boolean {
  const day = RFC_3339.exec(text)?.[1];
  if (day === undefined) return false;
  // `Date` lets 31 February roll over into March; only a day that comes back unchanged exists.
  const midnight = new Date(`${day}T00:00:00Z`);
  return (
    !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day) && !day.startsWith('0000')
  );
}
