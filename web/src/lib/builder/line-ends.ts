const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/g;

/**
 * A text that was edited by lines, with the line ends it had before: lines that stayed keep theirs, new ones get the
 * most common one. Editors know `\n` alone, and a person who changes a word must not change every line of a file.
 */
export function withLineEndsOf(before: string, edited: string): string {
  if (!before.includes('\r')) return edited;
  const old = linesOf(before);
  const now = linesOf(edited);
  let first = 0;
  while (first < old.length && first < now.length && same(old[first], now[first])) first += 1;
  let last = 0;
  const most = Math.min(old.length, now.length) - first;
  while (last < most && same(old[old.length - 1 - last], now[now.length - 1 - last])) last += 1;
  const end = commonEnd(old);
  const changed = now
    .slice(first, now.length - last)
    .map((line) => line.replace(/\r\n|\r|\n/, end))
    .join('');
  return old.slice(0, first).join('') + changed + old.slice(old.length - last).join('');
}

/** The text as an editor of lines shows it. */
export function asEdited(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return (text.match(LINE) ?? []).filter((line) => line !== '');
}

/** Whether two lines say the same; one that ends and one that is the last are different lines. */
function same(a = '', b = ''): boolean {
  return asEdited(a) === asEdited(b);
}

function commonEnd(lines: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const end = /[\r\n]+$/.exec(line)?.[0];
    if (end !== undefined) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '\n';
}
