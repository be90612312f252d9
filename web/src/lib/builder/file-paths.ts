/** Files in the order of the tree: folders and names together, the entry first. */
export function treeOrder(paths: Iterable<string>): readonly string[] {
  return [...paths].sort((a, b) => {
    if (a === 'index.html') return -1;
    if (b === 'index.html') return 1;
    return a.localeCompare(b, 'en');
  });
}

/**
 * A new name as it will be saved, or null when it cannot be one. The server has the last word (design 4); this only
 * spares a round trip for what is clearly no path.
 */
export function cleanName(text: string): string | null {
  const name = text.trim().replace(/^(\.?\/)+/, '');
  const segments = name.split('/');
  const bad = segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  return bad || /[\\:*?"<>|\p{Cc}]/u.test(name) ? null : name;
}
