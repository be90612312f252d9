// What attacks share: ways to reach other windows, opened once per page and kept for all attacks.

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type View = Window & typeof globalThis;

let clean: View | null = null;

/**
 * The page's true storage and cookies. The bridge's stand-ins cover them in the sandbox, and an attacker gets around
 * those by a fresh empty frame; in a worker there is nothing to get around.
 */
export function bare(): View {
  if (typeof document === 'undefined') return globalThis as View;
  clean ??= freshFrame().contentWindow as View;
  return clean;
}

function freshFrame(): HTMLIFrameElement {
  const element = document.createElement('iframe');
  document.body.append(element);
  return element;
}

/** A frame on an address, after its load event, which a refused page fires too. */
export async function frameOf(
  src: string,
  prepare: (element: HTMLIFrameElement) => void = () => undefined,
): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe');
  prepare(element);
  element.src = src;
  await attached(element);
  return element;
}

/** Puts any element with a document inside into the page and waits for its load event, which some never have. */
export async function attached(element: HTMLElement, ms = 5_000): Promise<void> {
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  document.body.append(element);
  await Promise.race([loaded, pause(ms)]);
  await pause(50);
}

const views = new Map<string, Promise<any>>();

function once(key: string, make: () => Promise<any>): Promise<any> {
  const known = views.get(key) ?? make();
  views.set(key, known);
  return known;
}

/** The window of a frame on the address. */
export function framed(src: string): Promise<any> {
  return once(`frame ${src}`, async () => (await frameOf(src)).contentWindow);
}

/** The window of a popup on the address, as far as the opener may still know it. */
export function popup(src: string): Promise<any> {
  return once(`popup ${src}`, async () => {
    const opened = window.open(src, '_blank');
    for (let waited = 0; !isSettled(opened, waited); waited += 100) await pause(100);
    return opened;
  });
}

/**
 * Whether the window has left the empty page that it began with: it can be read, it is closed for us, or it stays out
 * of reach. From a sandboxed page the empty page is out of reach as well, until the answer cuts the window off: how
 * long that takes says nothing about the answer.
 */
function isSettled(view: Window | null, waited: number): boolean {
  if (view === null || view.closed || waited > 10_000) return true;
  try {
    return view.location.href !== 'about:blank' && view.document.readyState === 'complete';
  } catch {
    return false;
  }
}

export const textOf = (view: any): string => String(view.document.body.textContent);

/** The first message that a test of it accepts; null after a while. */
export function heard(accepts: (data: unknown) => boolean, ms = 4_000): Promise<boolean> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent): void => {
      if (!accepts(event.data)) return;
      removeEventListener('message', listen);
      resolve(true);
    };
    addEventListener('message', listen);
    setTimeout(() => {
      removeEventListener('message', listen);
      resolve(false);
    }, ms);
  });
}

/** What a worker says first. */
export function said(worker: Worker | MessagePort): Promise<string> {
  return new Promise((resolve) => {
    worker.addEventListener('message', (event) => resolve(String((event as MessageEvent).data)));
    worker.addEventListener('error', () => resolve(''));
    setTimeout(() => resolve(''), 4_000);
  });
}

export function blobUrl(text: string, type = 'text/javascript'): string {
  return URL.createObjectURL(new Blob([text], { type }));
}

/** The result of a request of IndexedDB. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
    if (request instanceof IDBOpenDBRequest) request.addEventListener('blocked', () => reject(request.error));
  });
}
