import type { ContentKind } from '#lib/gql/graphql.ts';

export interface Starter {
  readonly name: string;
  readonly text: string;
  readonly document: object;
}

/** What a new project can begin with; each is a valid document of its kind, which a test checks. */
export const STARTERS: Readonly<Record<ContentKind, readonly Starter[]>> = {
  FORM: [
    {
      name: 'Contact',
      text: 'Name, e-mail address and a message.',
      document: {
        title: 'Contact',
        desc: 'Write to us. We answer by e-mail.',
        fields: [
          { type: 'text', key: 'name', label: 'Your name', required: true },
          { type: 'email', key: 'email', label: 'Your e-mail address', required: true },
          { type: 'long', key: 'message', label: 'Your message', required: true },
        ],
      },
    },
    {
      name: 'Feedback',
      text: 'A rating, what was good, what was missing.',
      document: {
        title: 'Feedback',
        desc: 'Three questions, two minutes.',
        fields: [
          {
            type: 'rating',
            key: 'rating',
            label: 'How did you like it?',
            required: true,
            range: { min: 1, max: 5 },
          },
          { type: 'long', key: 'good', label: 'What was good?' },
          { type: 'long', key: 'missing', label: 'What was missing?' },
        ],
      },
    },
    {
      name: 'Registration',
      text: 'Who comes, on which day, with how many guests.',
      document: {
        title: 'Registration',
        fields: [
          { type: 'text', key: 'name', label: 'Name', required: true },
          { type: 'email', key: 'email', label: 'E-mail address', required: true },
          {
            type: 'choice',
            key: 'day',
            label: 'Which day suits you?',
            required: true,
            options: ['Friday', 'Saturday', 'Sunday'],
          },
          {
            type: 'number',
            key: 'guests',
            label: 'How many guests do you bring?',
            range: { min: 0, max: 10 },
          },
          {
            type: 'multi',
            key: 'food',
            label: 'What should we know about your food?',
            options: ['Vegetarian', 'Vegan', 'Gluten-free', 'No nuts'],
          },
        ],
      },
    },
    {
      name: 'Blank',
      text: 'One question to begin with.',
      document: {
        title: 'Untitled form',
        fields: [{ type: 'text', key: 'question', label: 'Your first question' }],
      },
    },
  ],
  SLIDES: [
    {
      name: 'Talk',
      text: 'A title, an outline, one thought to end with.',
      document: {
        title: 'My talk',
        slides: [
          { layout: 'title', heading: 'My talk', subtitle: 'Where and when' },
          {
            layout: 'bullets',
            heading: 'Today',
            bullets: ['Where we are', 'What we tried', 'What comes next'],
          },
          { layout: 'text', heading: 'In one sentence', body: 'What should people remember tomorrow?' },
        ],
      },
    },
    {
      name: 'Report',
      text: 'What happened, in numbers and in words.',
      document: {
        title: 'Report',
        slides: [
          { layout: 'title', heading: 'Report', subtitle: 'The last three months' },
          { layout: 'bullets', heading: 'Results', bullets: ['First result', 'Second result'] },
          { layout: 'text', heading: 'What we learned', body: 'A few sentences.' },
          { layout: 'bullets', heading: 'Next', bullets: ['First step', 'Second step'] },
        ],
      },
    },
    {
      name: 'Blank',
      text: 'One slide to begin with.',
      document: { title: 'Untitled deck', slides: [{ layout: 'title', heading: 'Untitled deck' }] },
    },
  ],
};
