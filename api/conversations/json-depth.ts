/**
 * How deeply a JSON value is nested: 0 for a scalar, 1 for a flat list or object. Stops counting once above `limit`,
 * and uses no recursion, so that a hostile value can neither take the stack nor much time.
 */
export function jsonDepth(value: unknown, limit: number): number {
  let level: readonly object[] = isBranch(value) ? [value] : [];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    depth += 1;
    level = level.flatMap((branch) => (Object.values(branch) as unknown[]).filter(isBranch));
  }
  return depth;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
