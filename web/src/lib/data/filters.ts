import { Failure } from '#lib/graphql/failure.ts';
import type { Field, Model } from './model.ts';
import { valueFields } from './model.ts';

/** One condition of the filter bar. */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

export type FilterOperator =
  'contains' | 'equals' | 'not' | 'startsWith' | 'gt' | 'gte' | 'lt' | 'lte' | 'has' | 'empty' | 'filled';

/** The operators that make sense for a field, the most useful first. */
export function operatorsFor(field: Field): readonly FilterOperator[] {
  const absent: readonly FilterOperator[] = field.list
    ? ['empty', 'filled']
    : field.optional
      ? ['empty', 'filled']
      : [];
  if (field.list) return ['has', ...absent];
  if (field.kind === 'enum' || field.type === 'Boolean') return ['equals', 'not', ...absent];
  if (field.type === 'Json') return absent;
  if (field.type === 'String') return ['contains', 'equals', 'not', 'startsWith', ...absent];
  return ['equals', 'gt', 'gte', 'lt', 'lte', 'not', ...absent];
}

export function needsValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'filled';
}

/** The bridge's `where` for the filters, all of which must hold; filters on unknown fields are left out. */
export function whereOf(model: Model, filters: readonly Filter[]): Readonly<Record<string, unknown>> | null {
  const conditions = filters.flatMap((filter) => {
    const field = valueFields(model).find((one) => one.name === filter.field);
    return field && operatorsFor(field).includes(filter.operator)
      ? [{ [field.name]: condition(field, filter) }]
      : [];
  });
  return conditions.length === 0 ? null : { AND: conditions };
}

/** What is wrong with a filter's value, by the name of its field; null for any other failure. */
export function filterMistake(thrown: unknown): string | null {
  if (!(thrown instanceof Failure) || thrown.code !== 'invalid_request') return null;
  const [first] = thrown.diagnostics;
  const [, field] = /^\/where\/AND\/\d+\/(\w+)/.exec(first?.path ?? '') ?? [];
  return first && field !== undefined ? `The filter of ${field}: it ${first.message}` : null;
}

function condition(field: Field, { operator, value }: Filter): unknown {
  switch (operator) {
    case 'empty':
      return field.list ? { isEmpty: true } : { equals: null };
    case 'filled':
      return field.list ? { isEmpty: false } : { not: null };
    case 'contains':
    case 'startsWith':
      return { [operator]: value, mode: 'insensitive' };
    default:
      return { [operator]: typed(field, value) };
  }
}

/** The server reads text of any type; only a Boolean has to be one. */
function typed(field: Field, value: string): unknown {
  if (field.type === 'Boolean') return value === 'true';
  if (field.type === 'DateTime' && value !== '') return new Date(value).toISOString();
  return value;
}
