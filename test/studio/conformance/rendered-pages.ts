import type { Frame } from 'playwright-core';

/** A renderer's page as it is at this moment, seen from outside. */
export interface RenderedPage {
  readonly frame: Frame;
  /** Text of its `platform-doc` element; null where there is none. */
  readonly document: string | null;
  /** What a person reads in it. */
  readonly text: string;
  /** `data-mark` of a probe (probe.ts); null for other renderers. */
  readonly mark: string | null;
  /** Tells one load of a probe from the next. */
  readonly load: number | null;
  /** Whether something in the document was run as a script. */
  readonly isBroken: boolean;
  /** `null` for a page without an origin of its own. */
  readonly origin: string;
}

const READ = `({
  document: document.getElementById('platform-doc')?.textContent ?? null,
  text: document.body?.innerText ?? '',
  mark: document.querySelector('[data-mark]')?.getAttribute('data-mark') ?? null,
  load: window.load ?? null,
  isBroken: Boolean(window.broken),
  origin: self.origin,
})`;
const READING_MS = 2_000;

/** Pages within a Studio's frame that a person sees now, at whatever depth it keeps them. */
export async function pagesWithin(studio: Frame): Promise<readonly RenderedPage[]> {
  const found: RenderedPage[] = [];
  for (const child of studio.childFrames()) {
    const read = await readIfSeen(child);
    if (read) found.push(read, ...(await pagesWithin(child)));
  }
  return found;
}

/** @returns null for a page that nobody sees, or that is being loaded or taken away at this moment */
async function readIfSeen(frame: Frame): Promise<RenderedPage | null> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((resolve) => {
    late = setTimeout(() => resolve(null), READING_MS);
  });
  try {
    return await Promise.race([patience, read(frame)]);
  } finally {
    clearTimeout(late);
  }
}

async function read(frame: Frame): Promise<RenderedPage | null> {
  try {
    const element = await frame.frameElement();
    const isSeen = await element.evaluate((node) => {
      const { width, height } = (node as Element).getBoundingClientRect();
      const isThere = (node as Element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return width > 0 && height > 0 && isThere;
    });
    await element.dispose();
    if (!isSeen) return null;
    return { ...(await frame.evaluate<Omit<RenderedPage, 'frame'>>(READ)), frame };
  } catch (error) {
    // Frames come and go while a Studio loads a page anew; whoever waits looks again.
    if (/detached|destroyed|navigat|closed|Cannot find context/i.test(String(error))) return null;
    throw error;
  }
}
