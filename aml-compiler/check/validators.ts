import type { IrValidator } from '../ir.ts';
import type { Report } from '../report.ts';
import type { ValueNode } from '../syntax/tree.ts';
import type { ScalarTypeSpec, ValidatorKind } from '../types/scalar-type.ts';
import { checkBounds, checkDefaultAgainst } from './bounds.ts';
import type { DraftField } from './draft.ts';
import { typeName } from './draft.ts';
import type { ReadAttribute } from './read-attributes.ts';
import { readRegex } from './regex.ts';

const KINDS: readonly ValidatorKind[] = [
  'length',
  'email',
  'url',
  'regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'trim',
  'lower',
];

/** The validators of one field, in the order written: `@trim` and `@lower` change the value for those behind them. */
export function checkValidators(field: DraftField, report: Report): void {
  const type = field.type;
  if (type === null) return;
  for (const attribute of field.attributes.all) {
    const kind = KINDS.find((known) => known === attribute.name);
    if (kind === undefined) continue;
    const takes = field.list ? ['length'] : type.kind === 'scalar' ? type.spec.validators : [];
    if (!takes.includes(kind)) {
      report.add(
        'not_applicable',
        attribute.node.start,
        `\`@${kind}\` does not apply to \`${typeName(type)}${field.list ? '[]' : ''}\`.`,
        field.list
          ? 'Of a list only its `@length` is checked.'
          : kind === 'length'
            ? '`@length` stands behind a String or a list.'
            : /^[gl]te?$/.test(kind)
              ? 'It stands behind a number or a DateTime.'
              : 'It stands behind a String.',
      );
      continue;
    }
    const validator = readValidator(
      kind,
      field,
      attribute,
      type.kind === 'scalar' ? type.spec : null,
      report,
    );
    if (validator !== null) field.validators.push(validator);
  }
  if (checkBounds(field, report)) checkDefaultAgainst(field, report);
}

function readValidator(
  kind: ValidatorKind,
  field: DraftField,
  attribute: ReadAttribute,
  spec: ScalarTypeSpec | null,
  report: Report,
): IrValidator | null {
  switch (kind) {
    case 'email':
    case 'url':
    case 'trim':
    case 'lower':
      return { kind };
    case 'length':
      return readLength(attribute, report);
    case 'regex':
      return readRegex(field, attribute, report);
    default:
      return spec === null ? null : readBound(kind, attribute, spec, report);
  }
}

function readBound(
  kind: 'gt' | 'gte' | 'lt' | 'lte',
  attribute: ReadAttribute,
  spec: ScalarTypeSpec,
  report: Report,
): IrValidator | null {
  const node = attribute.args.get('value');
  if (node === undefined) return null;
  const literal = spec.parseLiteral(node);
  if (literal.ok && (typeof literal.value === 'number' || typeof literal.value === 'string'))
    return { kind, value: literal.value };
  report.add(
    'bad_argument',
    node.start,
    `This is no bound for \`${spec.name}\`.`,
    literal.ok ? undefined : `Write ${literal.expected.replace('`now()` or ', '')}.`,
  );
  return null;
}

/** `@length(max)` or `@length(min, max)`, counted in characters (Unicode code points) or list items. */
function readLength(attribute: ReadAttribute, report: Report): IrValidator | null {
  const named = attribute.node.args?.some((argument) => argument.name !== null) ?? false;
  const first = attribute.args.get('min');
  const second = attribute.args.get('max');
  const single = !named && second === undefined;
  const min = single ? 0 : readCount(first, report);
  const max = single ? readCount(first, report) : readCount(second, report);
  if (first === undefined && second === undefined) {
    report.add(
      'missing_argument',
      attribute.node.start,
      '`@length` needs its max.',
      'Write `@length(80)` or `@length(1, 80)`.',
    );
    return null;
  }
  if (min === null || max === null) return null;
  // Named alone, one end is open; the IR has both.
  const range = { min: min ?? 0, max: max ?? Number.MAX_SAFE_INTEGER };
  if (range.min <= range.max) return { kind: 'length', ...range };
  report.add(
    'impossible_bounds',
    attribute.node.start,
    `Nothing is at least ${range.min} and at most ${range.max} long.`,
    `Write \`@length(${range.max}, ${range.min})\`.`,
  );
  return null;
}

/** Undefined when not given, null when wrong (reported). */
function readCount(node: ValueNode | undefined, report: Report): number | null | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'number' && /^\d{1,9}$/.test(node.text)) return Number(node.text);
  report.add(
    'bad_argument',
    node.start,
    'A length is a whole number from 0 to 999999999.',
    'Write for example `@length(1, 80)`.',
  );
  return null;
}
