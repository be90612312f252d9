import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StudioDiagnostic } from '../errors.ts';
import { appendPointer, pointerSegments } from './json-place.ts';
import type { ContentKind } from './kind.ts';
import { KINDS, kindOf, type KindId } from './kinds.ts';
import { schemaDiff } from './schema-diff.ts';
import { DOCUMENTS } from './testing/documents.ts';
import { followHint } from './testing/follow-hint.ts';
import { MOST_TOLD, validateDocument, validateText } from './validate.ts';

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

it('the number of fields is bounded, and the hint takes no more away than what is too many', () => {
  const fields = Array.from({ length: 203 }, (_, index) => ({ type: 'text', key: `k${index}`, label: 'L' }));
  const [found, ...more] = validateDocument(KINDS.form, { title: 'x', fields });
  expect([found, more]).toMatchObject([
    { code: 'too_many_items', path: '/fields', hint: 'Remove 3 entries.' },
    [],
  ]);
  if (found)
    expect(followHint({ title: 'x', fields }, found)).toEqual({ title: 'x', fields: fields.slice(0, 200) });
});

it.each([
  ['title', 7, '7'],
  ['label', true, 'true'],
  ['key', `${'é'.repeat(100)}!`, 'é'.repeat(100)],
  ['key', 'first\u0000 name\ud800', 'first name'],
  ['key', '\n', 'new_field_1'],
  ['required', 'no', false],
  ['options', 'a, b', ['a, b']],
  ['options', {}, ['One', 'Two']],
  ['range', { min: 'low', max: -3 }, { min: -4, max: -3 }],
  ['range', { min: '2,5', max: 4 }, { min: 2.5, max: 4 }],
  ['range', { min: 10 }, { min: 10, max: 11 }],
  ['range', { max: 1 }, { min: 0, max: 1 }],
])('the hint for %s %j keeps of it what can be kept', (member, wrong, mended) => {
  const type = { options: 'choice', range: 'rating' }[member] ?? 'text';
  const field = { type, key: 'k', label: 'L', [member]: wrong };
  const document = member === 'title' ? { title: wrong, fields: [] } : { title: 'x', fields: [field] };
  const followed = validateDocument(KINDS.form, document).reduce(followHint, document as unknown);
  expect(validateDocument(KINDS.form, followed)).toEqual([]);
  expect(followed).toMatchObject(member === 'title' ? { title: mended } : { fields: [{ [member]: mended }] });
});

it('what is proposed fits what is there: a type its options, keys one another', () => {
  const fields = [
    { type: 'select', options: ['a'], label: 'A' },
    { label: 'B', range: { min: 1, max: 2 } },
    {},
  ];
  const document = { title: 'x', fields };
  const followed = validateDocument(KINDS.form, document).reduce(followHint, document as unknown);
  expect(validateDocument(KINDS.form, followed)).toEqual([]);
  expect(followed).toMatchObject({ fields: [{ type: 'choice', options: ['a'] }, { type: 'number' }, {}] });

  const deck = { title: 'x', slides: [{ bullets: ['a'] }, { layout: 'list', bullets: ['b'] }] };
  const [first, second, ...more] = validateDocument(KINDS.slides, deck);
  expect([first?.hint, second?.hint, more]).toEqual(['Add `"layout": "bullets"`.', 'Write `"bullets"`.', []]);
});

it('of very many mistakes the first are told and the rest are counted, in a time that grows with their number', () => {
  const text = JSON.stringify({
    title: 1,
    fields: Array.from({ length: 20_000 }, () => ({ lable: 'x', key: 'k' })),
  });
  const { ok, count, diagnostics } = validateText(KINDS.form, text);
  expect([ok, count, diagnostics.length]).toEqual([false, 60_001, MOST_TOLD + 1]);
  expect(diagnostics.slice(0, 3).map(({ path }) => path)).toEqual(['/title', '/fields', '/fields/0']);
  expect(diagnostics.at(-1)).toMatchObject({
    code: 'more_mistakes',
    message: '59,001 more mistakes are not listed.',
  });
  expect(validateDocument(KINDS.form, JSON.parse(text))).toHaveLength(MOST_TOLD + 1);
});

it('a text that is no JSON is placed once: the message names no second place', () => {
  const [found] = validateText(KINDS.form, '{\n  "title": x\n}').diagnostics;
  expect(found).toMatchObject({ line: 2, col: 12, message: 'The text is not JSON: invalid symbol.' });
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

/** Does what the hints say, until nothing is left or nothing helps; the mistakes that stay. */
function mended(kind: ContentKind, given: unknown): readonly StudioDiagnostic[] {
  let document = given;
  for (let round = 0; round < 60; round += 1) {
    const [first] = validateDocument(kind, document);
    if (!first) return [];
    document = followHint(document, first);
  }
  return validateDocument(kind, document);
}

it('pointers are written as they are read', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (segments) => {
      expect(pointerSegments(segments.reduce<string>(appendPointer, ''))).toEqual(segments);
    }),
  );
});
