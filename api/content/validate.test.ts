import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StudioDiagnostic } from '../errors.ts';
import { FIELD_TYPES, hasOptions, hasRange } from './form/document.ts';
import { appendPointer, findPlaces, pointerSegments } from './json-place.ts';
import type { ContentKind } from './kind.ts';
import { KINDS, kindOf, type KindId } from './kinds.ts';
import { schemaDiff } from './schema-diff.ts';
import { validateDocument, validateText } from './validate.ts';

type Json = Record<string, unknown>;

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const key = fc.string({ unit: fc.constantFrom(...'abcdeé/~ "_'), minLength: 1, maxLength: 20 });
const field = fc
  .record({ type: fc.constantFrom(...FIELD_TYPES), key, label: text, required: fc.boolean() })
  .chain((base) =>
    fc
      .record({
        ...(hasOptions(base.type)
          ? { options: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }) }
          : {}),
        ...(hasRange(base.type)
          ? { range: fc.integer({ min: -9, max: 9 }).map((min) => ({ min, max: min + 3 })) }
          : {}),
      })
      .map((more): Json => ({ ...base, ...more })),
  );
const formDocument = fc.record({
  title: text,
  fields: fc.uniqueArray(field, { selector: (one) => one['key'], minLength: 1, maxLength: 8 }),
});
const slide = fc.constantFrom('title', 'bullets', 'text').chain((layout) =>
  fc.record({
    layout: fc.constant(layout),
    heading: text,
    ...(layout === 'bullets' ? { bullets: fc.array(text) } : {}),
  }),
);
const slidesDocument = fc.record({ title: text, slides: fc.array(slide, { minLength: 1, maxLength: 8 }) });
const DOCUMENTS: Readonly<Record<KindId, fc.Arbitrary<Json>>> = {
  form: formDocument,
  slides: slidesDocument,
};

/** One way to spoil an object of a document: the code that tells of it; null where the way does not apply. */
type Mistake = (at: Json) => string | null;

const FIELD_MISTAKES: readonly Mistake[] = [
  (at) => set(at, 'label', 5, 'wrong_type'),
  (at) => set(at, 'key', '', 'empty_text'),
  (at) => set(at, 'key', 'x'.repeat(101), 'too_long'),
  (at) => set(at, 'key', 'a\nb', 'bad_characters'),
  (at) => set(at, 'key', '\ud800', 'bad_characters'),
  (at) => set(at, 'required', 'yes', 'wrong_type'),
  (at) =>
    Object.hasOwn(at, 'options') || Object.hasOwn(at, 'range')
      ? null
      : set(at, 'type', 'txt', 'unknown_value'),
  (at) => (hasOptions(at['type']) ? null : set(at, 'options', [''], 'not_allowed')),
  (at) => (hasRange(at['type']) ? null : set(at, 'range', { min: 3 }, 'not_allowed')),
  (at) => (hasOptions(at['type']) ? set(at, 'options', [], 'too_few_items') : null),
  (at) => (hasOptions(at['type']) ? set(at, 'options', ['a', ''], 'empty_text') : null),
  (at) => (hasOptions(at['type']) ? drop(at, 'options') : null),
  (at) => (hasRange(at['type']) ? set(at, 'range', { min: 4, max: 4 }, 'range_order') : null),
  (at) => (hasRange(at['type']) ? set(at, 'range', { min: -0, max: -5 }, 'range_order') : null),
  (at) => (hasRange(at['type']) ? set(at, 'range', { min: 4 }, 'missing_member') : null),
  (at) => (hasRange(at['type']) ? set(at, 'range', { min: 0, max: 4, step: 2 }, 'unknown_member') : null),
  (at) => drop(at, 'label'),
  (at) => drop(at, 'type', 'options', 'range'),
  (at) => rename(at, 'label', 'lable'),
  (at) => set(at, 'wholly_else', null, 'unknown_member'),
  (at) => set(at, '__proto__', {}, 'unknown_member'),
];
const SLIDE_MISTAKES: readonly Mistake[] = [
  (at) => (Object.hasOwn(at, 'bullets') ? null : set(at, 'layout', 'picture', 'unknown_value')),
  (at) => (at['layout'] === 'bullets' ? null : set(at, 'bullets', 'x', 'not_allowed')),
  (at) => (at['layout'] === 'bullets' ? set(at, 'bullets', ['x', 5], 'wrong_type') : null),
  (at) => (Object.hasOwn(at, 'bullets') ? null : drop(at, 'layout')),
  (at) => rename(at, 'heading', 'headign'),
  (at) => set(at, 'notes', 'x', 'unknown_member'),
  (at) => set(at, 'body', null, 'wrong_type'),
];
const MISTAKES: Readonly<Record<KindId, readonly Mistake[]>> = {
  form: FIELD_MISTAKES,
  slides: SLIDE_MISTAKES,
};

describe.each(Object.keys(KINDS) as KindId[])('documents of the kind %s', (id) => {
  const kind = kindOf(id);

  it('begin with a valid one', () => {
    expect(validateDocument(kind, kind.starter)).toEqual([]);
  });

  it('are valid without a single diagnostic', () => {
    fc.assert(
      fc.property(DOCUMENTS[id], (document) => {
        expect(validateDocument(kind, document)).toEqual([]);
      }),
    );
  });

  it('with k mistakes give k diagnostics, each at its place, and their hints mend them', () => {
    const choices = fc.array(fc.nat(999), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(DOCUMENTS[id], choices, fc.integer({ min: 0, max: 2 }), (document, picks, indent) => {
        const spoiled = structuredClone(document);
        const planted: string[] = [];
        const list = spoiled[id === 'form' ? 'fields' : 'slides'] as Json[];
        list.slice(0, picks.length).forEach((one, index) => {
          const plant = MISTAKES[id][(picks[index] ?? 0) % MISTAKES[id].length];
          const code = plant?.(one) ?? null;
          if (code !== null) planted.push(code);
        });
        const source = JSON.stringify(spoiled, null, indent);
        const { diagnostics, ok } = validateText(kind, source);
        expect(diagnostics.map(({ code }) => code).sort()).toEqual(planted.sort());
        expect(ok).toBe(planted.length === 0);
        const places = findPlaces(source);
        for (const { path = '', line, col } of diagnostics) expect({ line, col }).toEqual(places.of(path));
        const order = diagnostics.map(({ line = 0, col = 0 }) => line * 1e6 + col);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(mended(kind, JSON.parse(source))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  it('that are something else altogether have one mistake at the root, and the hint mends it', () => {
    for (const document of [null, 5, 'x', [], true]) {
      const found = validateDocument(kind, document);
      expect(found.map(({ code, path }) => [code, path])).toEqual([['wrong_type', '']]);
      expect(mended(kind, document)).toEqual([]);
    }
  });

  it('never throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('title', 'fields', 'slides', 'desc'), (value, member) => {
        for (const document of [value, { title: 'x', [member]: value }, { title: 'x', [member]: [value] }]) {
          for (const { path, message } of validateDocument(kind, document))
            expect([typeof path, message.length > 5]).toEqual(['string', true]);
        }
      }),
    );
  });

  it('that are no JSON are placed where the reader stumbles', () => {
    for (const source of [
      '',
      '{',
      '{"title": "x",}',
      "{'title': 1}",
      '{"title": "x" // no\n}',
      '\uFEFF{}',
      '{"a":NaN}',
    ]) {
      const { ok, diagnostics } = validateText(kind, source);
      expect([source, ok, diagnostics.map(({ code }) => code)]).toEqual([source, false, ['invalid_json']]);
      expect(diagnostics[0]?.line).toBe(1);
    }
    const deep = '['.repeat(200_000);
    expect(validateText(kind, deep).diagnostics[0]?.code).toBe('invalid_json');
    expect(validateText(kind, deep + ']'.repeat(200_000)).diagnostics[0]?.code).toBe('wrong_type');
  });
});

it('the number of fields is bounded, and said', () => {
  const fields = Array.from({ length: 201 }, (_, index) => ({ type: 'text', key: `k${index}`, label: 'L' }));
  expect(validateDocument(KINDS.form, { title: 'x', fields })).toMatchObject([
    { code: 'too_many_items', path: '/fields' },
  ]);
});

it('a schema diff holds the changes after one version up to another', () => {
  const change = (version: number, breaking: boolean) =>
    ({ version, breaking, kind: 'add', target: 'x', summary: 'x' }) as const;
  const log = [change(2, false), change(3, true), change(3, false), change(4, false)];
  expect(schemaDiff(log, 1, 2)).toEqual({ from: 1, to: 2, changes: [log[0]], hasBreaking: false });
  expect(schemaDiff(log, 2, 4)).toEqual({ from: 2, to: 4, changes: log.slice(1), hasBreaking: true });
  expect(schemaDiff(log, 3, 3).changes).toEqual([]);
  expect(schemaDiff(log, 5, 4).changes).toEqual([]);
});

function set(at: Json, member: string, value: unknown, code: string): string {
  Object.defineProperty(at, member, { value, enumerable: true, configurable: true, writable: true });
  return code;
}

function drop(at: Json, member: string, ...unless: string[]): string | null {
  if (unless.some((other) => Object.hasOwn(at, other))) return null;
  delete at[member];
  return 'missing_member';
}

/** One slip of the pen is one mistake, though one name is missing and another unknown. */
function rename(at: Json, from: string, to: string): string {
  at[to] = at[from];
  delete at[from];
  return 'unknown_member';
}

/** Does what the hints say, until nothing is left or nothing helps; the mistakes that stay. */
function mended(kind: ContentKind, given: unknown): readonly StudioDiagnostic[] {
  let document = given;
  for (let round = 0; round < 60; round += 1) {
    const [first] = validateDocument(kind, document);
    if (!first) return [];
    document = follow(document, first);
  }
  return validateDocument(kind, document);
}

/** One hint, as a person would follow it. */
function follow(document: unknown, { path = '', hint = '' }: StudioDiagnostic): unknown {
  const [, quoted = ''] = /`(.*)`/s.exec(hint) ?? [];
  if (hint.startsWith('Add ')) {
    const owner = at(document, path) as Json;
    Object.assign(owner, JSON.parse(`{${quoted}}`));
    return document;
  }
  if (path === '') return JSON.parse(quoted);
  const owner = at(document, path.slice(0, path.lastIndexOf('/'))) as Json;
  const name = pointerSegments(path).at(-1) ?? '';
  if (hint.startsWith('Rename ')) set(owner, JSON.parse(quoted) as string, owner[name], '');
  if (hint.startsWith('Write ')) set(owner, name, JSON.parse(quoted), '');
  else delete owner[name];
  return document;
}

function at(document: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>((value, segment) => (value as Json)[segment], document);
}

it('pointers are written as they are read', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (segments) => {
      expect(pointerSegments(segments.reduce<string>(appendPointer, ''))).toEqual(segments);
    }),
  );
});
