/** The hint for stray text, which may be a comment of another language. */
export function commentHint(text: string, otherwise: string): string {
  return text === '#' || text === '-' ? 'A comment begins with `//`.' : otherwise;
}
