import type { ValueNode } from 'graphql';
import { Kind } from 'graphql';
import type { AppBuilder } from './pothos-builder.ts';

/** BigInt and Decimal travel as text, since JSON numbers lose digits; dates are ISO 8601 in UTC. */
export function addScalars(builder: AppBuilder): void {
  // Values that come in are checked where REST checks them, with the same messages.
  const parseValue = (value: unknown): unknown => value;
  builder.scalarType('BigInt', {
    description: 'A whole number of up to 64 bits, as text.',
    serialize: String,
    parseValue,
    parseLiteral: literalText,
  });
  builder.scalarType('Decimal', {
    description: 'An exact decimal number, as text.',
    serialize: plainDecimal,
    parseValue,
    parseLiteral: literalText,
  });
  builder.scalarType('DateTime', { description: 'ISO 8601 in UTC.', serialize: isoDate, parseValue });
  builder.scalarType('JSON', { description: 'Any JSON value.', serialize: (value) => value, parseValue });
}

/** A number written in a query keeps all its digits; the default would make a double of it. */
function literalText(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING) return node.value;
  return node.kind === Kind.BOOLEAN ? node.value : undefined;
}

function plainDecimal(value: unknown): string {
  const decimal = value as { toFixed?: () => string };
  return typeof decimal.toFixed === 'function' && typeof value !== 'number'
    ? decimal.toFixed()
    : String(value);
}

function isoDate(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
