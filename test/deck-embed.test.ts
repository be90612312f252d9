import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embedDeckSnippet } from '../api/content/slides/page/embed-snippet.ts';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Installation } from './support/installation.ts';

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['DECK_EMBED_PICTURES'];
const SHAPES = { wide: ['', 16 / 9], old: ['dark 4:3', 4 / 3], between: ['16:10 blue', 16 / 10] } as const;

const SHAPES_COUNT = Object.keys(SHAPES).length;

let at: Installation;
let browser: Browser;
beforeAll(async () => {
  at = await startInstallation('PGlite');
  const { token } = await at.join();
  for (const [id, [theme]] of Object.entries(SHAPES)) {
    const slides = [
      { layout: 'title', heading: 'What the rivers told us', subtitle: 'Ten years of measuring' },
      { layout: 'bullets', heading: 'Three points', bullets: ['Nitrate fell', 'Salmon came back'] },
    ];
    const body = { kind: 'slides', published: true, document: { title: 'Rivers & "lakes"', theme, slides } };
    await at.call({ method: 'PUT', path: `/api/projects/${id}`, body, token });
  }
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await at.stop();
});

it('a deck in another site keeps the shape of its slides at any width, before it is loaded and after', async () => {
  const frames = Object.entries(SHAPES).map(([id, [theme]]) =>
    embedDeckSnippet(`${at.publishOrigin}/f/${id}`, 'Rivers & "lakes"', theme),
  );
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Site</title><h1>Site</h1>${frames.join('<p>Text</p>')}`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) problems.push(message.text());
  });
  const shapes = (): Promise<readonly number[]> =>
    page.evaluate(
      `[...document.querySelectorAll('iframe')].map((one) => one.clientWidth / one.clientHeight)`,
    );
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
    await page
      .locator('iframe')
      .nth(SHAPES_COUNT - 1)
      .waitFor();
    const look = async (): Promise<void> => {
      const found = await shapes();
      Object.values(SHAPES).forEach(([, ratio], index) => expect(found[index]).toBeCloseTo(ratio, 1));
    };
    await look();
    for (let index = 0; index < SHAPES_COUNT; index += 1) {
      await page.locator('iframe').nth(index).scrollIntoViewIfNeeded();
      const frame = page.frameLocator(`iframe >> nth=${index}`);
      await frame.getByRole('heading', { name: 'What the rivers told us' }).waitFor();
      // All of the slide is in the frame: nothing scrolls and nothing is cut.
      await expect
        .poll(() =>
          frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
        )
        .toBe(0);
    }
    await look();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/deck-embed-${width}.png`, fullPage: true });
  }
  const first = page.frameLocator('iframe >> nth=0');
  await first.getByRole('button', { name: 'Next' }).click();
  await first.getByRole('heading', { name: 'Three points' }).waitFor();
  expect(await page.locator('iframe').first().getAttribute('title')).toBe('Rivers & "lakes"');
  expect(problems).toEqual([]);
  site.close();
});
