import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import type { HostSite } from './host-site.ts';

export interface HostPage {
  readonly page: Page;
  /** The first Studio's own page. */
  readonly studio: FrameLocator;
  /** Runs in the host's page with the handle of a Studio. */
  drive<T>(act: (studio: StudioHandle) => Promise<T>, index?: number): Promise<T>;
  /** Events of all Studios so far. */
  events(name: string): Promise<readonly HostEvent[]>;
  /** Ends the page. @throws where it, or a page in it, complained */
  close(): Promise<void>;
  /** What the pages complained about since the last time, in the console or by an error. */
  complaints(): readonly string[];
}
interface HostEvent {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly version: number;
}

/** Opens the page of a host and waits until its Studios answer. */
export async function openHost(
  browser: Browser,
  host: HostSite,
  wanted: Parameters<HostSite['page']>[0],
  options: BrowserContextOptions = {},
): Promise<HostPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  return hostPage(await context.newPage(), host, wanted);
}

/** As `openHost`, in a page that is there already. */
export async function hostPage(
  page: Page,
  host: HostSite,
  wanted: Parameters<HostSite['page']>[0],
): Promise<HostPage> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  // An unhandled rejection is one, too.
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(host.page(wanted));
  await page.waitForFunction('window.studios');
  const drive: HostPage['drive'] = (act, index = 0) =>
    page.evaluate(`(${String(act)})(studios[${index}])`) as never;
  for (const index of wanted.kinds.keys()) {
    await drive((studio) => studio.ready({ timeout: 60_000 }), index);
  }
  return {
    page,
    studio: page.frameLocator('#s0'),
    drive,
    events: (name) =>
      page.evaluate(
        `messages.map(({ data }) => data).filter((data) => data.kind === 'event' && data.event === '${name}')`,
      ),
    complaints: () => complaints.splice(0),
    async close() {
      await page.context().close();
      expect(complaints).toEqual([]);
    },
  };
}
