import { didYouMean } from '../nearest.ts';
import type { Report } from '../report.ts';
import type { ValueNode } from '../syntax/tree.ts';
import type { DraftField, DraftModel } from './draft.ts';
import { SCOPE_NAME } from '../scope-name.ts';

/** Directions of a field in an index, as Prisma writes them; any case will do. */
export const SORTS = ['Asc', 'Desc'] as const;

export interface ListedField {
  /** Null for the scope column, which the platform keeps in its own keys. */
  readonly field: DraftField | null;
  readonly sort: 'asc' | 'desc';
  readonly at: number;
}

/**
 * The fields of `[a, b(sort: Desc)]`, or null when one of them is wrong (all reported).
 * `missing` gives the hint for a name without a near one.
 */
export function readFieldList(
  node: ValueNode,
  model: DraftModel,
  report: Report,
  missing: (name: string) => string | undefined,
): ListedField[] | null {
  const bad = (at: number, name = 'title'): null => {
    report.add(
      'bad_argument',
      at,
      'Here stands a list of field names.',
      `Write for example \`[${name}]\`, without quotes.`,
    );
    return null;
  };
  if (node.kind !== 'array')
    return bad(node.start, node.kind === 'name' ? node.text.slice(0, 60) : undefined);
  if (node.items.length === 0) return bad(node.start);
  const found: ListedField[] = [];
  let good = true;
  const seen = new Set<string>();
  for (const item of node.items) {
    if (item.kind !== 'name' && item.kind !== 'call') {
      bad(item.start, item.kind === 'string' ? item.value.slice(0, 60) : undefined);
      good = false;
      continue;
    }
    const name = item.kind === 'name' ? item.text : item.name.text;
    if (seen.has(name)) {
      report.add(
        'bad_argument',
        item.start,
        `\`${name}\` stands in this list twice.`,
        'Name each field once.',
      );
      good = false;
      continue;
    }
    seen.add(name);
    const sort = item.kind === 'call' ? readSort(item, report) : 'asc';
    const field = model.fieldByName.get(name) ?? null;
    if (field === null && !(name === SCOPE_NAME && model.scopeField !== null)) {
      good = false;
      report.add(
        'unknown_field',
        item.start,
        `The model \`${model.name}\` has no field \`${name.slice(0, 60)}\`.`,
        // A relation has no column, so it is never what was meant: `authorId` is no `author`.
        () =>
          didYouMean(
            name,
            item.kind === 'call' ? item.name : item,
            model.fields.flatMap((one) => (one.type?.kind === 'relation' ? [] : [one.name])),
            missing(name),
          ),
      );
    } else if (sort === null) good = false;
    else found.push({ field, sort, at: item.start });
  }
  return good ? found : null;
}

function readSort(node: ValueNode & { readonly kind: 'call' }, report: Report): 'asc' | 'desc' | null {
  for (const argument of node.args) {
    const name = argument.name?.text;
    const value = argument.value.kind === 'name' ? argument.value.text.toLowerCase() : '';
    if (name === 'sort' && SORTS.some((word) => word.toLowerCase() === value)) continue;
    if (name === 'length' || name === 'ops') {
      report.add('argument_ignored', argument.start, `\`${name}\` has no effect in an index.`, 'Remove it.');
      continue;
    }
    report.add(
      'bad_argument',
      argument.start,
      'A field in an index takes only a direction.',
      `Write \`${node.name.text}(sort: Desc)\`.`,
    );
    return null;
  }
  const sort = node.args.find((argument) => argument.name?.text === 'sort')?.value;
  return sort?.kind === 'name' && sort.text.toLowerCase() === 'desc' ? 'desc' : 'asc';
}
