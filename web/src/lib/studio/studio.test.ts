import { KINDS } from '@platform/api/content/kinds.ts';
import type { ContentKind } from '@platform/api/content/kind.ts';
import { secondFormVersion } from '@platform/api/content/testing/second-form-version.ts';
import { validateText } from '@platform/api/content/validate.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METHODS, readRequest, SOURCE, type StudioEvent, type StudioResponse } from './protocol.ts';
import { Studio } from './studio.ts';
import { modelAnswer, modelStart } from './testing/model.ts';

type Loose = Readonly<Record<string, unknown>>;
interface Answer {
  readonly ok: boolean;
  readonly result: Loose & readonly Loose[] & string;
  readonly error: Loose;
  readonly version: number;
}

function open(
  kindId: keyof typeof KINDS = 'form',
  kind: ContentKind = KINDS[kindId] as ContentKind,
): {
  readonly studio: Studio;
  readonly events: StudioEvent[];
  readonly shown: string[];
  ask(method: string, params?: unknown, more?: object): Promise<Answer>;
} {
  const events: StudioEvent[] = [];
  const shown: string[] = [];
  const view = {
    screenshot: async (target: string) => `data:image/png;base64,${target}`,
    show: (target: string) => void shown.push(target),
  };
  const studio = new Studio(kind, view, (event) => events.push(event));
  let ids = 0;
  return {
    studio,
    events,
    shown,
    async ask(method, params, more = {}) {
      ids += 1;
      const request = readRequest({
        source: SOURCE,
        kind: 'request',
        id: `id-${ids}`,
        method,
        ...(params === undefined ? {} : { params }),
        ...more,
      });
      if (request === null) throw new Error('This is no request.');
      const responses: StudioResponse[] = [];
      await studio.answer(request, (response) => responses.push(response));
      expect(responses).toHaveLength(1);
      return responses[0] as unknown as Answer;
    },
  };
}

const DECK = { title: 'Deck', slides: [{ layout: 'title', heading: 'One' }, { layout: 'text' }] };

describe('the start (design 11)', () => {
  it.each(['form', 'slides'] as const)(
    'is version 0 of a valid %s with the built-in renderer',
    async (id) => {
      const { ask } = open(id);
      const { result, version } = await ask('getState');
      expect(version).toBe(0);
      expect(result).toEqual({
        version: 0,
        document: expect.any(String),
        valid: true,
        schema: KINDS[id].starter,
        currentSchemaVersion: 1,
        rendererSchemaVersion: 1,
        docSchemaVersion: 1,
      });
      expect((await ask('getRenderer')).result).toBe(KINDS[id].defaultRenderer);
      expect((await ask('validate')).result).toEqual([]);
      expect((await ask('getSchema')).result).toEqual(KINDS[id].schema);
    },
  );

  it('says what it can do', async () => {
    const { result } = await open('slides').ask('describe');
    expect(result).toMatchObject({
      vertical: 'slides',
      ops: METHODS,
      schemaKind: 'json-schema',
      schemaVersion: 1,
      screenshotTargets: ['document', 'slide:<n>'],
    });
    const { tools, skills } = result['manifest'] as { readonly tools: Loose[]; readonly skills: Loose[] };
    expect(tools.map(({ op }) => op)).toEqual([
      'slideCount',
      'list',
      'add',
      'update',
      'move',
      'remove',
      'goto',
    ]);
    for (const tool of tools) expect(Object.keys(tool)).toEqual(['op', 'name', 'description', 'inputSchema']);
    for (const skill of skills) expect(Object.keys(skill)).toEqual(['name', 'description', 'instructions']);
  });
});

describe('changes (spec 3, 4.8)', () => {
  it('take an invalid document and hold it, unparsable text too', async () => {
    const { ask, events } = open();
    const unknown = await ask('setDocument', { document: '{"title":"x","fields":[],"colour":1}' });
    expect([unknown.ok, unknown.version, unknown.result['ok']]).toEqual([true, 1, false]);
    expect(unknown.result['diagnostics']).toMatchObject([{ code: 'unknown_member', path: '/colour' }]);
    const broken = await ask('setDocument', { document: '{' });
    expect([broken.ok, broken.version, broken.result['ok']]).toEqual([true, 2, false]);
    expect((await ask('getState')).result).toMatchObject({ valid: false, schema: null, document: '{' });
    expect(events.map(({ event, payload }) => [event, payload])).toEqual([
      ['change', { version: 1, by: 'host', valid: false }],
      ['change', { version: 2, by: 'host', valid: false }],
    ]);
  });

  it('hold what is nested deeper than can be sent, and give its text', async () => {
    const { ask } = open();
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    await ask('setDocument', { document: nested(50) });
    expect((await ask('getState')).result['schema']).toEqual(JSON.parse(nested(50)));
    await ask('setDocument', { document: nested(20_000) });
    const { result } = await ask('getState');
    expect([result['valid'], result['schema'], result['document']]).toEqual([false, null, nested(20_000)]);
  });

  it('replace the first match, literally, and say how many there are', async () => {
    const { ask } = open();
    await ask('setDocument', { document: '{"title":"a a","fields":[]}' });
    const { result } = await ask('applyEdit', { patch: { find: 'a', replace: '$&$1' } });
    expect(result).toMatchObject({ ok: true, matches: 2, version: 2 });
    expect((await ask('getDocument')).result).toBe('{"title":"$&$1 a","fields":[]}');
    const none = await ask('applyEdit', { patch: { find: 'zzz', replace: '' } });
    expect([none.ok, none.version, none.error]).toMatchObject([false, 2, { code: 'no_match', matches: 0 }]);
  });

  it('are refused on another version, and nothing happens', async () => {
    const { ask, events } = open();
    const document = '{"title":"x","fields":[]}';
    expect((await ask('setDocument', { document }, { baseVersion: 0 })).ok).toBe(true);
    for (const [method, params] of [
      ['setDocument', { document }],
      ['applyEdit', { patch: { find: 'x', replace: 'y' } }],
      ['setRenderer', { html: null }],
      ['invoke', { op: 'addField', params: { field: {} } }],
    ] as const) {
      const { ok, error, version } = await ask(method, params, { baseVersion: 0 });
      expect([ok, version, error]).toMatchObject([false, 1, { code: 'stale_version', currentVersion: 1 }]);
    }
    expect(events).toHaveLength(1);
    // Reading is never stale.
    expect((await ask('invoke', { op: 'fieldCount' }, { baseVersion: 0 })).result).toBe(0);
    expect((await ask('getState', undefined, { baseVersion: 0 })).ok).toBe(true);
  });

  it('are done once, however often a request comes', async () => {
    const { ask, events, studio } = open();
    const twice = { id: 'same' };
    const first = await ask('applyEdit', { patch: { find: 'form', replace: 'formform' } }, twice);
    expect(await ask('applyEdit', { patch: { find: 'form', replace: 'formform' } }, twice)).toEqual(first);
    expect([studio.content.version, events.length]).toEqual([1, 1]);
    for (let i = 0; i < 1_000; i += 1) await ask('setRenderer', { html: null });
    expect(await ask('applyEdit', { patch: { find: 'form', replace: 'x' } }, twice)).not.toEqual(first);
  });

  it('bring what was made for the first schema version to the second', async () => {
    const second = secondFormVersion();
    const { ask } = open('form', second as ContentKind);
    const first = { title: 'x', desc: 'Hello', fields: [] };
    const archived = await ask('setDocument', { document: JSON.stringify(first), schemaVersion: 1 });
    expect(archived.result).toMatchObject({ ok: false, diagnostics: [{ code: 'unknown_member' }] });
    expect((await ask('getState')).result).toMatchObject({ docSchemaVersion: 1, currentSchemaVersion: 2 });
    expect((await ask('getSchemaDiff', { fromVersion: 1 })).result).toEqual({
      from: 1,
      to: 2,
      changes: second.SCHEMA_CHANGELOG,
      hasBreaking: true,
    });
    expect((await ask('getSchemaDiff', { fromVersion: 2 })).result['changes']).toEqual([]);
    const { desc: intro, ...rest } = first;
    const migrated = await ask('setDocument', { document: JSON.stringify({ ...rest, intro }) });
    expect(migrated.result).toMatchObject({ ok: true, diagnostics: [] });
    expect((await ask('getState')).result).toMatchObject({ docSchemaVersion: 2, currentSchemaVersion: 2 });
    expect((await ask('describe')).result).toMatchObject({ schemaVersion: 2 });
  });

  it('stamp the schema version that was said, or the current one', async () => {
    const { ask } = open();
    const document = '{"title":"x","fields":[]}';
    await ask('setDocument', { document, schemaVersion: 0 });
    await ask('setRenderer', { html: '<p>', schemaVersion: 0 });
    expect((await ask('getState')).result).toMatchObject({ docSchemaVersion: 0, rendererSchemaVersion: 0 });
    await ask('applyEdit', { patch: { find: 'x', replace: 'y' } });
    expect((await ask('getState')).result).toMatchObject({ docSchemaVersion: 0 });
    await ask('setDocument', { document });
    await ask('setRenderer', { html: '<p>' });
    expect((await ask('getState')).result).toMatchObject({ docSchemaVersion: 1, rendererSchemaVersion: 1 });
    for (const schemaVersion of [2, -1, 1.5, '1', null]) {
      expect((await ask('setDocument', { document, schemaVersion })).error['code']).toBe('invalid_params');
    }
    expect((await ask('getSchemaDiff', { fromVersion: 9 })).result).toEqual({
      from: 9,
      to: 1,
      changes: [],
      hasBreaking: false,
    });
  });

  it('set a renderer, null for blank', async () => {
    const { ask } = open();
    expect(await ask('setRenderer', { html: '<p>Hi' })).toMatchObject({ result: { ok: true }, version: 1 });
    expect((await ask('getRenderer')).result).toBe('<p>Hi');
    expect(await ask('setRenderer', { html: null })).toMatchObject({ ok: true, version: 2 });
    const place = '<script id="platform-doc" type="application/json"></script>';
    expect((await ask('setRenderer', { html: place })).result).toEqual({ ok: true });
    for (const html of ['', '<p>', `<!-- ${place} -->`]) {
      const { result } = await ask('setRenderer', { html });
      expect(result).toMatchObject({ ok: true, diagnostics: [{ code: 'no_document_place' }] });
    }
    await ask('setRenderer', { html: null });
    const blank = await ask('getRenderer');
    expect([blank.ok, blank.result]).toEqual([true, null]);
  });
});

describe('what cannot be done', () => {
  it('has a code of the closed list', async () => {
    const { ask, studio } = open();
    const cases: readonly (readonly [string, unknown, string, object?])[] = [
      ['explode', undefined, 'unknown_method'],
      ['toString', undefined, 'unknown_method'],
      ['__proto__', undefined, 'unknown_method'],
      ['setDocument', undefined, 'invalid_params'],
      ['setDocument', { document: {} }, 'invalid_params'],
      ['setDocument', 'text', 'invalid_params'],
      ['setDocument', ['text'], 'invalid_params'],
      ['setDocument', { document: '{}' }, 'invalid_params', { baseVersion: '0' }],
      ['setDocument', { document: ' '.repeat(1_000_001) }, 'too_large'],
      ['setDocument', { document: 'ä'.repeat(600_000) }, 'too_large'],
      ['setRenderer', { html: ' '.repeat(2_000_001) }, 'too_large'],
      ['setRenderer', {}, 'invalid_params'],
      ['applyEdit', { patch: { find: '', replace: '' } }, 'invalid_params'],
      ['applyEdit', { find: 'a', replace: '' }, 'invalid_params'],
      ['getSchemaDiff', {}, 'invalid_params'],
      ['getSchemaDiff', { fromVersion: -1 }, 'invalid_params'],
      ['screenshot', { target: 1 }, 'invalid_params'],
      ['invoke', {}, 'invalid_params'],
      ['invoke', { op: 'explode' }, 'unknown_op'],
      ['invoke', { op: 'fieldCount', params: { many: true } }, 'invalid_params'],
      ['invoke', { op: 'addField', params: { field: {}, index: 9 } }, 'invalid_params'],
      ['invoke', { op: 'removeField', params: { key: 'nobody' } }, 'invalid_params'],
    ];
    for (const [method, params, code, more] of cases) {
      const { ok, error } = await ask(method, params, more);
      expect([method, params, ok, error['code']]).toEqual([method, params, false, code]);
      expect(String(error['message']).length).toBeLessThan(1_000);
    }
    expect(studio.content.version).toBe(0);
    await ask('setDocument', { document: '[]' });
    expect((await ask('invoke', { op: 'fieldCount' })).error).toMatchObject({
      code: 'unsupported',
      diagnostics: [{ code: 'wrong_type' }],
    });
  });

  it('is not even a request', () => {
    const request = { source: SOURCE, kind: 'request', id: '1', method: 'getState' };
    for (const data of [
      null,
      undefined,
      1,
      'text',
      [],
      { ...request, source: 'other' },
      { ...request, kind: 'response' },
      { ...request, id: 1 },
      { ...request, id: '' },
      { ...request, id: 'x'.repeat(201) },
      { ...request, method: null },
      Object.create(request) as unknown,
      JSON.parse(`{"__proto__":${JSON.stringify(request)}}`) as unknown,
    ]) {
      expect(readRequest(data)).toBeNull();
    }
    expect(readRequest(request)).toMatchObject(request);
  });
});

describe('operations of a form', () => {
  it('add, change, move and remove fields, and leave the rest of the text alone', async () => {
    const { ask } = open();
    await ask('setDocument', { document: '{ "title":   "Mine",\n  "fields": [] }' });
    const field = (key: string): object => ({ type: 'text', key, label: key });
    for (const key of ['a', 'b']) await ask('invoke', { op: 'addField', params: { field: field(key) } });
    const first = await ask('invoke', { op: 'addField', params: { field: field('c'), index: 0 } });
    expect(first.result).toEqual({ ok: true, diagnostics: [], version: 4, index: 0 });
    await ask('invoke', { op: 'moveField', params: { key: 'c', to: 2 } });
    await ask('invoke', {
      op: 'updateField',
      params: { key: 'b', changes: { required: true, label: 'Bee' } },
    });
    await ask('invoke', { op: 'removeField', params: { key: 'a' } });
    expect((await ask('invoke', { op: 'fieldCount' })).result).toBe(2);
    const text = (await ask('getDocument')).result;
    expect(text).toContain('"title":   "Mine"');
    expect(JSON.parse(text)).toEqual({
      title: 'Mine',
      fields: [{ type: 'text', key: 'b', label: 'Bee', required: true }, field('c')],
    });
    const without = await ask('invoke', {
      op: 'updateField',
      params: { key: 'b', changes: { required: null } },
    });
    expect(without.result).toMatchObject({ ok: true });
    const same = await ask('invoke', { op: 'moveField', params: { key: 'b', to: 0 } });
    expect([same.ok, same.version]).toEqual([true, without.version]);
    const twice = await ask('invoke', { op: 'addField', params: { field: field('b') } });
    expect(twice.result).toMatchObject({ ok: false, diagnostics: [{ code: 'duplicate_key' }] });
  });
});

describe('operations of slides', () => {
  it('list, add, change, move, remove and show slides', async () => {
    const { ask, shown } = open('slides');
    await ask('setDocument', { document: JSON.stringify(DECK) });
    await ask('invoke', { op: 'add', params: { slide: { layout: 'bullets', bullets: ['x'] }, index: 1 } });
    await ask('invoke', { op: 'move', params: { from: 1, to: 0 } });
    await ask('invoke', { op: 'update', params: { index: 2, changes: { heading: 'End' } } });
    await ask('invoke', { op: 'remove', params: { index: 1 } });
    expect((await ask('invoke', { op: 'list' })).result).toEqual([
      { index: 0, target: 'slide:1', layout: 'bullets', heading: null },
      { index: 1, target: 'slide:2', layout: 'text', heading: 'End' },
    ]);
    const before = await ask('getState');
    expect((await ask('invoke', { op: 'goto', params: { index: 1 } })).version).toBe(before.version);
    expect(shown).toEqual(['slide:2']);
    expect((await ask('invoke', { op: 'goto', params: { index: 2 } })).error['code']).toBe('invalid_params');
  });
});

describe('a form that is sent in the Studio', () => {
  it('is an event with what the check says', async () => {
    const { studio, events, ask } = open();
    await ask('setDocument', {
      document: '{"title":"x","fields":[{"type":"text","key":"a","label":"A","required":true}]}',
    });
    studio.submitted({ a: 'hello' });
    studio.submitted({});
    expect(events.slice(1)).toMatchObject([
      { event: 'submit', payload: { values: { a: 'hello' }, ok: true, diagnostics: [] }, version: 1 },
      { event: 'submit', payload: { ok: false, diagnostics: [{ code: 'missing_value' }] } },
    ]);
    await ask('setDocument', { document: '{' });
    studio.submitted({ a: 'hello' });
    expect(events).toHaveLength(4);
  });
});

const text = fc.oneof(
  fc.constantFrom('{', '{"title":"t","fields":[]}', '{"title":"aa","fields":[],"x":1}'),
  fc.string({ maxLength: 20 }),
);
const command = fc.record({
  what: fc.constantFrom('setDocument', 'applyEdit', 'setRenderer', 'getState', 'invoke', 'user', 'again'),
  text,
  find: fc.constantFrom('a', 't', '"', '', '{'),
  base: fc.constantFrom('none', 'current', 'stale'),
});

describe('any history', () => {
  it('leaves what a model of the protocol says; the version rises by one with each accepted change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const { ask, studio, events } = open();
        let model = modelStart(KINDS.form);
        let told = 0;
        let last: readonly [string, unknown, object] | null = null;
        for (const [i, { what, text: given, find, base }] of commands.entries()) {
          if (what === 'user') {
            studio.edit(given);
            model = { ...model, text: given, version: model.version + 1 };
            told += 1;
          } else if (what === 'again') {
            if (last !== null) await ask(...last);
          } else {
            // A version below 0 is no version, and refused as such.
            const baseVersion = model.version - (base === 'stale' ? 1 : 0);
            const more = { id: `n-${i}`, ...(base === 'none' ? {} : { baseVersion }) };
            const params = {
              ...{ document: given, html: given, patch: { find, replace: given } },
              ...{ op: 'addField', params: { field: { type: 'text', key: find, label: given } } },
            };
            const answer = await ask(what, params, more);
            last = [what, params, more];
            const { code, result, next } = modelAnswer(KINDS.form, model, { method: what, params, ...more });
            expect(answer.ok ? null : answer.error['code']).toBe(code);
            expect([answer.version, answer.result]).toEqual([next.version, result]);
            if (next !== model) told += 1;
            model = next;
          }
          const { content } = studio;
          expect([content.version, content.text, content.renderer]).toEqual([
            model.version,
            model.text,
            model.renderer,
          ]);
          expect(content.validation.ok).toBe(validateText(KINDS.form, model.text).ok);
          expect(events).toHaveLength(told);
        }
      }),
      { numRuns: Number(process.env['STUDIO_HISTORIES'] ?? 200), seed: 9 },
    );
  });
});
