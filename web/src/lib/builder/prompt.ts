import type { FileUIPart } from 'ai';

/** What a person says: text, and pictures with it. */
export interface Prompt {
  readonly text: string;
  readonly images: readonly FileUIPart[];
}

/** Characters of a message. With four pictures it stays below what the server stores of one (`messageBytes`). */
export const LONGEST_TEXT = 20_000;

/** A prompt of words alone, such as an example or "Fix it". */
export function words(text: string): Prompt {
  return { text, images: [] };
}

export function isEmpty({ text, images }: Prompt): boolean {
  return text.trim() === '' && images.length === 0;
}

/** A prompt that was kept as JSON; null when it is none, for example of an older version of the page. */
export function promptFrom(value: unknown): Prompt | null {
  if (typeof value !== 'object' || value === null) return null;
  const { text, images } = value as Record<string, unknown>;
  if (typeof text !== 'string' || !Array.isArray(images)) return null;
  return { text, images: images.filter(isImage) };
}

function isImage(value: unknown): value is FileUIPart {
  if (typeof value !== 'object' || value === null) return false;
  const { type, url, mediaType } = value as Record<string, unknown>;
  const isPicture = typeof mediaType === 'string' && mediaType.startsWith('image/');
  return type === 'file' && isPicture && typeof url === 'string' && url.startsWith('data:image/');
}
