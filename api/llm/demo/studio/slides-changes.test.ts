import { describe, expect, it } from 'vitest';
import { createStudioChat } from '../../../../test/support/studio-chat.ts';

const DECK = {
  title: 'Garden',
  slides: [
    { layout: 'title', heading: 'Garden', subtitle: 'In spring' },
    { layout: 'bullets', heading: 'Work', bullets: ['Dig', 'Sow'] },
    { layout: 'text', heading: 'Costs', body: 'Little.\n\nNotes:\nSmile.' },
  ],
};
const [COVER, WORK, COSTS] = DECK.slides;
const POINTS = ['Where we stand', 'What matters most', 'What we do next'];

async function garden(theme?: string) {
  const chat = createStudioChat('slides');
  const document = { title: DECK.title, ...(theme !== undefined && { theme }), slides: DECK.slides };
  await chat.studio.setDocument(JSON.stringify(document, null, 2));
  return chat;
}

describe('slides are added, changed, moved and removed', () => {
  it.each<[string, unknown]>([
    [
      'add a slide about tools',
      [COVER, WORK, COSTS, { layout: 'bullets', heading: 'Tools', bullets: POINTS }],
    ],
    [
      'add a slide “Tools” with bullets rake, spade and hoe after slide 1',
      [COVER, { layout: 'bullets', heading: 'Tools', bullets: ['Rake', 'Spade', 'Hoe'] }, WORK, COSTS],
    ],
    [
      'add a title slide "Part two" before the costs',
      [COVER, WORK, { layout: 'title', heading: 'Part two' }, COSTS],
    ],
    ['add a bullet "Harvest"', [COVER, { ...WORK, bullets: ['Dig', 'Sow', 'Harvest'] }, COSTS]],
    ['add a point about water to slide 2', [COVER, { ...WORK, bullets: ['Dig', 'Sow', 'Water'] }, COSTS]],
    [
      'add the bullets a and b to the slide about work',
      [COVER, { ...WORK, bullets: ['Dig', 'Sow', 'A', 'B'] }, COSTS],
    ],
    ['change bullet 2 of slide 2 to Rest', [COVER, { ...WORK, bullets: ['Dig', 'Rest'] }, COSTS]],
    ['remove the last bullet', [COVER, { ...WORK, bullets: ['Dig'] }, COSTS]],
    ['change the heading of slide 2 to Labour', [COVER, { ...WORK, heading: 'Labour' }, COSTS]],
    ['change "Work" to “Labour”', [COVER, { ...WORK, heading: 'Labour' }, COSTS]],
    ['new slide: Tools', [COVER, WORK, COSTS, { layout: 'bullets', heading: 'Tools', bullets: POINTS }]],
    ['rename slide 2 to Labour', [COVER, { ...WORK, heading: 'Labour' }, COSTS]],
    ['change the subtitle to In autumn', [{ ...COVER, subtitle: 'In autumn' }, WORK, COSTS]],
    ['change the text of slide 3 to Nothing', [COVER, WORK, { ...COSTS, body: 'Nothing\n\nNotes:\nSmile.' }]],
    ['remove slide 3', [COVER, WORK]],
    ['delete the slide about costs', [COVER, WORK]],
    ['move the last slide to the top', [COSTS, COVER, WORK]],
    ['move slide 2 after slide 3', [COVER, COSTS, WORK]],
    ['remove slide 2, then remove slide 1', [COSTS]],
    [
      'add a slide about tools and a bullet "Rake"',
      [COVER, WORK, COSTS, { layout: 'bullets', heading: 'Tools', bullets: [...POINTS, 'Rake'] }],
    ],
  ])('%s', async (request, slides) => {
    const { ask, entries, content } = await garden();
    const { said } = await ask(request);
    expect(entries()).toEqual(slides);
    expect(content().validation.diagnostics).toEqual([]);
    expect(said.join(' ')).not.toMatch(/studio_|invoke/);
  });

  it('the title, with the first slide that shows it', async () => {
    const { ask, document } = await garden();
    const { calls } = await ask('change the title to Our garden');
    expect(calls.map(({ tool }) => tool)).toEqual(['studio_get_state', 'studio_apply_edit', 'studio_invoke']);
    expect(document()).toEqual({
      title: 'Our garden',
      slides: [{ ...COVER, heading: 'Our garden' }, WORK, COSTS],
    });
  });

  it('"it" is the slide that was spoken of', async () => {
    const { ask, document, entries } = await garden();
    await ask('add a slide about tools after slide 1');
    await ask('add a bullet "Rake" to it');
    expect(entries().at(1)).toMatchObject({ heading: 'Tools', bullets: [...POINTS, 'Rake'] });
    await ask('rename it to Shed');
    expect(document()['title']).toBe('Shed');
  });

  it.each([
    ['add a slide', /What shall the slide say\?/],
    ['remove slide 7', /There is no slide 7: the last one is number 3/],
    ['add a bullet "x" to slide 3', /no bullets on slide 3, “Costs”: its layout is text/],
    ['remove bullet 9 of slide 2', /I find no bullet “9” there; it has 2/],
    ['add a picture to slide 2', /do not want to pretend/],
    ['make a survey', /This is a deck\. A form is made on the page Forms, under Edit/],
    ['Build me a guestbook', /apps are made on the page Build/],
    ['undo that', /Take it back/],
  ])('or the reason is said: %s', async (request, words) => {
    const { ask, document } = await garden();
    const { said } = await ask(request);
    expect(said.at(-1)).toMatch(words);
    expect(document()).toEqual(DECK);
  });

  it('never the last one', async () => {
    const { ask, content } = createStudioChat('slides');
    const { said } = await ask('remove slide 1');
    expect(said.at(-1)).toContain('one slide at least');
    expect(content().version).toBe(0);
  });
});

describe('the theme', () => {
  it.each<[string | undefined, string, string | undefined]>([
    [undefined, 'dark theme', 'dark'],
    [undefined, 'make it blue', 'blue'],
    [undefined, 'use a dark green theme', 'dark green'],
    ['dark blue', 'make it light', 'blue light'],
    ['dark blue', 'change the colour to #0f766e', 'dark #0f766e'],
    ['dark', '4:3', 'dark 4:3'],
    ['dark blue', 'follow the system theme', 'blue'],
    ['dark blue', 'remove the theme', undefined],
    ['dark', 'dark mode please', 'dark'],
    [undefined, 'make it purple', '#9333ea'],
  ])('%s: %s', async (before, request, after) => {
    const { ask, document, content } = await garden(before);
    await ask(request);
    expect(document()['theme']).toBe(after);
    expect(Object.keys(document())).toEqual(
      after === undefined ? ['title', 'slides'] : ['title', 'theme', 'slides'],
    );
    expect(content().validation.ok).toBe(true);
  });
});
