import fc from 'fast-check';

/** Choices that are the same for the same seed. */
export interface RandomChoice {
  chance(probability: number): boolean;
  of<T>(list: readonly T[]): T;
  some<T>(list: readonly T[], probability: number): readonly T[];
}

const DRAWN = 256;
const RANGE = 2 ** 30;

/** Draws from fast-check, so that its seed says all. */
export function sampleFor(seed: number): RandomChoice {
  let drawn: readonly number[] = [];
  let at = 0;
  const next = (): number => {
    const i = at % DRAWN;
    if (i === 0)
      drawn = fc.sample(fc.noBias(fc.nat(RANGE - 1)), { seed: seed * 1_000 + at / DRAWN, numRuns: DRAWN });
    at += 1;
    return (drawn[i] ?? 0) / RANGE;
  };
  return {
    chance: (probability) => next() < probability,
    of(list) {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
    some: (list, probability) => list.filter(() => next() < probability),
  };
}
