import { replacing } from '../fix.ts';
import { didYouMean, nearest } from '../nearest.ts';
import type { Hint, Report } from '../report.ts';
import type { AttributeNode, FieldNode, ValueNode } from '../syntax/tree.ts';
import type { AttributeSpec } from './attributes.ts';
import {
  FIELD_ATTRIBUTES,
  IGNORED_FIELD_ATTRIBUTES,
  IGNORED_MODEL_ATTRIBUTES,
  MODEL_ATTRIBUTES,
} from './attributes.ts';
import { otherFieldAttribute, otherModelAttribute } from './other-words.ts';

/** An attribute whose arguments have the right names; their values are not looked at yet. */
export interface ReadAttribute {
  readonly node: AttributeNode;
  readonly args: ReadonlyMap<string, ValueNode>;
}

/** By name without `@`; in source order. An attribute with broken arguments is absent but `mentions` it. */
export interface ReadAttributes {
  readonly all: readonly (ReadAttribute & { readonly name: string })[];
  get(name: string): ReadAttribute | undefined;
  /** True also for an attribute whose arguments are broken: no follow-up mistakes then. */
  mentions(name: string): boolean;
}

export function readFieldAttributes(field: FieldNode, report: Report): ReadAttributes {
  const long = field.type?.list === true || field.type?.name.text.toLowerCase() === 'string';
  return read(field.attributes, '@', FIELD_ATTRIBUTES, report, (node) => {
    const name = node.name.text;
    if (IGNORED_FIELD_ATTRIBUTES.has(name) || name.startsWith('db.')) return ignore(node, '@', report);
    report.add('unknown_attribute', node.start, `There is no field attribute \`@${name}\`.`, () => {
      if (MODEL_ATTRIBUTES.has(name))
        return `Write \`@@${name}(${name === 'allow' ? 'read, anyone' : fieldsOf(node, field)})\` on a line of its own.`;
      const first = node.args?.[0]?.value;
      return (
        otherFieldAttribute(name, first?.kind === 'number' ? first.text : null, long) ??
        suggest('@', node, FIELD_ATTRIBUTES)
      );
    });
  });
}

/** The list of fields that an attribute with one `@` too few brings along, or else its own field. */
function fieldsOf(node: AttributeNode, field: FieldNode): string {
  const list = node.args?.[0]?.value;
  const names =
    list?.kind === 'array' ? list.items.map((item) => (item.kind === 'name' ? item.text : '')) : [];
  return `[${names.length > 0 && !names.includes('') ? names.join(', ') : field.name.text}]`;
}

export function readModelAttributes(nodes: readonly AttributeNode[], report: Report): ReadAttributes {
  return read(nodes, '@@', MODEL_ATTRIBUTES, report, (node) => {
    const name = node.name.text;
    if (IGNORED_MODEL_ATTRIBUTES.has(name)) return ignore(node, '@@', report);
    report.add('unknown_attribute', node.start, `There is no model attribute \`@@${name}\`.`, () =>
      FIELD_ATTRIBUTES.has(name)
        ? `\`@${name}\` stands behind a field, with one \`@\`.`
        : (otherModelAttribute(name) ?? suggest('@@', node, MODEL_ATTRIBUTES)),
    );
  });
}

/** Attributes where none but the ignored ones may stand: on enums and their values. */
export function refuseAttributes(nodes: readonly AttributeNode[], mark: '@' | '@@', report: Report): void {
  for (const node of nodes) {
    if (IGNORED_MODEL_ATTRIBUTES.has(node.name.text)) ignore(node, mark, report);
    else
      report.add(
        'not_applicable',
        node.start,
        `An enum takes no \`${mark}${node.name.text}\`.`,
        'Remove the attribute; a default stands behind the field that has this type.',
      );
  }
}

function ignore(node: AttributeNode, mark: '@' | '@@', report: Report): void {
  report.add(
    'attribute_ignored',
    node.start,
    `\`${mark}${node.name.text}\` has no effect: the platform chooses the database's names and types.`,
    'Remove it.',
  );
}

/** The near attribute, by the name alone: its mark would make short names look alike. */
function suggest(mark: '@' | '@@', node: AttributeNode, specs: ReadonlyMap<string, AttributeSpec>): Hint {
  const near = nearest(node.name.text, specs.keys());
  if (near === null) return `There are ${[...specs.keys()].map((name) => mark + name).join(', ')}.`;
  return {
    text: `Did you mean \`${mark}${near}\`?`,
    fix: replacing({ start: node.start, end: node.name.end }, mark + near),
  };
}

function read(
  nodes: readonly AttributeNode[],
  mark: '@' | '@@',
  specs: ReadonlyMap<string, AttributeSpec>,
  report: Report,
  unknown: (node: AttributeNode) => void,
): ReadAttributes {
  const all: (ReadAttribute & { readonly name: string })[] = [];
  const first = new Map<string, ReadAttribute>();
  const mentioned = new Set<string>();
  for (const node of nodes) {
    const name = node.name.text;
    const spec = specs.get(name);
    if (spec === undefined) {
      unknown(node);
      continue;
    }
    if (mentioned.has(name) && !spec.repeatable) {
      report.add(
        'duplicate_attribute',
        node.start,
        `\`${mark}${name}\` stands here twice.`,
        'Keep one of them.',
      );
      continue;
    }
    mentioned.add(name);
    const args = readArguments(node, `${mark}${name}`, spec, report);
    if (args === null) continue;
    const attribute = { name, node, args };
    all.push(attribute);
    if (!first.has(name)) first.set(name, attribute);
  }
  return { all, get: (name) => first.get(name), mentions: (name) => mentioned.has(name) };
}

/** Arguments by parameter name, or null when they do not fit (reported). */
function readArguments(
  node: AttributeNode,
  label: string,
  spec: AttributeSpec,
  report: Report,
): Map<string, ValueNode> | null {
  if (node.broken) return null;
  const args = new Map<string, ValueNode>();
  let position = 0;
  let good = true;
  for (const argument of node.args ?? []) {
    const name = argument.name?.text ?? spec.parameters[position++]?.name;
    if (name !== undefined && argument.name !== null && spec.ignored.includes(name)) {
      report.add(
        'argument_ignored',
        argument.start,
        `\`${name}\` has no effect in \`${label}\`: the platform makes the database's names and indexes.`,
        'Remove it.',
      );
    } else if (name === undefined || !spec.parameters.some((parameter) => parameter.name === name)) {
      good = false;
      report.add(
        'unknown_argument',
        argument.start,
        name === undefined
          ? spec.parameters.length === 0
            ? `\`${label}\` takes no argument.`
            : `\`${label}\` takes no more than ${spec.parameters.length} argument${spec.parameters.length === 1 ? '' : 's'}.`
          : `\`${label}\` takes no argument \`${name}\`.`,
        () =>
          label === '@unique' || label === '@id'
            ? `Write \`${label}\`; for several fields together \`@${label}([a, b])\` on a line of its own.`
            : didYouMean(
                name ?? '',
                argument.name ?? argument,
                spec.parameters.map((parameter) => parameter.name),
                `Write \`${spec.example}\`.`,
              ),
      );
    } else if (args.has(name)) {
      good = false;
      report.add(
        'unknown_argument',
        argument.start,
        `\`${name}\` is given twice.`,
        `Write \`${spec.example}\`.`,
      );
    } else args.set(name, argument.value);
  }
  const missing = spec.parameters.find((parameter) => parameter.required && !args.has(parameter.name));
  if (missing !== undefined && good) {
    report.add(
      'missing_argument',
      node.start,
      `\`${label}\` needs its ${missing.name}.`,
      `Write \`${spec.example}\`.`,
    );
    return null;
  }
  return good ? args : null;
}
