/** What is looked for in all files. */
export interface Query {
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

/** One match, within one line or over several. Offsets are UTF-16 units, lines and columns count from 1. */
export interface Match {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly col: number;
  /** The line it begins in, cut around the match, and where the match is in that piece. */
  readonly piece: string;
  readonly at: number;
  readonly length: number;
}

export interface FileMatches {
  readonly path: string;
  readonly matches: readonly Match[];
}

export interface Found {
  readonly files: readonly FileMatches[];
  /** Matches altogether; more than are listed when `cut`. */
  readonly total: number;
  readonly cut: boolean;
}

/** Matches that are listed; more would fill a page that nobody reads. All are counted, and all are replaced. */
export const LISTED = 2_000;
/** What comes before a match is short, so that the match itself is in view in the narrowest panel. */
const AROUND = { before: 16, after: 120 } as const;

/** @throws SyntaxError in the engine's words when the text is no regular expression */
export function patternOf({ text, caseSensitive, wholeWord, regex }: Query): RegExp {
  const source = regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const word = '[\\p{L}\\p{N}_]';
  const whole = wholeWord ? `(?<!${word})(?:${source})(?!${word})` : source;
  return new RegExp(whole, caseSensitive ? 'gmu' : 'gimu');
}

/** Every match in every file, in the order of the files. An empty match is none. */
export function find(texts: Iterable<readonly [path: string, text: string]>, query: Query): Found {
  if (query.text === '') return { files: [], total: 0, cut: false };
  const pattern = patternOf(query);
  const files: FileMatches[] = [];
  let total = 0;
  for (const [path, text] of texts) {
    const matches: Match[] = [];
    let line = 1;
    let lineStart = 0;
    let seen = 0;
    for (const { 0: hit, index } of text.matchAll(pattern)) {
      if (hit === '') continue;
      total += 1;
      if (total > LISTED) continue;
      for (
        let next = text.indexOf('\n', seen);
        next !== -1 && next < index;
        next = text.indexOf('\n', next + 1)
      ) {
        line += 1;
        lineStart = next + 1;
      }
      seen = index;
      matches.push(matchOf(text, index, hit.length, line, lineStart));
    }
    if (matches.length > 0) files.push({ path, matches });
  }
  return { files, total, cut: total > LISTED };
}

function matchOf(text: string, from: number, size: number, line: number, lineStart: number): Match {
  const end = text.indexOf('\n', from);
  const start = Math.max(lineStart, from - AROUND.before);
  const stop = Math.min(end === -1 ? text.length : end, from + AROUND.after);
  const raw = text.slice(start, stop).replace(/\r$/, '');
  const isCut = start > lineStart && text.slice(lineStart, start).trim() !== '';
  const piece = raw.trimStart();
  const trimmed = Math.min(raw.length - piece.length, from - start);
  return {
    from,
    to: from + size,
    line,
    col: from - lineStart + 1,
    piece: `${isCut ? '…' : ''}${raw.slice(trimmed)}`,
    at: from - start - trimmed + (isCut ? 1 : 0),
    length: Math.max(0, Math.min(size, raw.length - (from - start))),
  };
}

/** What is put in the place of matches: everywhere, in one file, or of the one match that begins at an offset of it. */
export interface Replacement {
  readonly text: string;
  readonly only: { readonly path: string; readonly from: number | null } | null;
}

/** A file as it is after a replacement. */
export interface ReplacedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

/** The files that a replacement changes. `$1`, `$<name>` and `$&` mean groups in a regular expression, else themselves. */
export function replace(
  texts: Iterable<readonly [path: string, text: string]>,
  query: Query,
  { text, only }: Replacement,
): readonly ReplacedFile[] {
  if (query.text === '') return [];
  const pattern = patternOf(query);
  const replaced: ReplacedFile[] = [];
  for (const [path, before] of texts) {
    if (only !== null && only.path !== path) continue;
    const parts: string[] = [];
    let at = 0;
    let count = 0;
    for (const match of before.matchAll(pattern)) {
      if (match[0] === '' || (only?.from != null && match.index !== only.from)) continue;
      count += 1;
      parts.push(before.slice(at, match.index), query.regex ? expanded(text, match) : text);
      at = match.index + match[0].length;
    }
    const after = parts.join('') + before.slice(at);
    if (count > 0 && after !== before) replaced.push({ path, before, after, count });
  }
  return replaced;
}

/** A replacement with its groups filled in, as `String.replace` does it. */
function expanded(text: string, match: RegExpExecArray): string {
  return text.replace(
    /\$(?:([$&])|<([^>]*)>|(\d{1,2}))/g,
    (all, sign?: string, name?: string, digits?: string) => {
      if (sign === '$') return '$';
      if (sign === '&') return match[0];
      if (name !== undefined) return match.groups === undefined ? all : (match.groups[name] ?? '');
      const number = Number(digits);
      return number > 0 && number < match.length ? (match[number] ?? '') : all;
    },
  );
}
