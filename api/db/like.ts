/** Escapes what LIKE gives a meaning, because Prisma's string filters do not: the text is then found literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
