/** Models write `./app.js` and `/app.js` for `app.js`. */
export function tidyPath(path: string): string {
  return path.trim().replace(/^(\.?\/)+/, '');
}
