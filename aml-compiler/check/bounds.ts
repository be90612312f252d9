import type { IrValidator, JsonValue } from '../ir.ts';
import type { Report } from '../report.ts';
import type { DraftField } from './draft.ts';
import { typeName } from './draft.ts';

type Bound = IrValidator & { readonly kind: 'gt' | 'gte' | 'lt' | 'lte' };

const isBound = (validator: IrValidator): validator is Bound => /^[gl]te?$/.test(validator.kind);

/** Compares two values of one type: numbers, number texts (BigInt, Decimal) or moments. */
function compare(type: string, a: number | string, b: number | string): number {
  if (type === 'DateTime') return Date.parse(String(a)) - Date.parse(String(b));
  if (type !== 'BigInt' && type !== 'Decimal') return Number(a) - Number(b);
  const scaled = (value: number | string): bigint => {
    const [whole = '0', fraction = ''] = String(value).split('.');
    const digits = BigInt(whole.replace('-', '') + fraction.padEnd(30, '0').slice(0, 30));
    return whole.startsWith('-') ? -digits : digits;
  };
  const difference = scaled(a) - scaled(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function breaks(type: string, bound: Bound, value: number | string): boolean {
  const order = compare(type, value, bound.value);
  return { gt: order <= 0, gte: order < 0, lt: order >= 0, lte: order > 0 }[bound.kind];
}

/** Whether some value can lie within all bounds; reports when none can. */
export function checkBounds(field: DraftField, report: Report): boolean {
  if (field.type?.kind !== 'scalar') return true;
  const type = field.type.spec.name;
  const bounds = field.validators.filter(isBound);
  for (const low of bounds.filter((bound) => bound.kind.startsWith('g'))) {
    for (const high of bounds.filter((bound) => bound.kind.startsWith('l'))) {
      const order = compare(type, low.value, high.value);
      if (order < 0 || (order === 0 && low.kind === 'gte' && high.kind === 'lte')) continue;
      report.add(
        'impossible_bounds',
        field.attributes.get(high.kind)?.node.start ?? field.node.start,
        `No value fits both \`@${low.kind}\` and \`@${high.kind}\`.`,
        'Raise the upper bound or lower the other.',
      );
      return false;
    }
  }
  return true;
}

/** A default that the field's own validators refuse would make every insert without it fail. */
export function checkDefaultAgainst(field: DraftField, report: Report): void {
  const literal = field.default;
  if (literal?.kind !== 'literal' || field.type === null) return;
  const type = typeName(field.type);
  const broken = field.validators.find((validator) => refuses(type, validator, literal.value));
  if (broken === undefined) return;
  report.add(
    'default_breaks_rule',
    field.attributes.get('default')?.node.start ?? field.node.start,
    `The default of \`${field.name}\` breaks its own \`@${broken.kind}\`.`,
    'Change the default or the rule.',
  );
}

function refuses(type: string, validator: IrValidator, value: JsonValue): boolean {
  if (validator.kind === 'length') {
    const length = Array.isArray(value) ? value.length : typeof value === 'string' ? [...value].length : null;
    return length !== null && (length < validator.min || length > validator.max);
  }
  return (
    isBound(validator) &&
    (typeof value === 'number' || typeof value === 'string') &&
    breaks(type, validator, value)
  );
}
