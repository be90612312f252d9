/** A set of code points as sorted, disjoint, inclusive ranges. */
export type CharSet = readonly (readonly [from: number, to: number])[];

const MAX = 0x10ffff;

export const ANY: CharSet = [[0, MAX]];
export const DIGITS: CharSet = [[48, 57]];
export const WORD: CharSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const SPACE: CharSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: CharSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

export const one = (code: number): CharSet => [[code, code]];

export function union(sets: readonly CharSet[]): CharSet {
  const sorted = sets.flat().toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complement(set: CharSet): CharSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union([set])) {
    if (from > next) ranges.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= MAX) ranges.push([next, MAX]);
  return ranges;
}

export const DOT: CharSet = complement(LINE_ENDS);
