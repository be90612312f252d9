import type { Report } from '../report.ts';
import type { Draft, DraftModel } from './draft.ts';
import { backSideHint, foreignKeyLines, joinModelHint } from './relation-hints.ts';
import { checkOwner } from './relation-owner.ts';
import type { Side } from './relation-side.ts';
import { readSide, refuseOnRelation } from './relation-side.ts';

/** Sides of one relation, or of several that nothing tells apart. */
interface Group {
  readonly sides: Side[];
}

const pairOf = (a: DraftModel, b: DraftModel): string => [a.name, b.name].toSorted().join(' ');

/** Finds the two sides of every relation and settles which of them holds the foreign key. */
export function checkRelations(draft: Draft, report: Report): void {
  const groups = new Map<string, Group>();
  /** Pairs of models with a side that could not be read: what is missing there may be that side. */
  const doubtful = new Set<string>();
  for (const model of draft.models) {
    for (const field of model.fields) {
      refuseOnRelation(field, report);
      if (model.shadow || field.type?.kind !== 'relation') continue;
      const target = field.type.target;
      const side = readSide(model, field, target, report);
      if (side === null) {
        doubtful.add(pairOf(model, target));
        continue;
      }
      const key = `${pairOf(model, target)} ${side.name ?? ''}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { sides: [side] });
      else group.sides.push(side);
    }
  }
  const single: Side[] = [];
  for (const { sides } of groups.values()) {
    const [first, second] = sides;
    if (first === undefined) continue;
    if (second === undefined) single.push(first);
    else if (sides.length > 2 || (first.model === second.model && first.model !== first.target))
      reportAmbiguous(sides, report);
    else checkPair(first, second, report);
  }
  reportSingles(single, doubtful, report);
}

function reportAmbiguous(sides: readonly Side[], report: Report): void {
  const first = sides[0];
  if (first === undefined) return;
  report.add(
    'ambiguous_relation',
    sides.at(-1)?.field.node.start ?? first.field.node.start,
    first.name === null
      ? `There are several relations between \`${first.model.name}\` and \`${first.target.name}\`, and nothing tells which fields belong together.`
      : `The name "${first.name}" belongs to ${sides.length} fields; a relation has two sides.`,
    `Give the two sides of each relation a name of their own, the same on both: \`@relation("Author", fields: […], references: […])\` on one side and \`@relation("Author")\` on the other.`,
  );
}

function reportSingles(sides: readonly Side[], doubtful: ReadonlySet<string>, report: Report): void {
  const settled = new Set<Side>();
  for (const side of sides) {
    if (settled.has(side) || doubtful.has(pairOf(side.model, side.target))) continue;
    if (side.model === side.target && side.field.list && side.fields === null) {
      reportManyToMany(side, side, report);
      continue;
    }
    // A field of unknown type at the other end is likely the side that is missed here.
    if (side.target.fields.some((field) => field.type === null)) continue;
    const partner = sides.find(
      (other) =>
        other !== side &&
        !settled.has(other) &&
        other.model === side.target &&
        other.target === side.model &&
        (other.field !== side.field || other.model !== side.model),
    );
    if (partner !== undefined) {
      settled.add(partner);
      const [named, other] = side.name === null ? [partner, side] : [side, partner];
      report.add(
        'missing_back_side',
        other.field.node.start,
        `\`${named.model.name}.${named.field.name}\` belongs to the relation "${named.name ?? ''}", \`${other.model.name}.${other.field.name}\` does not.`,
        `Write \`@relation("${named.name ?? ''}"${other.fields === null ? '' : ', …'})\` here too.`,
      );
      continue;
    }
    if (side.fields === null && !side.field.list) reportMissingKey(side, report);
    report.add(
      'missing_back_side',
      side.field.node.start,
      `\`${side.target.name}\` has no field for the other side of \`${side.model.name}.${side.field.name}\`.`,
      () => backSideHint(side),
    );
  }
}

function reportManyToMany(a: Side, b: Side, report: Report): void {
  report.add(
    'implicit_many_to_many',
    a.field.node.start,
    `\`${a.model.name}.${a.field.name}\` and \`${b.model.name}.${b.field.name}\` are both lists, so there is no place for the pairs.`,
    () => joinModelHint(a, b),
  );
}

function reportMissingKey(side: Side, report: Report): void {
  report.add(
    'missing_foreign_key',
    side.field.node.start,
    `The relation \`${side.model.name}.${side.field.name}\` names no foreign key.`,
    () =>
      `Write ${foreignKeyLines(side.model, side.target, side.name, side.field.name, side.field.optional)}.`,
  );
}

function checkPair(a: Side, b: Side, report: Report): void {
  for (const side of [a, b]) {
    if (!side.field.list || side.fields === null) continue;
    report.add(
      'not_applicable',
      side.at,
      `\`${side.field.name}\` is a list and holds no foreign key.`,
      'The foreign key stands at the side of the single value; here only the name of the relation may stand.',
    );
    return;
  }
  if (a.field.list && b.field.list) reportManyToMany(a, b, report);
  else if (a.fields !== null && b.fields !== null) {
    report.add(
      'foreign_key_on_both_sides',
      b.at,
      `Both \`${a.model.name}.${a.field.name}\` and \`${b.model.name}.${b.field.name}\` hold a foreign key.`,
      'Remove `fields` and `references` from one of them.',
    );
  } else if (a.fields === null && b.fields === null) {
    // The required side, or the one that is no list, is where a key belongs.
    reportMissingKey(
      a.field.list || (a.field.optional && !b.field.list && !b.field.optional) ? b : a,
      report,
    );
  } else if (a.fields !== null) checkOwner(a, b, report);
  else checkOwner(b, a, report);
}
