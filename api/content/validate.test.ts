import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StudioDiagnostic } from '../errors.ts';
import { appendPointer, pointerSegments } from './json-place.ts';
import type { ContentKind } from './kind.ts';
import { KINDS, kindOf, type KindId } from './kinds.ts';
import { schemaDiff } from './schema-diff.ts';
import { DOCUMENTS } from './testing/documents.ts';
import { followHint } from './testing/follow-hint.ts';
import { validateDocument, validateText } from './validate.ts';

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
