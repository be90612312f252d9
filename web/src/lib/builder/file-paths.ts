/** Files as a plain list: by path, the entry page first. */
export function treeOrder(paths: Iterable<string>): readonly string[] {
  return [...paths].sort((a, b) => {
    if (a === 'index.html') return -1;
    if (b === 'index.html') return 1;
    return a.localeCompare(b, 'en');
  });
}
