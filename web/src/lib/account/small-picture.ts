/** Shown at 56 pixels at most; dense screens have three for one. */
const SIDE = 168;
/** The API takes 32 KB of text (LIMIT_USER_PICTURE_BYTES). */
const MOST_CHARACTERS = 30_000;

/**
 * The middle of a picture as a small square `data:` URL. Whatever was in the file, only pixels go on.
 * @throws Error when the file is no picture that this browser knows
 */
export async function smallPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser has no canvas.');
  const side = Math.min(image.width, image.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  image.close();
  for (const quality of [0.9, 0.75, 0.6, 0.4]) {
    // Browsers that cannot write WebP answer with PNG.
    const webp = canvas.toDataURL('image/webp', quality);
    const url = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
    if (url.length <= MOST_CHARACTERS) return url;
  }
  throw new Error('The picture does not get small enough.');
}
