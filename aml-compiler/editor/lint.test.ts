import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES } from '../codes.ts';
import { compile } from '../compile.ts';
import type { Fix } from '../fix.ts';
import { LIMITS } from '../limits.ts';
import { lintAml } from './lint.ts';

const docs = readFileSync(new URL('../../docs/aml.md', import.meta.url), 'utf8');
const examples = [...docs.matchAll(/^```aml (?:error|warning)=(\w+)\n(.*?)^```$/gms)].map((match) => ({
  code: match[1] ?? '',
  source: match[2] ?? '',
}));
/** Those without an example in the documentation: each breaks a limit. */
const LARGE: Readonly<Record<string, string>> = {
  source_too_large: `// ${'x'.repeat(LIMITS.sourceBytes)}`,
  too_many_diagnostics: `model A {\n${'  a String #\n'.repeat(LIMITS.errors + 1)}}`,
  too_many_models: Array.from({ length: LIMITS.models + 1 }, (_, at) => `model M${at} { a Int }`).join('\n'),
  too_many_enums: Array.from({ length: LIMITS.enums + 1 }, (_, at) => `enum E${at} { A }`).join('\n'),
  too_many_fields: `model A {\n${Array.from({ length: LIMITS.fieldsPerModel + 1 }, (_, at) => `f${at} Int`).join('\n')}\n}`,
  too_many_values: `enum A {\n${Array.from({ length: LIMITS.valuesPerEnum + 1 }, (_, at) => `V${at}`).join('\n')}\n}`,
};
const all = [...examples, ...Object.entries(LARGE).map(([code, source]) => ({ code, source }))];

const applied = (source: string, { from, to, insert }: Fix): string =>
  source.slice(0, from) + insert + source.slice(to);

/** The only fix of the only diagnostic, applied. */
function mended(source: string): string {
  const [place] = compile(source).places.values();
  if (place?.fix == null) throw new Error('There is no fix.');
  return applied(source, place.fix);
}

describe('marks of mistakes', () => {
  it('are shown for every code', () => {
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(Object.keys(CODES)));
  });

  it.each(all)('$code is marked at its line and column', ({ code, source }) => {
    const { diagnostics, marks } = lintAml(source);
    const index = diagnostics.findIndex((one) => one.code === code);
    const diagnostic = diagnostics[index];
    const mark = marks[index];
    if (diagnostic === undefined || mark === undefined) throw new Error(`There is no ${code}.`);
    const before = source.slice(0, mark.from).split('\n');
    expect({ line: before.length, col: (before.at(-1)?.length ?? 0) + 1 }).toEqual({
      line: diagnostic.line,
      col: diagnostic.col,
    });
    expect(mark.severity).toBe(CODES[code as keyof typeof CODES]);
    expect(mark.message).toBe(`${diagnostic.message} ${diagnostic.hint ?? ''}`);
    expect(mark.to).toBeLessThanOrEqual(source.length);
    // Something is underlined, and it is one piece.
    expect(source.slice(mark.from, mark.to)).not.toBe('');
    if (!source.startsWith('//')) expect(source.slice(mark.from, mark.to)).not.toMatch(/\n/);
  });

  it.each([
    ['model A {\n  a Strng\n}', 'Strng'],
    ['\ufeffmodel A {\n  a String @uniqe\n}', '@uniqe'],
    ['\ufeffmodl A {\n  a String\n}', 'modl'],
    ['model A {\n  a String @length("x")\n}', '"x"'],
  ])('%j underlines %j', (source, word) => {
    const [mark] = lintAml(source).marks;
    expect(source.slice(mark?.from, mark?.to)).toBe(word);
  });
});

describe('fixes', () => {
  const field = (line: string): string => `model A {\n  a String\n  ${line}\n}\nenum Kind { OPEN DONE }\n`;
  it.each([
    ['b Strng', 'b String'],
    ['b text', 'b String'],
    ['b Kidn?', 'b Kind?'],
    ['b String @uniqe', 'b String @unique'],
    ['b String @ uniqe', 'b String @unique'],
    ['b String @lenght(3)', 'b String @length(3)'],
    ['b String @length(mx: 3)', 'b String @length(max: 3)'],
    ['@@indx([a])', '@@index([a])'],
    ['@@index([aa])', '@@index([a])'],
    ['@@index([aa(sort: Desc)])', '@@index([a(sort: Desc)])'],
    ['@@allow(raed, owner)', '@@allow(read, owner)'],
    ['@@allow(read, "owner")', '@@allow(read, owner)'],
    ['k Kind @default(OPNE)', 'k Kind @default(OPEN)'],
    ['k Kind @default("OPEN")', 'k Kind @default(OPEN)'],
    ['k String @default(cuidd())', 'k String @default(cuid())'],
    ['created-at DateTime', 'createdAt DateTime'],
    ['b String;', 'b String'],
  ])('%j becomes %j', (wrong, right) => {
    expect(mended(field(wrong))).toBe(field(right));
    expect(compile(field(right)).diagnostics).toEqual([]);
  });

  it('mend the word of a block, and an action', () => {
    expect(mended('modle A {\n  a String\n}')).toBe('model A {\n  a String\n}');
    const text = (action: string): string =>
      `model U {\n  n String\n  as A[]\n}\nmodel A {\n  u User? \n}`.replace(
        'u User? ',
        `u U? @relation(fields: [i], references: [id], onDelete: ${action})\n  i String?`,
      );
    expect(mended(text('"set null"'))).toBe(text('SetNull'));
  });

  it('are no part of what is printed and sent', () => {
    expect(compile(field('b Strng')).diagnostics[0]).toEqual({
      severity: 'error',
      code: 'unknown_type',
      message: 'There is no type `Strng`.',
      hint: 'Did you mean `String`?',
      line: 3,
      col: 5,
    });
  });

  it('are offered as an action, and hints without an exact edit are not', () => {
    expect(lintAml(field('b Strng')).marks[0]?.actions?.map(({ name }) => name)).toEqual(['Write “String”']);
    expect(lintAml(field('b String;')).marks[0]?.actions?.map(({ name }) => name)).toEqual(['Remove “;”']);
    expect(lintAml(field('b Xyzzyxy')).marks[0]?.actions).toBeUndefined();
  });
});
