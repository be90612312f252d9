import { BLOCK_WORDS } from './block-words.ts';
import { matchBrackets } from './match-brackets.ts';
import type { Token } from './token.ts';

const HEADERS: ReadonlySet<string> = new Set(BLOCK_WORDS);

/**
 * Walks the tokens that carry meaning. Comments are skipped; doc comments are kept beside the token that they
 * stand before, or after when they end its line.
 */
export class Cursor {
  readonly source: string;
  private readonly tokens: Token[] = [];
  private readonly before = new Map<number, string[]>();
  private readonly behind = new Map<number, string>();
  private readonly closes: Int32Array;
  private at = 0;

  constructor(source: string, all: readonly Token[]) {
    this.source = source;
    let docs: string[] = [];
    for (const token of all) {
      if (token.kind === 'comment') continue;
      if (token.kind !== 'doc') {
        if (docs.length > 0) this.before.set(this.tokens.length, docs);
        docs = [];
        this.tokens.push(token);
        continue;
      }
      const text = source.slice(token.start + 3, token.end).trim();
      if (token.first) docs.push(text);
      else this.behind.set(this.tokens.length - 1, text);
    }
    this.closes = matchBrackets(source, this.tokens);
  }

  get index(): number {
    return this.at;
  }

  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new Error('The token list always ends with `end`.');
    return token;
  }

  text(token: Token): string {
    return this.source.slice(token.start, token.end);
  }

  /** True when the token `ahead` is this punctuation or word. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (
      token.kind !== 'string' &&
      token.end - token.start === text.length &&
      this.source.startsWith(text, token.start)
    );
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at++;
    return token;
  }

  accept(text: string): Token | null {
    return this.is(text) ? this.next() : null;
  }

  moveTo(index: number): void {
    this.at = index;
  }

  /** End offset of the token before. */
  lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  /** Index of the bracket that closes the one at `index`, or -1. */
  closeOf(index: number): number {
    return this.closes[index] ?? -1;
  }

  /** Still on the line that is being read (what a `}` closes is not). */
  sameLine(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind !== 'end' && !token.first;
  }

  /** A line that opens a block: recovery starts again here, whatever was left open before. */
  atHeader(): boolean {
    const token = this.peek();
    return (
      token.first &&
      token.kind === 'name' &&
      HEADERS.has(this.text(token)) &&
      this.peek(1).kind === 'name' &&
      this.is('{', 2)
    );
  }

  /** Whether a `{` stands on the line, from the token `ahead` on. */
  opensOnLine(ahead = 0): boolean {
    for (let at = ahead; this.sameLine(at); at++) if (this.is('{', at)) return true;
    return false;
  }

  /** Leaves the rest of the line unread. */
  skipLine(): void {
    while (this.sameLine() && !this.is('}')) this.next();
  }

  /** Doc comments above the current token, joined by line breaks. */
  docsAbove(): string[] {
    return this.before.get(this.at) ?? [];
  }

  /** The doc comments above, and those that end a line since token `from`. */
  docsSince(from: number, above: readonly string[]): string | null {
    const all = [...above];
    for (let index = from; index < this.at; index++) {
      const text = this.behind.get(index);
      if (text !== undefined) all.push(text);
    }
    return all.length === 0 ? null : all.join('\n');
  }
}
