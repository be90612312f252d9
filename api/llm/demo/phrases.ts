import type { AppKey } from './apps.ts';

/** Said once in each conversation turn that begins something: nobody shall take the demo for a language model. */
export const IDENTITY = 'I am the built-in demo: a script, not an AI.';

export const CAN_BUILD = 'a guestbook, a to-do list, a poll, or a landing page';

/** What can be changed in an app that is there; null when it is not known which one that is. */
export function followUps(app: AppKey | null): string {
  return offerChanges(app, 'I can also');
}

/** The same where nothing was done before: "also" would refer to nothing. */
export function possibleChanges(app: AppKey | null): string {
  return offerChanges(app, 'I can');
}

function offerChanges(app: AppKey | null, lead: string): string {
  const more =
    app === 'poll' ? 'add an option: "add the option Sushi"' : 'add a field: "add a field for city"';
  return `${lead} change the title, the colour and the theme, and ${more}. For example "change the title to Our Wedding", "make it blue" or "dark theme".`;
}

export const REAL_MODEL =
  'For anything else, whoever runs this server can set the key of a real model, such as ANTHROPIC_API_KEY or OPENAI_API_KEY; you then pick it in the model menu.';
