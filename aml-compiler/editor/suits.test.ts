import { describe, expect, it } from 'vitest';
import { FIELD_ATTRIBUTES } from '../check/attributes.ts';
import { compile } from '../compile.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { readDocument } from './parser.ts';
import { suitingAttributes } from './suits.ts';

/** Codes by which the compiler says that an attribute does not fit a type. */
const UNFIT = ['not_applicable', 'key_type', 'optional_key', 'bad_default'];
const types = [...Object.keys(SCALAR_TYPES), 'Kind', 'Other'].flatMap((name) => [
  name,
  `${name}?`,
  `${name}[]`,
]);

/** The first attribute of this name that stands alone, with arguments that fit the type if any do. */
function written(name: string, type: string): string[] {
  if (name === 'default') {
    const values = ['""', '0', 'true', '"2026-01-01T00:00:00Z"', '"{}"', 'A', '[]'];
    return values.map((value) => `@default(${value})`);
  }
  if (name === 'relation')
    return type.endsWith(']') ? ['@relation("R")'] : ['@relation("R", fields: [otherId], references: [id])'];
  if (/^[gl]te?$/.test(name)) return [`@${name}(1)`, `@${name}("2026-01-01T00:00:00Z")`];
  return [FIELD_ATTRIBUTES.get(name)?.example ?? ''];
}

describe('attributes that suit a type', () => {
  it.each(types)('%s: what is offered compiles, and what is not offered does not', (type) => {
    const optional = type.endsWith('?') ? '?' : '';
    const text = (attribute: string): string =>
      `model Task {\n  text ${type} ${attribute}\n  otherId String${optional}\n}\nmodel Other {\n  name String\n}\nenum Kind { A B }\n`;
    const document = readDocument(text(''));
    const field = document.models[0]?.fields[0];
    if (field === undefined) throw new Error('The text has a field.');
    const offered = suitingAttributes(document, field);
    for (const name of FIELD_ATTRIBUTES.keys()) {
      // Taken behind a relation, where it has no effect; so it is not offered there.
      if ((name === 'was' || name === 'length') && type.startsWith('Other')) continue;
      const isTaken = written(name, type).some((attribute) =>
        compile(text(attribute)).diagnostics.every(({ code }) => !UNFIT.includes(code)),
      );
      expect(offered.includes(name), `@${name} behind ${type}`).toBe(isTaken);
    }
  });
});
