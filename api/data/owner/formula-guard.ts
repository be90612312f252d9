/** First characters by which spreadsheets take a cell for a formula, or step over to the character behind. */
const RISKY = '=+\\-@\\t\\r\\n＝＋－＠';
const NEEDS_GUARD = new RegExp(`^'*[${RISKY}]`, 'u');
const HAS_GUARD = new RegExp(`^'+[${RISKY}]`, 'u');

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function guardFormula(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text;
}

/** Takes off what `guardFormula` put on; any other text comes back as it is. */
export function unguardFormula(text: string): string {
  return HAS_GUARD.test(text) ? text.slice(1) : text;
}
