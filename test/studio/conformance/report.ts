import type { Outcome } from './run.ts';

/** What a run comes to, as `--json` writes it. */
export interface Report {
  readonly url: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly ms: number;
  readonly rules: readonly Outcome[];
}

export function reportOf(url: string, started: Date, rules: readonly Outcome[]): Report {
  const count = (outcome: Outcome['outcome']): number =>
    rules.filter((rule) => rule.outcome === outcome).length;
  return {
    url,
    at: started.toISOString(),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    ms: Date.now() - started.getTime(),
    rules,
  };
}

const SIGNS = { passed: 'pass', failed: 'FAIL', skipped: 'skip' } as const;

/** One rule as a person reads it: a line, and for what did not pass the sentence and why. */
export function linesOf({ rule, from, quote, outcome, detail, ms }: Outcome): string {
  const head = `${SIGNS[outcome]}  ${rule}  (${ms} ms)`;
  if (outcome === 'passed') return head;
  if (outcome === 'skipped') return `${head}: ${detail}`;
  return `${head}\n      ${from}: “${quote}”\n      ${detail}`;
}

export function summaryOf({ url, passed, failed, skipped, ms }: Report): string {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `\n${url}: ${counts}, in ${(ms / 1_000).toFixed(1)} s`;
}
