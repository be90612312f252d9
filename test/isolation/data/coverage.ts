import type { Answer } from './case.ts';
import type { AskedCase } from './matrix.ts';
import { succeeded } from './matrix.ts';

/** How often each operation was asked, and how often it was answered with rows and not with a refusal. */
export class Coverage {
  cases = 0;
  private readonly asked = new Map<string, { asked: number; answered: number }>();

  count({ operation }: AskedCase, alone: Answer | null): void {
    this.cases += 1;
    const counts = this.asked.get(operation) ?? { asked: 0, answered: 0 };
    counts.asked += 1;
    if (alone && succeeded(alone)) counts.answered += 1;
    this.asked.set(operation, counts);
  }

  get operations(): readonly string[] {
    return [...this.asked.keys()];
  }

  /** Operations that were refused each time: nothing is proven of them. */
  get neverAnswered(): readonly string[] {
    return [...this.asked].filter(([, { answered }]) => answered === 0).map(([operation]) => operation);
  }
}
