import type { ReferentialAction } from '../ir.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../report.ts';
import type { ValueNode } from '../syntax/tree.ts';
import type { DraftField, DraftModel } from './draft.ts';

/** One field of a relation with what its `@relation` says; two of them make a relation. */
export interface Side {
  readonly model: DraftModel;
  readonly field: DraftField;
  readonly target: DraftModel;
  readonly name: string | null;
  readonly fields: ValueNode | null;
  readonly references: ValueNode | null;
  readonly onDelete: ReferentialAction | null;
  readonly onUpdate: ReferentialAction | null;
  /** Where diagnostics about its `@relation` point. */
  readonly at: number;
}

export const REFERENTIAL_ACTIONS: readonly ReferentialAction[] = [
  'Cascade',
  'Restrict',
  'NoAction',
  'SetNull',
  'SetDefault',
];

/** Null when the attribute is broken (reported). */
export function readSide(
  model: DraftModel,
  field: DraftField,
  target: DraftModel,
  report: Report,
): Side | null {
  const attribute = field.attributes.get('relation');
  if (attribute === undefined && field.attributes.mentions('relation')) return null;
  const args = attribute?.args;
  const nameNode = args?.get('name');
  if (nameNode !== undefined && (nameNode.kind !== 'string' || !/^[\w -]{1,64}$/.test(nameNode.value))) {
    report.add(
      'bad_argument',
      nameNode.start,
      "A relation's name is a short text.",
      'Write for example `@relation("Author", …)`: letters, digits, spaces, `_` and `-`.',
    );
    return null;
  }
  const onDelete = readAction(args?.get('onDelete'), report);
  const onUpdate = readAction(args?.get('onUpdate'), report);
  return {
    model,
    field,
    target,
    name: nameNode?.kind === 'string' ? nameNode.value : null,
    fields: args?.get('fields') ?? null,
    references: args?.get('references') ?? null,
    onDelete,
    onUpdate,
    at: attribute?.node.start ?? field.node.start,
  };
}

/** Null when not given, or wrong (reported): the rest of the relation is checked all the same. */
function readAction(node: ValueNode | undefined, report: Report): ReferentialAction | null {
  if (node === undefined) return null;
  const text = node.kind === 'name' ? node.text : node.kind === 'string' ? node.value : '';
  const action = node.kind === 'name' ? REFERENTIAL_ACTIONS.find((known) => known === text) : undefined;
  if (action !== undefined) return action;
  report.add('bad_argument', node.start, `There is no referential action \`${text.slice(0, 60)}\`.`, () =>
    didYouMean(
      text.replace(/\s/g, ''),
      node,
      REFERENTIAL_ACTIONS,
      `Write one of ${REFERENTIAL_ACTIONS.join(', ')}, without quotes.`,
    ),
  );
  return null;
}

/** Attributes that make no sense behind a relation. */
export function refuseOnRelation(field: DraftField, report: Report): void {
  const attribute = field.attributes.get('relation');
  if (attribute !== undefined && field.type !== null && field.type.kind !== 'relation')
    report.add(
      'not_applicable',
      attribute.node.start,
      '`@relation` stands only behind a field whose type is a model.',
      `Write for example \`author User @relation(fields: [${field.name}], references: [id])\` on a line of its own.`,
    );
}
