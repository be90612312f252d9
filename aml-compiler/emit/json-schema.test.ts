import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { irOf, task } from '../corpus/places.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import { emitJsonSchemas } from './json-schema.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });

function validator(source: string): (value: unknown) => boolean {
  const schema = emitJsonSchemas(irOf(source))['Task'];
  const validate = ajv.compile(schema ?? false);
  return (value) => validate(value);
}

describe('JSON Schema of a model', () => {
  it('takes what a client may set, and asks for what it must', () => {
    const takes = validator(
      `${task('title String @length(1, 5)', 'done Boolean @default(false)', 'stars Int? @gte(1) @lte(5)', 'tags String[] @length(2)', 'state State', 'at DateTime @default(now())', 'changed DateTime @updatedAt', 'n BigInt @default(1)')}enum State { OPEN }`,
    );
    expect(takes({ title: 'a', state: 'OPEN' })).toBe(true);
    expect(takes({ title: '😀😀😀😀😀', state: 'OPEN', stars: null, tags: ['a'], n: '12' })).toBe(true);
    for (const wrong of [
      { state: 'OPEN' },
      { title: '', state: 'OPEN' },
      { title: 'a', state: 'NOPE' },
      { title: 'a', state: 'OPEN', stars: 6 },
      { title: 'a', state: 'OPEN', stars: 1.5 },
      { title: 'a', state: 'OPEN', tags: ['a', 'b', 'c'] },
      { title: 'a', state: 'OPEN', done: null },
      { title: 'a', state: 'OPEN', id: 'x' },
      { title: 'a', state: 'OPEN', at: '2026-01-01T00:00:00Z' },
      { title: 'a', state: 'OPEN', changed: '2026-01-01T00:00:00Z' },
      { title: 'a', state: 'OPEN', projectId: 'x' },
    ])
      expect(takes(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it('lets a key be set that nothing makes', () => {
    const takes = validator(task('code String @id'));
    expect([takes({ code: 'x' }), takes({})]).toEqual([true, false]);
  });

  it('takes unknown keys where a single Json field collects them', () => {
    expect(validator(task('extra Json?'))({ whatever: 1 })).toBe(true);
    expect(validator(task('a Json?', 'b Json?'))({ whatever: 1 })).toBe(false);
  });

  it('keeps the range of the type beside a bound', () => {
    expect(validator(task('x Int @gte(-9)'))({ x: 2 ** 31 })).toBe(false);
  });

  it('is valid for every schema of the corpus', () => {
    for (const { source } of [...readCorpus('prisma'), ...readCorpus('aml')])
      for (const schema of Object.values(emitJsonSchemas(irOf(source)))) ajv.compile(schema);
  });

  it('accepts the sample of every type', () => {
    for (const type of Object.values(SCALAR_TYPES)) {
      const validate = ajv.compile(type.jsonSchema);
      for (const seed of [0, 1, 7]) expect(validate(type.sample(seed)), type.name).toBe(true);
    }
  });
});
