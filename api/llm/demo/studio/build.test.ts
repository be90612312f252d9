import { describe, expect, it } from 'vitest';
import { createStudioChat, STUDIO_TOOLS } from '../../../../test/support/studio-chat.ts';
import { kindOf, type KindId } from '../../../content/kinds.ts';
import { validateDocument } from '../../../content/validate.ts';
import { documentAbout, readSample, SAMPLES } from './samples.ts';
import { subjectOf } from './subject.ts';

const ALL = (['form', 'slides'] as const).flatMap((kind) =>
  SAMPLES[kind].map((name) => [kind, name] as const),
);

describe('a sample', () => {
  it.each(ALL)('%s %s is a valid document, with a subject and without', (kind, name) => {
    const sample = readSample(kind, name);
    for (const subject of [null, { heading: 'Summer "party"', within: 'the summer "party"' }]) {
      const document = documentAbout(sample, subject, null);
      expect(validateDocument(kindOf(kind), document)).toEqual([]);
      expect(JSON.stringify(document)).not.toMatch(/[{}]\w+[{}]|\$&/);
    }
    expect(documentAbout(sample, null, 'Mine')['title']).toBe('Mine');
  });
});

describe('the demo builds in the Studio', () => {
  it.each<[KindId, string, string, number]>([
    ['form', 'make a survey about lunch', 'Survey: Lunch', 7],
    ['form', 'a feedback form', 'Feedback', 6],
    ['form', 'registration for a workshop', 'Registration: Workshop', 6],
    ['form', 'I want a sign-up form for our summer party, please', 'Registration: Our summer party', 6],
    ['form', 'create an order form called "Tom & <Jerry>"', 'Tom & <Jerry>', 8],
    ['form', 'Contact form', 'Contact', 4],
    ['form', 'make me a quiz about cats', 'A small quiz', 7],
    ['form', 'Build me a form', 'A short survey', 7],
    ['form', 'build a form for the picnic', 'Registration: Picnic', 6],
    ['form', 'turn it into a poll', 'A short survey', 7],
    ['slides', 'a deck about our garden', 'Our garden', 6],
    ['slides', 'make slides', 'Six slides, one idea', 6],
    ['slides', 'write a pitch for a bakery', 'Bakery', 7],
    ['slides', 'Report on sales in March', 'Report: Sales in March', 6],
    ['slides', 'prepare a lesson about water mills in green', 'Lesson: Water mills', 7],
  ])('%s: %s', async (kind, request, title, entries) => {
    const { ask, content, document } = createStudioChat(kind);
    expect(content().version).toBe(0);
    const { calls, said } = await ask(request);
    expect(calls.map(({ tool }) => tool)).toEqual(['studio_get_state', 'studio_set_document']);
    const made = document();
    expect(made['title']).toBe(title);
    expect(Object.values(made).find((value) => Array.isArray(value))).toHaveLength(entries);
    expect(said[1]).toContain('I am the built-in demo: a script, not an AI.');
    expect(said[1]).not.toContain('takes the place');
    expect(said.at(-1)).toContain(`“${title}” is ready, with ${entries}`);
    expect(said.join(' ')).not.toMatch(/studio_|invoke|set_document/);
  });

  it('is valid and says that it takes the place of what is there', async () => {
    const chat = createStudioChat('form');
    await chat.ask('make a survey about lunch');
    const second = await chat.ask('make a feedback form');
    expect(second.said[1]).toContain('It takes the place of the form that is here now.');
    expect(chat.content().validation).toMatchObject({ ok: true, document: { title: 'Feedback' } });
    expect(chat.content().version).toBe(2);
  });

  it('and then the small changes that the same request asks for', async () => {
    const chat = createStudioChat('form');
    const { calls, said } = await chat.ask(
      'make a survey about lunch, add a question about allergies and make it required',
    );
    expect(calls.map(({ tool }) => tool)).toEqual([
      'studio_get_state',
      'studio_set_document',
      'studio_get_state',
      'studio_invoke',
      'studio_invoke',
    ]);
    expect(chat.entries()).toHaveLength(8);
    expect(chat.entries().at(7)).toEqual({
      type: 'text',
      key: 'allergies',
      label: 'Do you have any allergies?',
      required: true,
    });
    expect(said.at(-1)).toMatch(/is ready[\s\S]*Question 8 is new[\s\S]*is required now/);
  });

  it('a deck in the look that was asked for, with its subject on the first slide', async () => {
    const { ask, document } = createStudioChat('slides');
    await ask('Make a deck about the Red Cross in dark blue');
    expect(document()).toMatchObject({
      title: 'Red Cross',
      theme: 'dark blue',
      slides: [{ layout: 'title', heading: 'Red Cross' }, {}, {}, {}, {}, {}],
    });
  });

  it.each<[KindId, string]>([
    ['form', 'the survey is too long'],
    ['form', 'Thanks, great survey'],
    ['form', 'write a thank-you note at the end of the survey'],
    ['form', 'what is a survey?'],
    ['form', 'hello'],
    ['slides', 'the deck is too long'],
    ['slides', 'Is this deck any good?'],
    ['slides', 'translate the slides'],
  ])('but never over what is there without being asked: %s: %s', async (kind, request) => {
    const { ask, content } = createStudioChat(kind);
    const { calls } = await ask(request);
    expect([calls, content().version]).toEqual([[], 0]);
  });

  it.each<[KindId, string, RegExp]>([
    ['slides', 'add two slides about bees and honey', /one slide at a time/],
    ['slides', 'delete slides about bees', /I find no slide/],
    ['slides', 'quarterly report', /would take the place of the deck.*say "make a report"/],
    ['form', 'add three questions about the survey', /one question at a time/],
    ['form', 'survey about dinner', /would take the place of the form.*say "make a survey"/],
  ])('nor over what somebody wrote: %s: %s', async (kind, request, words) => {
    const chat = createStudioChat(kind);
    await chat.ask(kind === 'form' ? 'make a survey about lunch' : 'make a deck about lunch');
    const { version } = chat.content();
    const { said } = await chat.ask(request);
    expect(said.at(-1)).toMatch(words);
    expect(chat.content().version).toBe(version);
  });

  it('only where it may', async () => {
    const less = STUDIO_TOOLS.filter((tool) => tool !== 'studio_get_state');
    const { ask } = createStudioChat('form', { tools: less });
    const { calls, said } = await ask('make a survey');
    expect([calls, said]).toEqual([
      [],
      [expect.stringMatching(/^I am the built-in demo.*does not let me look/)],
    ]);
  });
});

describe('the subject of a request', () => {
  it.each([
    ['a survey about lunch', 'Lunch', 'lunch'],
    ['a survey about a workshop for beginners', 'Workshop for beginners', 'the workshop for beginners'],
    ['registration for our summer party with a question about food', 'Our summer party', 'our summer party'],
    ['make me a survey', null, null],
    ['a survey for me', null, null],
    ['a survey of 5 questions', null, null],
    ['a garden deck', 'Garden', null],
    ['a short quiz', null, null],
  ])('%s', (request, heading, within) => {
    expect(subjectOf(request)).toEqual(heading === null ? null : { heading, within });
  });
});
