import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, startStages, type Stage } from '../builder-states/stage.ts';
import { STATES } from '../builder-states/states.ts';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Installation } from '../support/installation.ts';
import type { LlmUpstream } from '../support/llm-upstream.ts';

/** `BUILDER_STATES=all` looks at every state in all four ways; parts of names, by commas, at those that have one. */
const ASKED = process.env['BUILDER_STATES'];
/** A folder for pictures of what was looked at. */
const PICTURES = process.env['PICTURES'];

const ALL_LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const;
const LOOKS = ASKED === undefined ? ALL_LOOKS.slice(0, 2) : ALL_LOOKS;
const CHOSEN = STATES.filter(({ name, usual }) =>
  ASKED === undefined
    ? usual === true
    : ASKED === 'all' || ASKED.split(',').some((part) => name.includes(part)),
);

let site: Installation;
let upstream: LlmUpstream;
let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  [{ site, upstream }, browser] = await Promise.all([startStages(), launchChromium()]);
  stage = await openStage(browser, site, upstream);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await upstream.close();
});

type Look = (typeof ALL_LOOKS)[number];

async function turnTo(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
}

/** Nothing for axe to find, and nothing wider than the window. */
async function check(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
  const found = await axeViolations(page);
  expect.soft([name, width, colorScheme, found]).toEqual([name, width, colorScheme, []]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft([name, width, 'wider by', Math.max(0, wider)]).toEqual([name, width, 'wider by', 0]);
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  // Not `page.screenshot`, which waits for every frame, also for one that hangs.
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'png' });
  await devTools.detach();
  writeFileSync(`${PICTURES}/${name}-${width}-${colorScheme}.png`, Buffer.from(data, 'base64'));
}

it.each(CHOSEN.map((state) => [state.name, state] as const))(
  '%s: fit to be seen',
  { timeout: 120_000 },
  async (name, state) => {
    const { page } = stage;
    // What a state before this one said, when it failed.
    stage.complaints();
    const visits: readonly (readonly Look[])[] = state.hangs ? LOOKS.map((one) => [one]) : [LOOKS];
    for (const looks of visits) {
      await turnTo(page, looks[0] ?? ALL_LOOKS[0]);
      const leave = await state.open(stage);
      try {
        for (const one of looks) {
          // On the same page: the panes, what is open and what has the focus have to bear it.
          if (one !== looks[0]) await turnTo(page, one);
          await check(page, name, one);
        }
      } finally {
        await leave?.();
        // What a page holds back (an answer that goes on, a timer) ends with it.
        await page.goto('about:blank');
      }
    }
    const said = stage.complaints().filter((line) => state.says?.test(line) !== true);
    expect.soft([name, said]).toEqual([name, []]);
  },
);
