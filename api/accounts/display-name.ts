/** Controls, halves of characters, and what turns the direction of the text that follows (UAX 9: overrides, isolates). */
const NEVER_SHOWN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
/** Something that draws: no space, no mark without its letter, none of the signs that fonts leave out. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A person's name as others may be shown it: on one line, without what could hide or turn the text beside it.
 * @returns '' when nothing of it can be seen
 */
export function displayName(given: string): string {
  const name = given.replace(/\s+/gu, ' ').replace(NEVER_SHOWN, '').normalize('NFC').trim();
  return VISIBLE.test(name) ? name : '';
}
