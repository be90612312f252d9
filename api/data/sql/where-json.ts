import { AnyNull } from '@prisma/client/runtime/client';
import type { Statement } from './statement.ts';
import { bindJson, bindText } from './value.ts';

type Operators = Readonly<Record<string, unknown>>;

/**
 * The SQL of a JSON field's filter, all operators at the same path. A null stands for JSON's null and for none at all.
 * @param inverted whether it is read as its opposite: then too only a value of the right kind counts
 */
export function jsonCondition(
  statement: Statement,
  column: string,
  { path, ...operators }: Operators,
  inverted: boolean,
): readonly string[] {
  const steps = path === undefined ? null : statement.bind(asNames(path), 'text[]');
  const value = steps === null ? column : `(${column} #> ${steps})`;
  const text = steps === null ? `${column}::text` : `(${column} #>> ${steps})`;
  const like = (...parts: readonly string[]): string =>
    ofKind(`${text} LIKE (${parts.join(' || ')})`, 'string');
  const ofKind = (condition: string, kind: 'string' | 'array'): string =>
    inverted
      ? `(${condition} OR jsonb_typeof(${value}) <> '${kind}')`
      : `(${condition} AND jsonb_typeof(${value}) = '${kind}')`;
  return Object.entries(operators).map(([operator, operand]) => {
    const any = operand === AnyNull;
    const json = (): string => bindJson(statement, any ? null : operand);
    switch (operator) {
      case 'equals':
        return any ? `(${value} = ${json()} OR ${value} IS NULL)` : `${value} = ${json()}`;
      case 'not':
        return any ? `(${value} <> ${json()} AND ${value} IS NOT NULL)` : `${value} <> ${json()}`;
      case 'string_contains':
        return like(`'%'`, bindText(statement, operand), `'%'`);
      case 'string_starts_with':
        return like(bindText(statement, operand), `'%'`);
      case 'string_ends_with':
        return like(`'%'`, bindText(statement, operand));
      case 'array_contains':
        return ofKind(`${value} @> ${json()}`, 'array');
      case 'array_starts_with':
        return ofKind(`(${value} -> 0) = ${json()}`, 'array');
      case 'array_ends_with':
        return ofKind(`(${value} -> -1) = ${json()}`, 'array');
      default:
        throw new Error(`There is no condition ${operator} on JSON.`);
    }
  });
}

function asNames(path: unknown): readonly string[] {
  if (Array.isArray(path) && path.every((step): step is string => typeof step === 'string')) return path;
  throw new Error('A path in JSON must be a list of names.');
}
