import { KINDS, kindOf } from '@platform/api/content/kinds.ts';
import type { ContentKind } from '@platform/api/content/kind.ts';
import { secondFormVersion } from '@platform/api/content/testing/second-form-version.ts';
import { describe, expect, it } from 'vitest';
import { toolCallOf, type AgentMessage } from '../message.ts';
import { play } from '../testing/harness.ts';
import { answer, call } from '../testing/upstream.ts';
import { StudioSubject } from './studio-subject.ts';
import { EngineDesk } from './testing/engine.ts';

const LUNCH = {
  title: 'Lunch',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'dish', label: 'Which dish?', options: ['Soup', 'Salad'] },
  ],
};

/** A form that is there already, at version 1. */
async function lunch(kind: ContentKind = kindOf('form')): Promise<EngineDesk> {
  const desk = new EngineDesk(kind);
  await desk.studio.setDocument(JSON.stringify(LUNCH, null, 2), { schemaVersion: 1 });
  return desk;
}

const form = (desk: EngineDesk) => ({ subject: new StudioSubject(desk, 'form'), say: 'Go on' });
const outputs = (message: AgentMessage) =>
  message.parts.flatMap((part) => (toolCallOf(part)?.output ?? []) as object[]);

describe('the tools', () => {
  it('are the ones of spec 4.9, with a picture only for a model that sees', async () => {
    const names = async (vision: boolean) => {
      const { upstream } = await play([answer('Hello.')], {
        ...form(await lunch()),
        facts: { vision, contextTokens: 100_000, price: null },
      });
      return upstream.requests[0]?.body.tools?.map((tool) => tool.function.name).toSorted();
    };
    const all = [
      'studio_apply_edit',
      'studio_get_renderer',
      'studio_get_state',
      'studio_invoke',
      'studio_schema_diff',
      'studio_screenshot',
      'studio_set_document',
      'studio_set_renderer',
      'studio_validate',
    ];
    expect(await names(true)).toEqual(all);
    expect(await names(false)).toEqual(all.filter((name) => name !== 'studio_screenshot'));
  });

  it('hold the document to the content schema itself, without $schema and $id', async () => {
    const { upstream } = await play([answer('Hello.')], form(await lunch()));
    const tool = upstream.requests[0]?.body.tools?.find((one) => one.function.name === 'studio_set_document');
    const { $schema, $id, ...schema } = KINDS.form.schema;
    expect([$schema, $id]).not.toContain(undefined);
    const { $schema: _draft, ...parameters } = tool?.function.parameters ?? {};
    expect(parameters).toEqual({
      type: 'object',
      required: ['document'],
      properties: { document: schema },
      additionalProperties: false,
    });
  });

  it('show a picture to a model that sees, behind the results', async () => {
    const { upstream, answer: said } = await play(
      [answer('', [call('studio_screenshot', { target: 'field:dish' })]), answer('I see two dishes.')],
      { ...form(await lunch()), facts: { vision: true, contextTokens: 100_000, price: null } },
    );
    expect(outputs(said)).toMatchObject([{ ok: true, version: 1, width: 640 }]);
    const content = JSON.stringify(upstream.requests[1]?.body.messages.at(-1)?.content);
    expect(content).toContain(`data:image/png;base64,${btoa('field:dish')}`);
  });
});

describe('a turn in a Studio', () => {
  it('is told the document, its kind and the rules, and writes a whole document', async () => {
    const desk = new EngineDesk(kindOf('slides'));
    const deck = { title: 'Garden', slides: [{ layout: 'title', heading: 'Our garden' }] };
    const { upstream, answer: said } = await play(
      [answer('A deck.', [call('studio_set_document', { document: deck })]), answer('One slide.')],
      { subject: new StudioSubject(desk, 'slides'), say: 'A deck about our garden' },
    );
    const told = JSON.stringify(upstream.requests[0]?.body.messages[0]?.content);
    expect(told).toContain('The document is a deck of slides');
    expect(told).toContain('Untitled deck');
    expect(desk.document).toEqual(deck);
    expect(outputs(said)).toEqual([
      { ok: true, version: 1, valid: true, change: 'updated', diagnostics: [] },
    ]);
    expect(said.metadata).toMatchObject({
      outcome: 'completed',
      problems: [],
      fromRevision: 0,
      toRevision: 1,
    });
  });

  it('changes what was asked for and nothing else', async () => {
    const desk = await lunch();
    await play(
      [
        answer('', [
          call('studio_invoke', { op: 'updateField', params: { key: 'dish', changes: { required: true } } }),
        ]),
        answer('', [call('studio_apply_edit', { find: '"Salad"', replace: '"Salad", "Stew"' })]),
        answer('Done.'),
      ],
      form(desk),
    );
    expect(desk.document).toEqual({
      ...LUNCH,
      fields: [LUNCH.fields[0], { ...LUNCH.fields[1], required: true, options: ['Soup', 'Salad', 'Stew'] }],
    });
    expect(desk.version).toBe(3);
  });

  it('never runs over what the person did meanwhile', async () => {
    const desk = await lunch();
    const { engine } = desk;
    const whole = { ...LUNCH, title: 'Dinner' };
    let typed = false;
    desk.onCall = (method) => {
      if (method !== 'setDocument' || typed) return;
      typed = true;
      engine.edit(engine.content.text.replace('Your name', 'Who are you?'));
    };
    const { answer: said } = await play(
      [
        answer('', [call('studio_set_document', { document: whole })]),
        answer('', [call('studio_get_state', {})]),
        answer('', [call('studio_apply_edit', { find: '"Lunch"', replace: '"Dinner"' })]),
        answer('It is called Dinner now.'),
      ],
      form(desk),
    );
    expect(outputs(said)).toMatchObject([
      { ok: false, error: { code: 'stale_version' } },
      { ok: true, version: 2 },
      { ok: true, version: 3, matches: 1 },
    ]);
    expect(desk.document).toMatchObject({ title: 'Dinner', fields: [{ label: 'Who are you?' }, {}] });
    expect(said.metadata?.outcome).toBe('completed');
  });

  it('does not end with mistakes in the document unsaid', async () => {
    const desk = await lunch();
    const twice = { ...LUNCH, fields: [LUNCH.fields[0], LUNCH.fields[0]] };
    const { answer: said, upstream } = await play(
      [
        answer('', [call('studio_set_document', { document: twice })]),
        answer('All is well.'),
        answer('', [call('studio_set_document', { document: { ...LUNCH, title: 'Mended' } })]),
        answer('Now it is.'),
      ],
      form(desk),
    );
    expect(outputs(said)[0]).toMatchObject({ ok: true, valid: false, diagnostics: [{ line: 12 }] });
    expect(JSON.stringify(upstream.requests[2]?.body.messages.at(-1)?.content)).toContain('Not finished');
    expect(said.metadata).toMatchObject({ outcome: 'completed', problems: [] });

    const stubborn = await play(
      [answer('', [call('studio_set_document', { document: twice })]), answer('All is well.')],
      form(await lunch()),
    );
    expect(stubborn.answer.metadata).toMatchObject({
      outcome: 'failed',
      problems: [{ path: 'document', line: 12, severity: 'error' }],
    });
    expect(stubborn.answer.metadata?.reason).toMatch(/but the form still has an error/);
  });

  it('stops when every document is refused by the checks', async () => {
    let tries = 0;
    const { answer: said, upstream } = await play(
      [
        (response, request) => {
          tries += 1;
          const document = { ...LUNCH, title: `Try ${tries}`, fields: [{ type: 'no such type' }] };
          return answer('', [call('studio_set_document', { document })])(response, request);
        },
      ],
      form(await lunch()),
    );
    expect(said.metadata?.outcome).toBe('failed');
    expect(said.metadata?.reason).toMatch(/5 failed attempts in a row.*or take the change back/);
    expect(upstream.requests).toHaveLength(5);
  });

  it('tells the person when what it wrote is not stored', async () => {
    const desk = await lunch();
    desk.notKept = 'The server does not answer.';
    const { answer: said } = await play(
      [answer('', [call('studio_apply_edit', { find: 'Lunch', replace: 'Supper' })]), answer('Done.')],
      form(desk),
    );
    expect(said.metadata).toMatchObject({
      outcome: 'completed',
      problems: [{ severity: 'warning', code: 'not_saved', message: 'The server does not answer.' }],
    });
  });

  it('refuses a page that has no place for the document, and names what is wrong in one', async () => {
    const desk = await lunch();
    const place = '<script id="platform-doc" type="application/json"></script>';
    const page = (script: string) =>
      `<!doctype html><html lang="en"><title>x</title>${place}<script>${script}</script></html>`;
    const { answer: said } = await play(
      [
        answer('', [call('studio_set_renderer', { html: '<!doctype html><title>x</title><h1>Hi</h1>' })]),
        answer('', [call('studio_set_renderer', { html: page('let a = (;') })]),
        answer('', [call('studio_set_renderer', { html: page('document.body.textContent = "Hi";') })]),
        answer('', [call('studio_get_renderer', {})]),
        answer('Done.'),
      ],
      form(desk),
    );
    expect(outputs(said)).toMatchObject([
      { ok: false, error: { code: 'no_document_place' } },
      { ok: true, version: 2, problems: [{ path: 'renderer', code: 'syntax' }] },
      { ok: true, version: 3, problems: [] },
      { ok: true, html: page('document.body.textContent = "Hi";') },
    ]);
    expect(said.metadata).toMatchObject({ outcome: 'completed', problems: [] });
  });

  it('brings a document up to date as spec 9.4 says: state, diff, migrated content', async () => {
    const desk = await lunch(secondFormVersion() as unknown as ContentKind);
    const { upstream, answer: said } = await play(
      [
        answer('', [call('studio_get_state', {})]),
        answer('', [call('studio_schema_diff', { fromVersion: 1 })]),
        answer('', [call('studio_set_document', { document: { ...LUNCH, intro: 'Pick one.' } })]),
        answer('', [call('studio_get_state', {})]),
        answer('It is up to date.'),
      ],
      { ...form(desk), say: 'Bring it up to date' },
    );
    expect(JSON.stringify(upstream.requests[0]?.body.messages[0]?.content)).toContain('It is out of date');
    expect(outputs(said)).toMatchObject([
      { stale: true, docSchemaVersion: 1, currentSchemaVersion: 2 },
      { ok: true, from: 1, to: 2, hasBreaking: true },
      { ok: true, valid: true },
      { stale: false, docSchemaVersion: 2 },
    ]);
    expect(said.metadata?.outcome).toBe('completed');
  });

  it('passes on what the Studio says about an operation that it refuses', async () => {
    const desk = await lunch();
    const { answer: said } = await play(
      [
        answer('', [call('studio_invoke', { op: 'removeField', params: { key: 'nobody' } })]),
        answer('There is none.'),
      ],
      form(desk),
    );
    expect(outputs(said)).toMatchObject([{ ok: false, error: { code: 'invalid_params' } }]);
    expect(JSON.stringify(outputs(said))).toContain('It has \\"name\\", \\"dish\\"');
    expect(desk.version).toBe(1);
  });
});
