import type { Browser } from 'playwright-core';
import { meetStudio } from './meet-studio.ts';
import { NotApplicable, RuleBroken, type Rule } from './rule.ts';
import { RULES } from './rules/all.ts';
import type { Samples } from './samples.ts';
import { CannotRun, openSession, type Lane } from './session.ts';
import type { Patience } from './studio-under-test.ts';

export interface Outcome {
  readonly rule: string;
  readonly from: string;
  readonly quote: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What the Studio did instead, or why there was nothing to check; empty when it passed. */
  readonly detail: string;
  readonly ms: number;
}

export interface RunOptions {
  /** Only these rules; all when empty. */
  readonly rules?: readonly string[];
  readonly port?: number;
  readonly patience?: Patience;
  readonly browser?: Browser;
  /** Is told of each outcome as it comes. */
  readonly told?: (outcome: Outcome) => void;
}

/** Windows in which rules are checked at the same time. */
const LANES = 3;
const PATIENCE: Patience = { answer: 10_000, silence: 60 };

/**
 * Checks a Studio page against the rules, each on a Studio that was loaded for it.
 * @throws CannotRun when the page cannot be reached, does not answer this host, or a rule is asked for that is not there
 */
export async function runConformance(url: string, options: RunOptions = {}): Promise<readonly Outcome[]> {
  const wanted = chooseRules(options.rules ?? []);
  const { port = 0, patience = PATIENCE, browser, told = () => {} } = options;
  const session = await openSession(url, { port, patience, browser });
  try {
    const first = await session.lane();
    const samples = await meetStudio(url, first, session.hostOrigin);
    const lanes = [first, ...(await Promise.all(Array.from({ length: LANES - 1 }, () => session.lane())))];
    const outcomes: (Outcome | undefined)[] = wanted.map(() => undefined);
    const waiting = [...wanted.entries()];
    let toldCount = 0;
    async function work(lane: Lane): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, rule] = next;
        outcomes[index] = await runRule(rule, lane, samples);
        // In the order of the rules, whichever ends first.
        for (let outcome = outcomes[toldCount]; outcome; outcome = outcomes[toldCount]) {
          toldCount += 1;
          told(outcome);
        }
      }
    }
    // All to their end: none may work on while the windows are closed.
    const ends = await Promise.allSettled(lanes.map(work));
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    return outcomes.filter((outcome) => outcome !== undefined);
  } finally {
    await session.close();
  }
}

function chooseRules(ids: readonly string[]): readonly Rule[] {
  const strange = ids.filter((id) => !RULES.some((rule) => rule.id === id));
  if (strange.length > 0)
    throw new CannotRun(`There is no rule ${strange.join(', ')}. --help lists the rules there are.`);
  return ids.length === 0 ? RULES : RULES.filter(({ id }) => ids.includes(id));
}

async function runRule(rule: Rule, lane: Lane, samples: Samples): Promise<Outcome> {
  const start = performance.now();
  const end = (outcome: Outcome['outcome'], detail = ''): Outcome => ({
    rule: rule.id,
    from: rule.quote.from,
    quote: rule.quote.text,
    outcome,
    detail,
    ms: Math.round(performance.now() - start),
  });
  try {
    const studio = await lane.open(rule.sandbox ?? null);
    await rule.check(studio, samples);
    return end('passed');
  } catch (error) {
    if (error instanceof RuleBroken) return end('failed', error.message);
    if (error instanceof NotApplicable) return end('skipped', error.message);
    throw error;
  } finally {
    await lane.clear();
  }
}
