/** Files the list shows at once; typing narrows it. */
const SHOWN = 8;

/** A mention being typed: `@` and what follows up to the caret. */
export interface OpenMention {
  /** Where the `@` stands. */
  readonly from: number;
  readonly query: string;
}

/** The mention that the caret stands in; null when it stands in none. An `@` inside a word is an address, not a file. */
export function mentionAt(text: string, caret: number): OpenMention | null {
  const found = /(?:^|[\s("'`])@(?<query>[^\s@]*)$/u.exec(text.slice(0, caret));
  const query = found?.groups?.['query'];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}

/** The files a mention may mean, best first: the name begins so, a folder begins so, it occurs, its letters occur in order. */
export function mentionMatches(paths: readonly string[], query: string): readonly string[] {
  const wanted = query.toLowerCase();
  return paths
    .map((path) => ({ path, rank: rankOf(path.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, SHOWN)
    .map(({ path }) => path);
}

function rankOf(path: string, wanted: string): number | null {
  if (wanted === '') return 0;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 0;
  if (path.startsWith(wanted)) return 1;
  if (path.includes(wanted)) return 2;
  let at = 0;
  for (const letter of path) if (letter === wanted[at]) at += 1;
  return at === wanted.length ? 3 : null;
}

/** The text with the mention in it, and where the caret stands then. */
export function withMention(
  text: string,
  { from, query }: OpenMention,
  path: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(from + 1 + query.length);
  const before = `${text.slice(0, from)}@${path}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: before + rest, caret: before.length + (rest.startsWith(' ') ? 1 : 0) };
}
