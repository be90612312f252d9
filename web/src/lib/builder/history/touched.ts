/** Sums up what several revisions touched, oldest first: a file that came and went again is no change. */
export function touchedTogether(revisions: readonly (readonly string[])[]): readonly string[] {
  const signs = new Map<string, string>();
  for (const touched of revisions) {
    for (const change of touched) {
      const [sign, path] = [change.slice(0, 1), change.slice(1)];
      const before = signs.get(path);
      if (before === '+') {
        if (sign === '-') signs.delete(path);
      } else signs.set(path, before === '-' && sign === '+' ? '~' : sign);
    }
  }
  return [...signs]
    .map(([path, sign]) => `${sign}${path}`)
    .sort((a, b) => (a.slice(1) < b.slice(1) ? -1 : 1));
}
