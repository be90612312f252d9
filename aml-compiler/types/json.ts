import { LIMITS } from '../limits.ts';
import type { JsonValue } from '../ir.ts';
import { accepted, refused } from './scalar-type.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';
import { quote } from './string.ts';

export const jsonType: ScalarTypeSpec = {
  name: 'Json',
  prismaNative: null,
  sql: 'jsonb',
  graphql: 'JSON',
  jsonSchema: {},
  answerSchema: {},
  typescript: { sent: 'unknown', answered: 'unknown' },
  validators: [],
  generated: [],
  indexable: false,
  parseLiteral(node) {
    if (node.kind !== 'string') return refused('JSON in a text, such as `"{}"`');
    let value: JsonValue;
    try {
      value = JSON.parse(node.value) as JsonValue;
    } catch {
      return refused('JSON in a text, such as `"{}"` or `"{\\"a\\": 1}"`');
    }
    if (!isShallow(value, LIMITS.jsonDepth)) return refused(`JSON of at most ${LIMITS.jsonDepth} levels`);
    return isStorable(value)
      ? accepted(value)
      : refused('JSON without NUL and without halves of surrogate pairs');
  },
  printPrisma: (value) => quote(JSON.stringify(value)),
  sample: (seed) => ({ n: seed }),
};

function children(value: JsonValue): readonly JsonValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isShallow(value: JsonValue, levels: number): boolean {
  return levels >= 0 && children(value).every((child) => isShallow(child, levels - 1));
}

/** PostgreSQL's jsonb refuses `\u0000` and lone surrogates. */
function isStorable(value: JsonValue): boolean {
  const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.keys(value).every(isText) && children(value).every(isStorable);
}
