import type { FileUIPart } from 'ai';
import { copy } from './copy.ts';

/**
 * Bounds of the pictures in a message. A message has 1 MB at most on the server (`messageBytes`), so that four pictures
 * and a long text fit; models see no more of a larger picture than of one of this size.
 */
export const IMAGES = {
  most: 4,
  /** Pixels of the longer side. */
  longestSide: 1_568,
  /** Characters of the `data:` URL. */
  mostCharacters: 180_000,
  /** Bytes of a file that is looked at at all. */
  mostBytes: 25_000_000,
} as const;

/** What the file picker offers. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** The type of a picture by its first bytes; a name or a declared type proves nothing. Null for anything else. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const ascii = String.fromCharCode(...head.subarray(0, 12));
  if (ascii.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (ascii.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}

/**
 * Reads a picture and draws it anew within `IMAGES`: what goes on is small, a PNG or JPEG that every provider takes, and
 * carries nothing else of the file, such as the place where a photograph was taken.
 * @throws Error with a sentence for the person
 */
export async function takeImage(file: File): Promise<FileUIPart> {
  const name = file.name === '' ? copy.chat.images.pasted : file.name;
  if (file.size > IMAGES.mostBytes) throw new Error(copy.chat.images.tooLarge(name, IMAGES.mostBytes));
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (type === null) throw new Error(copy.chat.images.notImage(name));
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([file], { type }));
  } catch (cause) {
    throw new Error(copy.chat.images.unreadable(name), { cause });
  }
  try {
    return { type: 'file', filename: name, ...encode(bitmap, type, name) };
  } finally {
    bitmap.close();
  }
}

function encode(bitmap: ImageBitmap, type: ImageType, name: string): Pick<FileUIPart, 'mediaType' | 'url'> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error(copy.chat.images.unreadable(name));
  let scale = Math.min(1, IMAGES.longestSide / Math.max(bitmap.width, bitmap.height));
  for (; scale * Math.max(bitmap.width, bitmap.height) >= 64; scale *= 0.7) {
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    pen.imageSmoothingQuality = 'high';
    // Drawings and screenshots stay exact while they fit; JPEG has no transparency, so it gets a white ground.
    if (type !== 'image/jpeg') {
      pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const url = canvas.toDataURL('image/png');
      if (url.length <= IMAGES.mostCharacters) return { mediaType: 'image/png', url };
    }
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of [0.86, 0.7, 0.5]) {
      const url = canvas.toDataURL('image/jpeg', quality);
      if (url.length <= IMAGES.mostCharacters) return { mediaType: 'image/jpeg', url };
    }
  }
  throw new Error(copy.chat.images.unreadable(name));
}
