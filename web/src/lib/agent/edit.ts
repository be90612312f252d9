/** What an exact replacement came to. */
export type EditOutcome =
  | { readonly ok: true; readonly text: string; readonly line: number }
  | {
      readonly ok: false;
      readonly code: 'empty_find' | 'no_change' | 'no_match' | 'several_matches';
      readonly message: string;
      readonly matches: number;
      /** Lines of the matches, or of the places that come nearest. */
      readonly candidates: readonly EditCandidate[];
    };

export interface EditCandidate {
  readonly line: number;
  readonly text: string;
}

const SHOWN = 3;

/**
 * Replaces the one place where `find` stands, byte for byte (design 9). No match, or several, changes nothing: a guess
 * here is how edits land in the wrong place.
 */
export function replaceOnce(text: string, find: string, replace: string): EditOutcome {
  if (find === '') return refuse('empty_find', 'find is empty. Give the exact text to replace.', 0, []);
  if (find === replace) return refuse('no_change', 'find and replace are the same text.', 0, []);
  const first = text.indexOf(find);
  if (first === -1) {
    const candidates = nearest(text, find);
    const hint = text.replaceAll('\r\n', '\n').includes(find.replaceAll('\r\n', '\n'))
      ? 'Only the line endings differ.'
      : candidates.length > 0
        ? 'The nearest places are listed: copy one exactly, with its spaces.'
        : 'Read the file and copy the text exactly.';
    return refuse('no_match', `find was not found. ${hint}`, 0, candidates);
  }
  const second = text.indexOf(find, first + 1);
  if (second === -1) {
    const result = text.slice(0, first) + replace + text.slice(first + find.length);
    return { ok: true, text: result, line: lineOf(text, first) };
  }
  const offsets = allMatches(text, find);
  return refuse(
    'several_matches',
    `find was found ${offsets.length} times. Give more of the surrounding lines, so that it is unique.`,
    offsets.length,
    offsets.slice(0, SHOWN).map((offset) => candidateAt(text, lineOf(text, offset), find)),
  );
}

function refuse(
  code: 'empty_find' | 'no_change' | 'no_match' | 'several_matches',
  message: string,
  matches: number,
  candidates: readonly EditCandidate[],
): EditOutcome {
  return { ok: false, code, message, matches, candidates };
}

function allMatches(text: string, find: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1)) offsets.push(at);
  return offsets;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function candidateAt(text: string, line: number, find: string): EditCandidate {
  const height = Math.min(find.split('\n').length, 12);
  return {
    line,
    text: text
      .split('\n')
      .slice(line - 1, line - 1 + height)
      .join('\n'),
  };
}

/** The windows of as many lines as `find` has that share most with it; none when nothing is alike. */
function nearest(text: string, find: string): readonly EditCandidate[] {
  const wanted = find.split('\n').map((line) => pairs(line.trim()));
  const lines = text.split('\n').map((line) => pairs(line.trim()));
  const scored = lines
    .map((_, index) => ({ line: index + 1, score: windowScore(lines, index, wanted) }))
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN);
  return scored.map(({ line }) => candidateAt(text, line, find));
}

type Pairs = ReadonlyMap<string, number>;

function windowScore(lines: readonly Pairs[], start: number, wanted: readonly Pairs[]): number {
  let total = 0;
  // Long finds are compared by their first lines: enough to place them, and linear in the file.
  const height = Math.min(wanted.length, 20);
  for (let row = 0; row < height; row += 1) {
    const [a, b] = [lines[start + row], wanted[row]];
    if (a && b) total += alike(a, b);
  }
  return total / height;
}

/** Letter pairs of a line: the Dice coefficient over them forgives small slips. */
function pairs(line: string): Pairs {
  const counts = new Map<string, number>();
  for (let at = 0; at < line.length - 1; at += 1) {
    const pair = line.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function alike(a: Pairs, b: Pairs): number {
  let [shared, total] = [0, 0];
  for (const [pair, count] of a) {
    shared += Math.min(count, b.get(pair) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}
