import fc from 'fast-check';

/**
 * Random numbers read one after the other. Drawing hundreds of values from one array is a hundred times faster than
 * an arbitrary for each, and shrinks as well: at the end of the tape, and where it shrank, every draw is 0, so 0 is
 * always the plainest choice.
 */
export class Tape {
  private readonly numbers: Uint16Array;
  private at = 0;

  constructor(numbers: Uint16Array) {
    this.numbers = numbers;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return (this.numbers[this.at++] ?? 0) % below;
  }

  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  }

  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** From `min` to `max` of the values, in any order. */
  some<T>(values: readonly T[], min: number, max: number): T[] {
    const rest = [...values];
    const count = Math.min(rest.length, min + this.below(max - min + 1));
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)).flat();
  }
}

/** Builds texts from tapes. */
export function fromTape(build: (tape: Tape) => string): fc.Arbitrary<string> {
  return fc
    .noBias(fc.uint16Array({ minLength: 600, maxLength: 600 }))
    .map((numbers) => build(new Tape(numbers)));
}
