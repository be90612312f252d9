/** The market's pictures are 16:10; twice the width of a card, so that dense screens stay sharp. */
export const PICTURE = { width: 640, height: 400, mostBytes: 100_000 } as const;

/** Milliseconds within which a page has to load, paint and be drawn. */
const LONGEST = 9_000;
/** Milliseconds after the first paint, for what comes a moment later: data, images. */
const REST = 900;
/** Milliseconds after which a page that painted nothing new is drawn as it is. */
const WITHOUT_PAINT = 3_000;
/** Pixels of the longer side of a picture for a model: with more it sees no better. */
const LOOK = 1_024;
/** Longer answers are no picture of a page of this size. */
const MOST_CHARACTERS = 30_000_000;

/**
 * Takes the picture of a page in a preview's frame. The page draws itself (nothing else can look into it), and what it
 * sends is decoded and encoded anew here: whatever the app's code put in its place, only pixels go on.
 * @returns a `data:` URL of at most `PICTURE.mostBytes`
 * @throws Error when there is no picture in time
 */
export async function takePicture(frame: HTMLIFrameElement, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]);
  await painted(frame, limit);
  return encode(await drawn(frame, limit), PICTURE);
}

/**
 * Takes the picture of a page as it stands in its frame, at the frame's size.
 * @returns the pixels as a PNG
 * @throws Error when there is no picture in time
 */
export async function pictureOf(frame: HTMLIFrameElement, signal: AbortSignal): Promise<Blob> {
  const source = await drawn(frame, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]));
  const image = await decoded(source);
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = paint(image, { width, height });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The page sent no picture.')) : resolve(blob)));
  });
}

/**
 * Takes the picture of a page as it stands in its frame, for a model to look at: made smaller until it fits.
 * @param mostCharacters of the `data:` URL
 * @throws Error when there is no picture in time, or none that is small enough
 */
export async function lookAt(
  frame: HTMLIFrameElement,
  mostCharacters: number,
  signal: AbortSignal,
): Promise<{ readonly picture: string; readonly width: number; readonly height: number }> {
  return shrunk(await drawn(frame, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)])), mostCharacters);
}

/** Makes a picture smaller until a model can be sent it. @throws Error when it is none, or stays too large */
export async function shrunk(
  source: string,
  mostCharacters: number,
): Promise<{ readonly picture: string; readonly width: number; readonly height: number }> {
  const image = await decoded(source);
  const longest = Math.max(image.naturalWidth, image.naturalHeight);
  for (let side = Math.min(LOOK, longest); side >= 64; side *= 0.7) {
    const width = Math.max(1, Math.round((image.naturalWidth * side) / longest));
    const height = Math.max(1, Math.round((image.naturalHeight * side) / longest));
    const canvas = paint(image, { width, height });
    // Every provider takes a JPEG.
    for (const quality of [0.86, 0.7, 0.5]) {
      const picture = canvas.toDataURL('image/jpeg', quality);
      if (picture.length <= mostCharacters) return { picture, width, height };
    }
  }
  throw new Error('The picture is too large.');
}

/** What the page drew of itself: an address of an image, not yet looked at. */
async function drawn(frame: HTMLIFrameElement, signal: AbortSignal): Promise<string> {
  const nonce = crypto.randomUUID();
  const isAnswer = (report: Record<string, unknown>): boolean => report['nonce'] === nonce;
  const { picture } = await heard(frame, signal, isAnswer, () => {
    // The frame may be opaque, so no origin can be named; the request says nothing that others may not know.
    frame.contentWindow?.postMessage({ source: 'platform-builder', kind: 'capture', nonce }, '*');
  });
  if (typeof picture !== 'string' || !picture.startsWith('data:image/') || picture.length > MOST_CHARACTERS) {
    throw new Error('The page sent no picture.');
  }
  return picture;
}

async function painted(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  const isPaint = (report: Record<string, unknown>): boolean => report['kind'] === 'paint';
  await Promise.race([heard(frame, signal, isPaint), pause(WITHOUT_PAINT, signal)]);
  await pause(REST, signal);
}

/** The next report from the frame that is the wanted one. */
function heard(
  frame: HTMLIFrameElement,
  signal: AbortSignal,
  isWanted: (report: Record<string, unknown>) => boolean,
  begin?: () => void,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const listen = (event: MessageEvent): void => {
      if (event.source === null || event.source !== frame.contentWindow) return;
      const report = event.data as unknown;
      if (typeof report !== 'object' || report === null) return;
      const members = report as Record<string, unknown>;
      if (members['source'] !== 'platform-preview' || !isWanted(members)) return;
      end();
      resolve(members);
    };
    const stop = (): void => {
      end();
      reject(new Error('The page did not answer in time.'));
    };
    const end = (): void => {
      removeEventListener('message', listen);
      signal.removeEventListener('abort', stop);
    };
    if (signal.aborted) return stop();
    addEventListener('message', listen);
    signal.addEventListener('abort', stop);
    begin?.();
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('The page did not answer in time.'));
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('The page did not answer in time.'));
    });
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function decoded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('The page sent no picture.');
  return image;
}

/** Fills a canvas with the picture, from its top left corner. */
function paint(image: HTMLImageElement, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser has no canvas.');
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
  return canvas;
}

/** Draws a picture at a size; the quality goes down until it fits. */
async function encode(source: string, size: Size & { readonly mostBytes: number }): Promise<string> {
  const canvas = paint(await decoded(source), size);
  for (const type of ['image/webp', 'image/jpeg']) {
    for (const quality of [0.86, 0.7, 0.5, 0.3]) {
      const encoded = canvas.toDataURL(type, quality);
      // A browser that cannot write a type writes PNG instead and says so.
      if (!encoded.startsWith(`data:${type}`)) break;
      if (encoded.length <= size.mostBytes) return encoded;
    }
  }
  throw new Error('The picture is too large.');
}
