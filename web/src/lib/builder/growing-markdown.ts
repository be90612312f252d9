import { lexer, type Token } from 'marked';

const OPTIONS = { gfm: true, breaks: false } as const;
/** `[name]: address` gives links before it their address, so such a text cannot be read in pieces. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Reads a Markdown text that grows at its end. What follows can change the last blocks only (a list goes on, a line gets
 * an underline), so all before them is read once and its tokens stay the same objects: a screen draws only what is new.
 */
export class GrowingMarkdown {
  #settledText = '';
  #settled: readonly Token[] = [];

  /** The blocks of the text; the same as reading it as a whole. */
  tokensOf(markdown: string): readonly Token[] {
    const source = markdown.replaceAll(/\r\n?/g, '\n');
    if (DEFINITION.test(source)) return [...lexer(source, OPTIONS)];
    if (!source.startsWith(this.#settledText)) {
      this.#settledText = '';
      this.#settled = [];
    }
    const fresh = lexer(source.slice(this.#settledText.length), OPTIONS);
    const tokens = [...this.#settled, ...fresh];
    const count = settledCount(fresh);
    if (count > 0) {
      const done = fresh.slice(0, count);
      const text = this.#settledText + rawOf(done);
      // Where the reader left out or changed a character, its tokens do not say where the rest begins.
      if (source.startsWith(text)) {
        this.#settledText = text;
        this.#settled = [...this.#settled, ...done];
      }
    }
    return tokens;
  }
}

/**
 * How many of the tokens nothing can change any more: those before the last blank line between two blocks. Without one, a
 * line yet to come may still join two blocks, as the line under a table's head does. A list may go on with the line that
 * is just being written ("2" becomes "2. and").
 */
function settledCount(tokens: readonly Token[]): number {
  let count = tokens.findLastIndex(({ raw }) => raw.trim() !== '');
  const before = tokens.slice(0, Math.max(0, count)).findLastIndex(({ raw }) => raw.trim() !== '');
  const lineEnded = rawOf(tokens.slice(Math.max(0, count))).includes('\n');
  if (tokens[before]?.type === 'list' && !lineEnded) count = before;
  for (; count > 0; count -= 1) {
    if (/\n[ \t]*\n[ \t]*$/.test(rawOf(tokens.slice(Math.max(0, count - 2), count)))) return count;
  }
  return 0;
}

function rawOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('');
}
