import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { startHostSite } from './host-site.ts';
import { must, type Loose } from './rule.ts';
import { StudioUnderTest, type Patience } from './studio-under-test.ts';

/** The run could not begin or go on; the message says why, and what to do. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** A browser and a site with the host's page. */
export interface Session {
  readonly hostOrigin: string;
  /** One more window with the host's page. */
  lane(): Promise<Lane>;
  close(): Promise<void>;
}

/** A host's page in a window of its own, in which Studios are opened. */
export interface Lane {
  /** Loads a Studio and waits until it answers. @throws RuleBroken when it does not */
  open(sandbox: string | null): Promise<StudioUnderTest>;
  /** Takes away every Studio that was opened. */
  clear(): Promise<void>;
}

export interface SessionOptions {
  /** Port of the host's page; 0 for any. */
  readonly port: number;
  readonly patience: Patience;
  /** One that is there already; else one is started, and ended with the session. */
  readonly browser?: Browser | undefined;
}

/** @throws CannotRun when the port is taken or there is no browser */
export async function openSession(url: string, options: SessionOptions): Promise<Session> {
  const { port, patience } = options;
  const site = await startHostSite(port).catch((error: unknown) => {
    throw new CannotRun(`The host's page could not be served on port ${port}: ${String(error)}`);
  });
  const browser =
    options.browser ??
    (await launchChromium().catch(async (error: unknown) => {
      await site.close();
      throw new CannotRun(`The browser could not be started: ${String(error)}`);
    }));
  const contexts: BrowserContext[] = [];
  return {
    hostOrigin: site.origin,
    async lane() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(site.origin);
      return makeLane(page, url, patience);
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      if (browser !== options.browser) await browser.close();
      await site.close();
    },
  };
}

function makeLane(page: Page, url: string, patience: Patience): Lane {
  let count = 0;
  let opened: StudioUnderTest[] = [];

  async function open(sandbox: string | null): Promise<StudioUnderTest> {
    count += 1;
    const name = `studio-${count}`;
    await page.evaluate(`conformance.open(...${JSON.stringify([name, url, sandbox])})`);
    const element = await page.waitForSelector(`#${name}`, { state: 'attached' });
    const frame = await element.contentFrame();
    must(frame !== null, 'the frame of the Studio is gone');
    const studio = new StudioUnderTest(page, name, frame, patience, open);
    opened.push(studio);
    await untilItAnswers(studio, patience);
    return studio;
  }
  return {
    open,
    async clear() {
      await Promise.all(opened.map((studio) => studio.close()));
      opened = [];
    },
  };
}

/** Milliseconds after which a Studio that may not have listened yet is asked once more. */
const AGAIN_MS = 60;

/** The first question is put until it is answered: before its script runs a Studio hears nothing. */
async function untilItAnswers(studio: StudioUnderTest, { answer }: Patience): Promise<void> {
  const request: Loose = studio.request('getDocument');
  const end = Date.now() + 3 * answer;
  for (;;) {
    const [reply] = await studio.inHost<readonly (Loose | null)[]>('ask', studio.name, [request], AGAIN_MS);
    if (reply) return;
    must(Date.now() < end, `no request was answered within ${3 * answer} ms after the page was loaded`);
  }
}
