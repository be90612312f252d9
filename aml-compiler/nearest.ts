import { replacing } from './fix.ts';
import type { Hint } from './report.ts';

/** Damerau-Levenshtein distance (adjacent swaps count one), given up above `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > most) return most + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? most + 1;
}

/** The candidate that a mistyped name most likely meant, or null when none is near. Case is no difference. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > 64) return null;
  const folded = name.toLowerCase();
  let most = folded.length === 1 ? 0 : folded.length <= 3 ? 1 : folded.length <= 7 ? 2 : 3;
  let found: string | null = null;
  for (const candidate of candidates) {
    const away = distance(folded, candidate.toLowerCase(), most);
    if (away > most) continue;
    if (away === 0) return candidate;
    found = candidate;
    most = away - 1;
  }
  return found;
}

/** "Did you mean `x`?", with the edit that puts it in the place of `span`, when there is a near candidate; else the fallback. */
export function didYouMean(
  name: string,
  span: { readonly start: number; readonly end: number },
  candidates: Iterable<string>,
  fallback?: string,
): Hint | undefined {
  const near = nearest(name, candidates);
  return near === null ? fallback : { text: `Did you mean \`${near}\`?`, fix: replacing(span, near) };
}
