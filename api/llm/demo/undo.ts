import { say, type Move } from './move.ts';

const POLITE = String.raw`^\W*(?:(?:please|can you|could you|now|no|oops|sorry)\W+)*`;
const UNDO = new RegExp(
  `${POLITE}(?:undo|revert|roll(?:ing)?\\s?back|take (?:that|it|this) back|change (?:that|it|this) back)\\b`,
  'i',
);
const BACK = new RegExp(
  `${POLITE}(?:go(?:ing)? back|restore|(?:back to )?(?:the )?(?:previous|last|earlier|old) version)\\b`,
  'i',
);

/** Whether a text takes something back, whatever it names: "undo the dark theme" is no wish for a dark theme. */
export function isUndo(text: string): boolean {
  return UNDO.test(text);
}

/** Whether a text wants to go back, unless it says to what: "go back to a light theme" can be done. */
export function wantsBack(text: string): boolean {
  return BACK.test(text);
}

export function undoMove(): Move {
  return say(
    'I cannot take a change back myself, but the builder can: open History, look at the versions and restore the one you want. A restore makes a new version, so it can be undone too.',
  );
}
