import { replacing } from '../fix.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../report.ts';
import type { NameNode } from '../syntax/tree.ts';
import { isScalarType, SCALAR_TYPES } from '../types/all.ts';
import type { Draft, DraftField, DraftModel, DraftType } from './draft.ts';

/** What other languages call our types. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['text', 'String'],
  ['varchar', 'String'],
  ['char', 'String'],
  ['str', 'String'],
  ['citext', 'String'],
  ['longtext', 'String'],
  ['password', 'String'],
  ['id', 'String'],
  ['uuid', 'String'],
  ['email', 'String'],
  ['url', 'String'],
  ['bool', 'Boolean'],
  ['integer', 'Int'],
  ['int32', 'Int'],
  ['i32', 'Int'],
  ['smallint', 'Int'],
  ['serial', 'Int'],
  ['number', 'Float'],
  ['double', 'Float'],
  ['float64', 'Float'],
  ['real', 'Float'],
  ['long', 'BigInt'],
  ['int64', 'BigInt'],
  ['i64', 'BigInt'],
  ['money', 'Decimal'],
  ['numeric', 'Decimal'],
  ['date', 'DateTime'],
  ['time', 'DateTime'],
  ['timestamp', 'DateTime'],
  ['timestamptz', 'DateTime'],
  ['jsonb', 'Json'],
  ['object', 'Json'],
  ['any', 'Json'],
  ['map', 'Json'],
  ['dict', 'Json'],
]);

/** Resolves the type of every field of a model. */
export function resolveTypes(draft: Draft, model: DraftModel, report: Report): void {
  for (const field of model.fields) {
    const node = field.node.type;
    if (node === null) continue;
    field.type = resolve(draft, node.name.text);
    if (field.type === null) reportUnknown(draft, field, node.name, report);
    if (field.list && field.optional) {
      report.add(
        'optional_list',
        node.start,
        'A list is never missing, it is empty.',
        `Write \`${field.name} ${node.name.text}[]\`.`,
      );
    }
  }
}

function resolve(draft: Draft, name: string): DraftType | null {
  if (isScalarType(name)) return { kind: 'scalar', spec: SCALAR_TYPES[name] };
  const target = draft.modelByName.get(name);
  if (target !== undefined) return { kind: 'relation', target };
  const found = draft.enumByName.get(name);
  return found === undefined ? null : { kind: 'enum', target: found };
}

function reportUnknown(draft: Draft, field: DraftField, node: NameNode, report: Report): void {
  const name = node.text;
  report.add('unknown_type', node.start, `There is no type \`${name.slice(0, 60)}\`.`, () => {
    if (isScalarType(field.name))
      return `The name stands before the type: \`${name.slice(0, 60)} ${field.name}\`.`;
    if (/^(bytes|blob|bytea|binary|buffer|file|image)$/i.test(name))
      return 'Store a `data:` URL or another text in a `String`.';
    const known = [...Object.keys(SCALAR_TYPES), ...draft.modelByName.keys(), ...draft.enumByName.keys()];
    const synonym = SYNONYMS.get(name.toLowerCase());
    if (synonym !== undefined)
      return { text: `Write \`${field.name} ${synonym}\`.`, fix: replacing(node, synonym) };
    return didYouMean(
      name,
      node,
      known,
      `Types are ${Object.keys(SCALAR_TYPES).join(', ')}, and the models and enums of this text; if it is one of yours, add \`model ${name.slice(0, 60)} { … }\`.`,
    );
  });
}
