import { describe, expect, it } from 'vitest';
import { createStudioChat } from '../../../../test/support/studio-chat.ts';
import { clausesOf } from './clauses.ts';

const FORM = {
  title: 'Picnic',
  desc: 'On Sunday.',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'email', key: 'email', label: 'Your e-mail address' },
    { type: 'choice', key: 'day', label: 'Which day?', options: ['Saturday', 'Sunday'] },
    { type: 'number', key: 'guests', label: 'How many guests?', range: { min: 0, max: 9 } },
  ],
};
const [NAME, EMAIL, DAY, GUESTS] = FORM.fields;

async function picnic(document: object = FORM) {
  const chat = createStudioChat('form');
  await chat.studio.setDocument(JSON.stringify(document, null, 2));
  return chat;
}

/** The fields after a request, from a form that was as above. */
async function fieldsAfter(request: string): Promise<unknown> {
  const { ask, entries, content } = await picnic();
  const { said, calls } = await ask(request);
  expect(calls[0]?.tool).toBe('studio_get_state');
  expect(said.join(' ')).not.toMatch(/studio_|invoke/);
  expect(content().validation.diagnostics).toEqual([]);
  return entries();
}

describe('a question is added', () => {
  it.each<[string, object]>([
    [
      'add a question about allergies',
      { type: 'text', key: 'allergies', label: 'Do you have any allergies?' },
    ],
    [
      'add a question about parrots',
      { type: 'long', key: 'parrots', label: 'What should we know about parrots?' },
    ],
    [
      'add a yes/no question "Do you come by car?"',
      { type: 'bool', key: 'come_car', label: 'Do you come by car?' },
    ],
    [
      'Please add a yes/no question about parking',
      { type: 'bool', key: 'parking', label: 'Do you need a parking space?' },
    ],
    ['ask whether they come by car', { type: 'bool', key: 'come_car', label: 'Do you come by car?' }],
    [
      'add a choice “Size” with options Small, Medium, and Large',
      { type: 'choice', key: 'size', label: 'Size', options: ['Small', 'Medium', 'Large'] },
    ],
    [
      'add checkboxes "What do you bring?": "Bread and butter", "Salad"',
      { type: 'multi', key: 'bring', label: 'What do you bring?', options: ['Bread and butter', 'Salad'] },
    ],
    ['add a rating for the music', { type: 'rating', key: 'music', label: 'How do you like the music?' }],
    [
      'add a rating "How likely?" from 1 to 10',
      { type: 'rating', key: 'likely', label: 'How likely?', range: { min: 1, max: 10 } },
    ],
    ['add a phone number field', { type: 'text', key: 'phone', label: 'Your phone number' }],
    [
      'add a field called Favourite colour',
      { type: 'text', key: 'favourite_colour', label: 'Favourite colour' },
    ],
    [
      'create a required date question "When?"',
      { type: 'date', key: 'when', label: 'When?', required: true },
    ],
    ['add a field called 名前', { type: 'text', key: 'question', label: '名前' }],
    ['add a field for name of the dog', { type: 'text', key: 'name_dog', label: 'Name of the dog' }],
  ])('%s', async (request, field) => {
    expect(await fieldsAfter(request)).toEqual([NAME, EMAIL, DAY, GUESTS, field]);
  });

  it.each([
    ['add a question about pets at the top', 0],
    ['add a question about pets after the name', 1],
    ['add a question about pets before the guests', 3],
    ['add a question about pets as question 2', 1],
    ['add a question about pets after midnight', 4],
  ])('at its place: %s', async (request, place) => {
    const fields = (await fieldsAfter(request)) as readonly { key: string }[];
    expect(fields.findIndex(({ key }) => key.startsWith('pets'))).toBe(place);
  });

  it.each([
    ['add a question', /What shall it ask\?/],
    ['add a choice about size', /Which answers shall be possible\?/],
    ['add a question "Your name"', /There is a question “Your name” already, number 1/],
    ['add a file upload', /takes no files/],
    ['add an introduction', /What shall it say\?/],
  ])('or what lacks is said: %s', async (request, words) => {
    const { ask, document } = await picnic();
    const { said } = await ask(request);
    expect(said.at(-1)).toMatch(words);
    expect(document()).toEqual(FORM);
  });
});

describe('a question is changed', () => {
  it.each<[string, unknown]>([
    ['make the e-mail required', [NAME, { ...EMAIL, required: true }, DAY, GUESTS]],
    ['the e-mail address should be required', [NAME, { ...EMAIL, required: true }, DAY, GUESTS]],
    ['make question 1 optional', [{ type: 'text', key: 'name', label: 'Your name' }, EMAIL, DAY, GUESTS]],
    ['make everything required', [NAME, EMAIL, DAY, GUESTS].map((field) => ({ ...field, required: true }))],
    ['rename "Your name" to Who are you?', [{ ...NAME, label: 'Who are you?' }, EMAIL, DAY, GUESTS]],
    ['change the label of the third question to “When?”', [NAME, EMAIL, { ...DAY, label: 'When?' }, GUESTS]],
    ['add the option Monday', [NAME, EMAIL, { ...DAY, options: ['Saturday', 'Sunday', 'Monday'] }, GUESTS]],
    ['remove the option Sunday from the day', [NAME, EMAIL, { ...DAY, options: ['Saturday'] }, GUESTS]],
    [
      'set the options of question 3 to A, B and C',
      [NAME, EMAIL, { ...DAY, options: ['A', 'B', 'C'] }, GUESTS],
    ],
    ['turn the day into checkboxes', [NAME, EMAIL, { ...DAY, type: 'multi' }, GUESTS]],
    ['make the day a date', [NAME, EMAIL, { type: 'date', key: 'day', label: 'Which day?' }, GUESTS]],
    ['make the guests from 1 to 4', [NAME, EMAIL, DAY, { ...GUESTS, range: { min: 1, max: 4 } }]],
    ['remove the last question', [NAME, EMAIL, DAY]],
    ['delete the e-mail field', [NAME, DAY, GUESTS]],
    ['move the guests to the top', [GUESTS, NAME, EMAIL, DAY]],
    ['move question 1 after the e-mail', [EMAIL, NAME, DAY, GUESTS]],
    ['put the day before the name', [DAY, NAME, EMAIL, GUESTS]],
    ['move the name down', [EMAIL, NAME, DAY, GUESTS]],
    ['remove question 4; make the e-mail required', [NAME, { ...EMAIL, required: true }, DAY]],
  ])('%s', async (request, fields) => {
    expect(await fieldsAfter(request)).toEqual(fields);
  });

  it.each([
    ['remove question 9', /There is no question 9: the last one is number 4/],
    ['remove the spaceship', /I find no question “the spaceship”\. There are 1\. “Your name”/],
    ['make your required', /More than one question fits “your”: number 1 and number 2/],
    ['make the name required', /“Your name” is required already/],
    ['make the guests from 9 to 1', /That would not be valid: .*min must be less than max/],
    ['remove the options Saturday and Sunday', /needs one option at least/],
    ['make it blue', /its colour is set under Settings/],
    ['translate it into Finnish', /do not want to pretend/],
  ])('or nothing, with the reason: %s', async (request, words) => {
    const { ask, document } = await picnic();
    const { said } = await ask(request);
    expect(said.at(-1)).toMatch(words);
    expect(document()).toEqual(FORM);
  });

  it('"it" is what was spoken of, also in a later request', async () => {
    const { ask, entries } = await picnic();
    await ask('add a question about parrots');
    await ask('make it required');
    expect(entries().at(4)).toMatchObject({ key: 'parrots', required: true });
    await ask('add a question about cats and call it Cats');
    expect(entries().at(5)).toMatchObject({ key: 'cats', label: 'Cats' });
  });

  it('as far as it was understood; the rest is named', async () => {
    const { ask, entries } = await picnic();
    const { said } = await ask('remove the name and make the rest more poetic');
    expect(entries()).toHaveLength(3);
    expect(said.at(-1)).toMatch(/is gone[\s\S]*did not understand “make the rest more poetic”/);
  });
});

describe('title and description are changed in the text, which is left as it is written', () => {
  it.each([
    ['rename the title to Summer party', 'title', 'Summer party'],
    ['Change the title to “The $& day”', 'title', 'The $& day'],
    ['call it Big Day', 'title', 'Big Day'],
    ['change the description to "Come all."', 'desc', 'Come all.'],
    ['remove the description', 'desc', undefined],
  ])('%s', async (request, member, value) => {
    for (const space of [0, 2]) {
      const chat = createStudioChat('form');
      await chat.studio.setDocument(JSON.stringify(FORM, null, space));
      const { calls } = await chat.ask(request);
      expect(calls.map(({ tool }) => tool)).toEqual(['studio_get_state', 'studio_apply_edit']);
      const wanted = { ...FORM, [member]: value };
      expect(chat.content().text).toBe(JSON.stringify(wanted, null, space));
    }
  });

  it('where the same text stands before it, too', async () => {
    const chat = createStudioChat('form');
    const field = { type: 'text', key: 'a', label: 'L', title: 'A' };
    await chat.studio.setDocument(JSON.stringify({ fields: [field], title: 'A' }));
    await chat.ask('change the title to B');
    expect(chat.document()).toEqual({ fields: [field], title: 'B' });
  });

  it('a description comes behind the title; a title that is too long does not', async () => {
    const { ask, document } = await picnic({ title: 'A', fields: [] });
    await ask('add a description: Welcome');
    expect(Object.entries(document())).toEqual([
      ['title', 'A'],
      ['desc', 'Welcome'],
      ['fields', []],
    ]);
    const { said } = await ask(`change the title to ${'x'.repeat(121)}`);
    expect(said.at(-1)).toMatch(/too long: it has 121 characters/);
  });
});

describe('a request', () => {
  it('is cut into its wishes, never within quotes', () => {
    expect(
      clausesOf(
        "Please add “Salt and remove” as a question and then move it up. Remove the name; don't ask.",
      ),
    ).toEqual(['add "Salt and remove" as a question', 'move it up', 'Remove the name', "don't ask"]);
    expect(clausesOf('add a question about a, a question about b and a rating for c')).toEqual([
      'add a question about a',
      'add a question about b',
      'add a rating for c',
    ]);
  });
});
