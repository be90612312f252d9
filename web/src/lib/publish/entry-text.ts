import { tagsIn, tooLongTag } from './tag-list.ts';

/** What an entry of the market says about itself, as it stands in the fields. */
export interface EntryText {
  readonly name: string;
  readonly description: string;
  /** Separated by commas. */
  readonly tags: string;
}

/** The fields of an entry that there is, or of one that is new. */
export function entryTextOf(
  entry: { readonly name: string; readonly description: string; readonly tags: readonly string[] } | null,
  name: string,
): EntryText {
  return {
    name: entry?.name ?? name,
    description: entry?.description ?? '',
    tags: entry?.tags.join(', ') ?? '',
  };
}

/** Whether the API would take it. */
export function isComplete({ name, tags }: EntryText): boolean {
  return name.trim() !== '' && tooLongTag(tagsIn(tags)) === null;
}

/** As the API wants it. */
export function entryInput({ name, description, tags }: EntryText) {
  return { name: name.trim(), description: description.trim(), tags: [...tagsIn(tags)] };
}
