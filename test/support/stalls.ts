/** How late a tick may be without counting as a stall. */
const GRACE_MS = 5;
const TICK_MS = 5;

export interface Stalls {
  /** Milliseconds of this stretch of `performance.now()` in which the event loop, or the whole machine, stood still. */
  within(from: number, to: number): number;
  /** The same of all the time that was watched. */
  total(): number;
  end(): void;
}

/**
 * Notes when this process could not run. What is measured within one process on a shared machine is its own time and the
 * time in which it had none; a test of the former takes the latter off, instead of allowing for it everywhere.
 */
export function watchStalls(): Stalls {
  const gaps: { readonly from: number; readonly to: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > TICK_MS + GRACE_MS) gaps.push({ from: last + TICK_MS, to: now });
    last = now;
  }, TICK_MS);
  const within = (from: number, to: number): number =>
    gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)), 0);
  return { within, total: () => within(0, Infinity), end: () => clearInterval(timer) };
}
