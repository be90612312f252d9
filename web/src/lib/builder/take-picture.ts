/** The market's pictures are 16:10; twice the width of a card, so that dense screens stay sharp. */
export const PICTURE = { width: 640, height: 400, mostBytes: 100_000 } as const;

/** Milliseconds within which a page has to load, paint and be drawn. */
const LONGEST = 9_000;
/** Milliseconds after the first paint, for what comes a moment later: data, images. */
const REST = 900;
/** Milliseconds after which a page that painted nothing new is drawn as it is. */
const WITHOUT_PAINT = 3_000;
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
  const answer = await heard(frame, limit, 'capture', () => {
    // The frame may be opaque, so no origin can be named; the request says nothing that others may not know.
    frame.contentWindow?.postMessage({ source: 'platform-builder', kind: 'capture' }, '*');
  });
  const { picture } = answer;
  if (typeof picture !== 'string' || !picture.startsWith('data:image/') || picture.length > MOST_CHARACTERS) {
    throw new Error('The page sent no picture.');
  }
  return encode(picture);
}

async function painted(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
  await Promise.race([heard(frame, signal, 'paint'), pause(WITHOUT_PAINT, signal)]);
  await pause(REST, signal);
}

/** The next report of one kind from the frame. */
function heard(
  frame: HTMLIFrameElement,
  signal: AbortSignal,
  kind: string,
  begin?: () => void,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const listen = (event: MessageEvent): void => {
      if (event.source === null || event.source !== frame.contentWindow) return;
      const report = event.data as unknown;
      if (typeof report !== 'object' || report === null) return;
      const members = report as Record<string, unknown>;
      if (members['source'] !== 'platform-preview' || members['kind'] !== kind) return;
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

/** Draws a picture at the market's size; the quality goes down until it fits. */
async function encode(source: string): Promise<string> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser has no canvas.');
  const scale = Math.max(PICTURE.width / image.naturalWidth, PICTURE.height / image.naturalHeight);
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height);
  pen.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale);
  for (const type of ['image/webp', 'image/jpeg']) {
    for (const quality of [0.86, 0.7, 0.5, 0.3]) {
      const encoded = canvas.toDataURL(type, quality);
      // A browser that cannot write a type writes PNG instead and says so.
      if (!encoded.startsWith(`data:${type}`)) break;
      if (encoded.length <= PICTURE.mostBytes) return encoded;
    }
  }
  throw new Error('The picture is too large.');
}
