/** Characters of one tag, as the API checks it. */
export const TAG_CHARACTERS = 40;

/** The tags of a text that is separated by commas or line ends. */
export function tagsIn(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The first tag that the API would refuse; null when there is none. */
export function tooLongTag(tags: readonly string[]): string | null {
  return tags.find((tag) => tag.length > TAG_CHARACTERS) ?? null;
}
