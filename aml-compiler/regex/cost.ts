import { Positions } from './positions.ts';
import type { RegexNode } from './parse-regex.ts';

/**
 * How many steps a backtracking matcher takes at worst on a text of a given length: as many as characters when the
 * pattern never leaves a choice, else the product of the ways that each part can be taken. Infinity when a choice
 * stands inside of a repetition, since the ways then multiply with every round.
 *
 * @throws UnsupportedRegex when the pattern is too large to tell.
 */
export function worstSteps(node: RegexNode): (length: number) => number {
  if (hasAmbiguousLoop(node)) return () => Infinity;
  const deterministic = new Positions().isDeterministic(node);
  const long = hasLongRepeat(node);
  const anchored = isAnchored(node);
  return (length) => {
    const ways = deterministic ? 1 : countWays(node, length);
    if (!long) return ways;
    // Without `^` every place of the text is a place to start, and each start can read up to the end.
    return Math.max(ways, length) * (anchored ? 1 : length);
  };
}

/** Whether the body of a repetition, repeated, leaves a choice of what to match a character with. */
function hasAmbiguousLoop(node: RegexNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.some(hasAmbiguousLoop);
    case 'choice':
      return node.branches.some(hasAmbiguousLoop);
    case 'repeat':
      if (node.max > 1 && isCompound(node.body)) {
        // An empty round could be taken any number of times.
        if (isNullable(node.body)) return true;
        if (!new Positions().isDeterministic({ ...node, min: Math.min(node.min, 1), max: Infinity }))
          return true;
      }
      return hasAmbiguousLoop(node.body);
    default:
      return false;
  }
}

const isCompound = (node: RegexNode): boolean =>
  node.kind === 'choice' ||
  node.kind === 'repeat' ||
  (node.kind === 'sequence' && node.parts.some(isCompound));

function isNullable(node: RegexNode): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'sequence':
      return node.parts.every(isNullable);
    case 'choice':
      return node.branches.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.body);
    default:
      return true;
  }
}

function countWays(node: RegexNode, length: number): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((product, part) => product * countWays(part, length), 1);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + countWays(branch, length), 0);
    case 'repeat': {
      const rounds = node.max === Infinity ? length : node.max - node.min + 1;
      return Math.max(rounds, 1) * countWays(node.body, length);
    }
    default:
      return 1;
  }
}

function isAnchored(node: RegexNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === 'choice' && node.branches.every(isAnchored);
}

function hasLongRepeat(node: RegexNode): boolean {
  if (node.kind === 'repeat') return node.max === Infinity || hasLongRepeat(node.body);
  if (node.kind === 'sequence') return node.parts.some(hasLongRepeat);
  return node.kind === 'choice' && node.branches.some(hasLongRepeat);
}
