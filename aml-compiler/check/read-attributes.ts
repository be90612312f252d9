import { didYouMean } from '../nearest.ts';
import type { Report } from '../report.ts';
import type { AttributeNode, Span, ValueNode } from '../syntax/tree.ts';
import type { AttributeSpec } from './attributes.ts';
import {
  FIELD_ATTRIBUTES,
  IGNORED_FIELD_ATTRIBUTES,
  IGNORED_MODEL_ATTRIBUTES,
  MODEL_ATTRIBUTES,
} from './attributes.ts';

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

export function readFieldAttributes(
  nodes: readonly AttributeNode[],
  field: string,
  report: Report,
): ReadAttributes {
  return read(nodes, '@', FIELD_ATTRIBUTES, report, (node) => {
    const name = node.name.text;
    if (IGNORED_FIELD_ATTRIBUTES.has(name) || name.startsWith('db.')) return ignore(node, '@', report);
    report.add('unknown_attribute', node.start, `There is no field attribute \`@${name}\`.`, () =>
      MODEL_ATTRIBUTES.has(name)
        ? `Write \`@@${name}(${name === 'allow' ? 'read, anyone' : `[${field}]`})\` on a line of its own.`
        : didYouMean(
            `@${name}`,
            marked(node),
            prefixed('@', FIELD_ATTRIBUTES),
            listOf('@', FIELD_ATTRIBUTES),
          ),
    );
  });
}

export function readModelAttributes(nodes: readonly AttributeNode[], report: Report): ReadAttributes {
  return read(nodes, '@@', MODEL_ATTRIBUTES, report, (node) => {
    const name = node.name.text;
    if (IGNORED_MODEL_ATTRIBUTES.has(name)) return ignore(node, '@@', report);
    report.add('unknown_attribute', node.start, `There is no model attribute \`@@${name}\`.`, () =>
      FIELD_ATTRIBUTES.has(name)
        ? `\`@${name}\` stands behind a field, with one \`@\`.`
        : didYouMean(
            `@@${name}`,
            marked(node),
            prefixed('@@', MODEL_ATTRIBUTES),
            listOf('@@', MODEL_ATTRIBUTES),
          ),
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

/** The attribute's mark and name, without its arguments. */
function marked(node: AttributeNode): Span {
  return { start: node.start, end: node.name.end };
}

function prefixed(mark: string, specs: ReadonlyMap<string, AttributeSpec>): string[] {
  return [...specs.keys()].map((name) => mark + name);
}

function listOf(mark: string, specs: ReadonlyMap<string, AttributeSpec>): string {
  return `There are ${prefixed(mark, specs).join(', ')}.`;
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
          didYouMean(
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
