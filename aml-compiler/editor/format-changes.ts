/** One piece of a text that becomes another, as CodeMirror takes it. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char);
const isNeedless = (char: string | undefined): boolean => char === ',' || char === ';';

/**
 * What the formatter changed, piece by piece, so that cursor, selection and folded blocks stay at their words: it
 * moves white space and drops needless commas, so both texts are walked side by side. Where they differ in more than
 * that, the rest is one piece.
 */
export function formatChanges(before: string, after: string): readonly Change[] {
  const changes: Change[] = [];
  let a = 0;
  let b = 0;
  while (a < before.length || b < after.length) {
    const [fromA, fromB] = [a, b];
    while (isSpace(after[b])) b++;
    while (isSpace(before[a]) || (isNeedless(before[a]) && before[a] !== after[b])) a++;
    const insert = after.slice(fromB, b);
    if (before.slice(fromA, a) !== insert) changes.push({ from: fromA, to: a, insert });
    if (a >= before.length && b >= after.length) break;
    if (before[a] !== after[b]) {
      changes.push({ from: a, to: before.length, insert: after.slice(b) });
      break;
    }
    a++;
    b++;
  }
  return changes;
}
