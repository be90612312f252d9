import type { Skill } from '../kind.ts';

/** How to make forms that people finish. */
export const SKILLS: readonly Skill[] = [
  {
    name: 'write_a_form',
    description: 'How to turn a wish into a form that people finish.',
    instructions: [
      'Ask only for what the author will use; most good forms have three to eight fields.',
      'Begin with what is easy to answer, and put personal questions last.',
      'Each label is one question in plain words. Do not write "required" into it: `required` says so.',
      'Take the narrowest type: `email` for addresses, `date` for days, `number` with a `range` for amounts, `choice` for one of a few, `multi` for several, `rating` for how much, `bool` for yes or no, `long` for stories.',
      'Options exclude each other in `choice` and are all of one kind. Offer "Other" where the list may not be complete.',
      'A `key` is short, in lower case with underscores, and stays for good: answers are kept under it.',
      'To change a form that has answers, change labels and options in place; do not rename keys.',
    ].join('\n'),
  },
];
