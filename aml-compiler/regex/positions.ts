import type { CharSet } from './char-set.ts';
import { UnsupportedRegex } from './parse-regex.ts';
import type { RegexNode } from './parse-regex.ts';

/** Larger patterns, repetitions written out, are not analysed: one compilation may hold a hundred of them. */
const MAX_POSITIONS = 200;
const MAX_STEPS = 4000;
/** A single character repeated up to so often is written out, so that `[0-9]{4}[0-9]{2}` is seen to leave no choice. */
const MAX_COPIES = 20;

interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

/**
 * Glushkov's construction: each character of the pattern is a position, `follow` says which may come next. When no
 * two positions that may come next share a character, a backtracking matcher never has a second way to try.
 */
export class Positions {
  private readonly sets: CharSet[] = [];
  private readonly follow: Set<number>[] = [];
  /** The same step can be taken in two ways, as in `(a+)+`. */
  private twofold = false;
  private steps = 0;

  /** Whether the pattern leaves no choice anywhere. */
  isDeterministic(node: RegexNode): boolean {
    const part = this.build(node);
    return !this.twofold && this.apart(part.first) && this.follow.every((next) => this.apart(next));
  }

  private apart(positions: Iterable<number>): boolean {
    const ranges = [...positions]
      .flatMap((position) => this.sets[position] ?? [])
      .toSorted((a, b) => a[0] - b[0]);
    return ranges.every(([from], index) => index === 0 || from > (ranges[index - 1]?.[1] ?? -1));
  }

  private build(node: RegexNode): Part {
    switch (node.kind) {
      case 'set': {
        if (this.sets.length >= MAX_POSITIONS) throw new UnsupportedRegex('so many repetitions');
        const position = this.sets.push(node.set) - 1;
        this.follow.push(new Set());
        return { first: [position], last: [position], nullable: false };
      }
      case 'sequence':
        return node.parts.reduce<Part>((before, part) => this.join(before, this.build(part)), EMPTY);
      case 'choice': {
        const parts = node.branches.map((branch) => this.build(branch));
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          nullable: parts.some((part) => part.nullable),
        };
      }
      case 'repeat':
        return this.repeat(node);
      default:
        return EMPTY;
    }
  }

  private link(a: Part, b: Part): void {
    for (const end of a.last) {
      const next = this.follow[end];
      for (const start of b.first) {
        if (++this.steps > MAX_STEPS) throw new UnsupportedRegex('so many repetitions');
        if (next?.has(start) === true) this.twofold = true;
        next?.add(start);
      }
    }
  }

  private join(a: Part, b: Part): Part {
    this.link(a, b);
    return {
      first: a.nullable ? [...a.first, ...b.first] : a.first,
      last: b.nullable ? [...a.last, ...b.last] : b.last,
      nullable: a.nullable && b.nullable,
    };
  }

  /**
   * `{2,4}` is written out as `aa(a(a)?)?`, `{2,}` as `aa+`. A single character with a range is only looped: what may
   * come next is the same.
   */
  private repeat({ body, min, max }: RegexNode & { readonly kind: 'repeat' }): Part {
    const looped = max === Infinity || (body.kind === 'set' && (min < max || max > MAX_COPIES));
    const copies = !looped ? max : body.kind === 'set' ? 1 : Math.max(min, 1);
    if (copies > MAX_POSITIONS) throw new UnsupportedRegex('so many repetitions');
    let whole = EMPTY;
    for (let copy = 0; copy < copies; copy++) {
      const part = this.build(body);
      if (looped && max > 1 && copy === copies - 1) this.link(part, part);
      whole = this.join(whole, copy >= min ? { ...part, nullable: true } : part);
    }
    return whole;
  }
}

const EMPTY: Part = { first: [], last: [], nullable: true };
