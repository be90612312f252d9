import type { Skill } from '../kind.ts';

/** How to make decks that can be followed. */
export const SKILLS: readonly Skill[] = [
  {
    name: 'write_a_deck',
    description: 'How to turn a subject into a deck that can be followed.',
    instructions: [
      'The first slide has the layout `title`: what this is about, and for whom, in the subtitle.',
      'One thought a slide. The heading says the thought as a sentence, not the topic as a word.',
      'Bullets are three to five, of one shape, at most twelve words each.',
      'The layout `text` is for a quotation, a definition or a story: under sixty words.',
      'The last slide says what follows from all this.',
      'What the speaker should say besides goes into `body`, after a line that is just `Notes:`.',
      'The theme may name `light` or `dark`, `16:9` or `4:3`, and a colour: `dark blue`.',
      'Look at a picture of a slide after a larger change, and shorten what does not fit.',
    ].join('\n'),
  },
];
