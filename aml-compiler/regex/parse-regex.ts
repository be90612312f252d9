import { ANY, complement, DIGITS, DOT, one, SPACE, union, WORD } from './char-set.ts';
import type { CharSet } from './char-set.ts';

export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'start' | 'end' | 'boundary' }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number };

/** What a linear search cannot do. */
export class UnsupportedRegex extends Error {}

/**
 * Reads a pattern that JavaScript has accepted with the `u` flag.
 *
 * @throws UnsupportedRegex for look-around, back-references and inline flags.
 */
export function parseRegex(pattern: string): RegexNode {
  return new RegexParser(pattern).parse();
}

const MAX_GROUPS_DEEP = 50;

class RegexParser {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  parse(): RegexNode {
    const branches: RegexNode[] = [this.sequence()];
    while (this.take('|')) branches.push(this.sequence());
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'choice', branches };
  }

  private peek(): string {
    return this.text[this.at] ?? '';
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.at < this.text.length && this.peek() !== '|' && this.peek() !== ')')
      parts.push(this.repeated());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', parts };
  }

  private repeated(): RegexNode {
    const body = this.atom();
    const range = this.quantifier();
    if (range === null) return body;
    // Lazy or greedy: both try the same ways, in another order.
    this.take('?');
    return { kind: 'repeat', body, ...range };
  }

  private quantifier(): { readonly min: number; readonly max: number } | null {
    if (this.take('*')) return { min: 0, max: Infinity };
    if (this.take('+')) return { min: 1, max: Infinity };
    if (this.take('?')) return { min: 0, max: 1 };
    const braces = /^\{(\d+)(,?)(\d*)\}/.exec(this.text.slice(this.at, this.at + 40));
    if (braces === null) return null;
    this.at += braces[0].length;
    const min = Number(braces[1]);
    return { min, max: braces[3] !== '' ? Number(braces[3]) : braces[2] === ',' ? Infinity : min };
  }

  private atom(): RegexNode {
    if (this.take('^')) return { kind: 'start' };
    if (this.take('$')) return { kind: 'end' };
    if (this.take('.')) return { kind: 'set', set: DOT };
    if (this.peek() === '(') return this.group();
    if (this.take('[')) return { kind: 'set', set: this.charClass() };
    if (this.peek() === '\\') {
      if (/^\\[bB]/.test(this.text.slice(this.at, this.at + 2))) {
        this.at += 2;
        return { kind: 'boundary' };
      }
      return { kind: 'set', set: this.escape() };
    }
    return { kind: 'set', set: one(this.codePoint()) };
  }

  private group(): RegexNode {
    this.at++;
    if (this.take('?')) {
      const named = /^<[^=!>][^>]*>/.exec(this.text.slice(this.at));
      if (named !== null) this.at += named[0].length;
      else if (!this.take(':'))
        throw new UnsupportedRegex(
          /^(=|!|<=|<!)/.test(this.text.slice(this.at, this.at + 2)) ? 'look-around' : 'inline flags',
        );
    }
    if (++this.depth > MAX_GROUPS_DEEP) throw new UnsupportedRegex('so many nested groups');
    const inner = this.parse();
    this.depth--;
    this.at++;
    return inner;
  }

  private codePoint(): number {
    const code = this.text.codePointAt(this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  private charClass(): CharSet {
    const negated = this.take('^');
    const sets: CharSet[] = [];
    while (this.at < this.text.length && !this.take(']')) {
      const from = this.classAtom();
      const low = single(from);
      if (low !== null && this.peek() === '-' && this.text[this.at + 1] !== ']') {
        this.at++;
        const high = single(this.classAtom());
        if (high !== null) sets.push([[low, high]]);
      } else sets.push(from);
    }
    const all = union(sets);
    return negated ? complement(all) : all;
  }

  private classAtom(): CharSet {
    return this.peek() === '\\' ? this.escape() : one(this.codePoint());
  }

  private escape(): CharSet {
    this.at++;
    const rest = this.text.slice(this.at, this.at + 12);
    const hex = /^(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\})/.exec(rest);
    if (hex !== null) {
      this.at += hex[0].length;
      return one(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '0', 16));
    }
    if (/^[pP]\{/.test(rest)) {
      // Which characters a property has is not known here; taking all of them only errs on the safe side.
      this.at = this.text.indexOf('}', this.at) + 1;
      return ANY;
    }
    if (/^[1-9k]/.test(rest)) throw new UnsupportedRegex('back-references');
    const char = rest[0] ?? '';
    if (char === 'c') {
      this.at += 2;
      return one(rest.charCodeAt(1) % 32);
    }
    const known = CLASSES.get(char);
    if (known === undefined) return one(this.codePoint());
    this.at++;
    return known;
  }
}

const CLASSES: ReadonlyMap<string, CharSet> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
  ['n', one(10)],
  ['r', one(13)],
  ['t', one(9)],
  ['v', one(11)],
  ['f', one(12)],
  ['b', one(8)],
  ['0', one(0)],
]);

function single(set: CharSet): number | null {
  const range = set[0];
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : null;
}
