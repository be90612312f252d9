import type { KindId } from '@platform/api/content/kinds.ts';

interface KindWords {
  readonly title: string;
  readonly text: string;
  readonly examples: readonly string[];
  readonly first: string;
  readonly changed: string;
  readonly back: string;
}

/** Words of the agent beside a Studio. */
export const copy = {
  kinds: {
    form: {
      title: 'What shall this form ask?',
      text: 'Describe it in a sentence or two, or ask for a change. What you edit by hand stays as it is.',
      examples: [
        'Make a survey about our lunch',
        'Make a registration form for a workshop',
        'Add a yes or no question about allergies',
      ],
      first: 'Describe a form…',
      changed: 'The agent changed this form.',
      back: 'This form is as it was before the agent changed it.',
    },
    slides: {
      title: 'What shall these slides say?',
      text: 'Describe the subject in a sentence or two, or ask for a change. What you edit by hand stays as it is.',
      examples: ['Make a deck about our garden', 'Add a slide about the next steps', 'Use the dark theme'],
      first: 'Describe a deck…',
      changed: 'The agent changed these slides.',
      back: 'These slides are as they were before the agent changed them.',
    },
  } satisfies Readonly<Record<KindId, KindWords>>,
  next: 'Ask for a change…',
  examplesLabel: 'Examples that work',
  demo: 'The demo is a script, not an AI: it knows the examples above and a few changes to what it made.',
  takeBack: 'Take it back',
  bringBack: 'Bring it back',
  notReady: 'The editor has not been loaded yet.',
  undecided: 'It was changed elsewhere too: choose beside the editor which one stays.',
  notStored: 'Not everything is stored yet.',
  sessionEnded: 'Your session ended, so the agent stopped. What it had saved is kept.',
  failed: 'The conversation could not be opened',
  retry: 'Try again',
  panel: 'Agent',
} as const;
