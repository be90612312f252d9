/** The market's picture of what is being published. */
export type Picture =
  | { readonly status: 'taking' }
  | { readonly status: 'taken'; readonly data: string }
  /** It could not be taken; what the market shows stays. */
  | { readonly status: 'failed' }
  /** The person wants none. */
  | { readonly status: 'none' };

/** What publishing says about the picture: null removes it, leaving it out keeps the one there is. */
export function previewOf(picture: Picture): { readonly preview?: string | null } {
  if (picture.status === 'taken') return { preview: picture.data };
  return picture.status === 'none' ? { preview: null } : {};
}

/**
 * The picture once it is no longer being taken; that ends by itself within seconds.
 * @param isWanted false as soon as nobody waits for it any more
 */
export async function settled(picture: () => Picture, isWanted: () => boolean): Promise<Picture> {
  while (isWanted() && picture().status === 'taking') {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return picture();
}
