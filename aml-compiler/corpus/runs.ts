/** How many random cases a property looks at: few in everyday tests, `AML_RUNS=100000` for a long run. */
export const RUNS = Number(process.env['AML_RUNS'] ?? 1000);

/** A test's time limit in ms for that many cases. */
export const timeFor = (runs: number): number => Math.max(60_000, runs * 60);
