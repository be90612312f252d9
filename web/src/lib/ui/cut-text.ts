/** A text for a place of one line: at most `most` characters, with an ellipsis where something is left out. */
export function cutText(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
