import type { GeneratedDefault, IrDefault, JsonValue } from '../ir.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../report.ts';
import type { ValueNode } from '../syntax/tree.ts';
import type { DraftEnum, DraftField, DraftType } from './draft.ts';
import { GENERATED, typeName } from './draft.ts';

/** `@default(…)` and `@updatedAt` of one field. */
export function checkDefault(field: DraftField, report: Report): void {
  checkUpdatedAt(field, report);
  const attribute = field.attributes.get('default');
  const node = attribute?.args.get('value');
  if (attribute === undefined || node === undefined || field.type === null) return;
  if (field.type.kind === 'relation') {
    report.add(
      'not_applicable',
      attribute.node.start,
      'A relation takes no `@default`.',
      'Put the default behind the field that holds the foreign key.',
    );
    return;
  }
  field.default =
    node.kind === 'call' ? readCall(field, field.type, node, report) : readLiteral(field, node, report);
}

function checkUpdatedAt(field: DraftField, report: Report): void {
  const attribute = field.attributes.get('updatedAt');
  if (attribute === undefined || field.type === null) return;
  if (field.type.kind === 'scalar' && field.type.spec.name === 'DateTime' && !field.list)
    field.updatedAt = true;
  else
    report.add(
      'not_applicable',
      attribute.node.start,
      '`@updatedAt` stands only behind a `DateTime`.',
      `Write \`${field.name} DateTime @updatedAt\`.`,
    );
}

function readCall(
  field: DraftField,
  type: DraftType,
  node: ValueNode & { readonly kind: 'call' },
  report: Report,
): IrDefault | null {
  const name = node.name.text;
  const fn = GENERATED.find((known) => known === name);
  if (fn === undefined) {
    report.add('unknown_function', node.start, `There is no function \`${name.slice(0, 60)}()\`.`, () =>
      ['nanoid', 'ulid', 'ksuid', 'auto'].includes(name)
        ? 'Write `cuid()` or `uuid()`.'
        : name === 'dbgenerated'
          ? 'The database makes no values by itself: write `uuid()`, `cuid()`, `now()` or `autoincrement()`.'
          : didYouMean(name, node.name, GENERATED, 'There are now(), cuid(), uuid() and autoincrement().'),
    );
    return null;
  }
  if (!isApplicable(fn, field, type)) {
    report.add(
      'bad_default',
      node.start,
      `\`${fn}()\` makes no value for \`${typeName(type)}${field.list ? '[]' : ''}\`.`,
      { now: 'It stands behind a DateTime.', autoincrement: 'It stands behind an Int or BigInt.' }[
        fn as string
      ] ?? 'It stands behind a String.',
    );
    return null;
  }
  if (fn === 'autoincrement' && field.optional) {
    report.add(
      'bad_default',
      node.start,
      '`autoincrement()` numbers every row, so the field is never missing.',
      `Write \`${field.name} ${typeName(type)} @default(autoincrement())\`, without \`?\`.`,
    );
    return null;
  }
  const extra = node.args[0];
  const versions: Partial<Record<GeneratedDefault, string>> = { cuid: '12', uuid: '47' };
  if (extra !== undefined) {
    const version = extra.value.kind === 'number' && extra.value.text.length === 1 ? extra.value.text : '';
    if (version === '' || !(versions[fn] ?? '').includes(version) || node.args.length > 1) {
      report.add('bad_argument', extra.start, `\`${fn}\` does not take this argument.`, `Write \`${fn}()\`.`);
      return null;
    }
    report.add(
      'argument_ignored',
      extra.start,
      `The version in \`${fn}(${version})\` has no effect: the platform chooses how ids look.`,
      `Write \`${fn}()\`.`,
    );
  }
  return { kind: 'generated', fn };
}

function isApplicable(fn: GeneratedDefault, field: DraftField, type: DraftType): boolean {
  return !field.list && type.kind === 'scalar' && type.spec.generated.includes(fn);
}

function readLiteral(field: DraftField, node: ValueNode, report: Report): IrDefault | null {
  if (!field.list) {
    const value = readOne(field, node, report);
    return value === undefined ? null : { kind: 'literal', value };
  }
  if (node.kind !== 'array') {
    report.add(
      'bad_default',
      node.start,
      'The default of a list is a list.',
      'Write for example `@default([])`.',
    );
    return null;
  }
  const values: JsonValue[] = [];
  for (const item of node.items) {
    const value = readOne(field, item, report);
    if (value === undefined) return null;
    values.push(value);
  }
  return { kind: 'literal', value: values };
}

/** Undefined when the literal does not fit (reported): null is a value that Json may have. */
function readOne(field: DraftField, node: ValueNode, report: Report): JsonValue | undefined {
  const type = field.type;
  if (type === null || type.kind === 'relation' || node.kind === 'broken') return undefined;
  if (type.kind === 'enum') return readEnumValue(type.target, node, report);
  const literal = type.spec.parseLiteral(node);
  if (literal.ok) return literal.value;
  report.add(
    'bad_default',
    node.start,
    node.kind === 'name' && node.text === 'null'
      ? 'There is no default `null`.'
      : `This is no default for \`${type.spec.name}\`.`,
    node.kind === 'name' && node.text === 'null'
      ? `Leave the default out; \`${field.name} ${type.spec.name}?\` is null when not given.`
      : node.kind === 'name' && GENERATED.some((fn) => fn === node.text)
        ? `Write \`${node.text}()\`, with parentheses.`
        : `Write ${literal.expected}.`,
  );
  return undefined;
}

function readEnumValue(target: DraftEnum, node: ValueNode, report: Report): string | undefined {
  const names = target.values.map((value) => value.name);
  if (node.kind === 'name' && names.includes(node.text)) return node.text;
  const text = node.kind === 'name' ? node.text : node.kind === 'string' ? node.value : '';
  report.add(
    'unknown_value',
    node.start,
    node.kind === 'string' && names.includes(text)
      ? `A value of \`${target.name}\` stands without quotes.`
      : `\`${target.name}\` has no value ${text === '' ? 'of this kind' : `\`${text.slice(0, 60)}\``}.`,
    () =>
      didYouMean(
        text,
        node,
        names,
        names.length === 0 ? undefined : `Its values are ${names.slice(0, 12).join(', ')}.`,
      ),
  );
  return undefined;
}
