/**
 * How a text begins that a spreadsheet takes for a formula, or whose first character it steps over to the one behind:
 * blanks and marks without a width before a sign are dropped by some.
 */
const RISKY = String.raw`(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])`;
const NEEDS_GUARD = new RegExp(`^'*${RISKY}`, 'u');
const HAS_GUARD = new RegExp(`^'+${RISKY}`, 'u');

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function guardFormula(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text;
}

/** Takes off what `guardFormula` put on; any other text comes back as it is. */
export function unguardFormula(text: string): string {
  return HAS_GUARD.test(text) ? text.slice(1) : text;
}
