import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SlidesDocument } from '../api/content/slides/document.ts';
import { readOptions } from '../api/content/slides/page/options.ts';
import { deckPage } from '../api/content/slides/page/page.ts';
import { launchChromium } from './support/chromium.ts';
import { randomDeck } from './support/random-decks.ts';
import { lookAtEach, lookAtPaper } from './support/slide-geometry.ts';

const RUNS = Number(process.env['DECK_RUNS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 1);

function pageOf(deck: SlidesDocument): string {
  return deckPage(deck, JSON.stringify(deck), readOptions(null), 'en', null);
}

describe('text on slides', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.route('**/*', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  });
  afterAll(() => browser.close());

  async function load(deck: SlidesDocument, width: number, height: number): Promise<void> {
    await page.setViewportSize({ width, height });
    await page.goto('http://deck.test/#1');
    await page.setContent(pageOf(deck));
  }

  it(
    `is never cut, of ${RUNS} random decks, on a large screen, on a small one, and on paper`,
    { timeout: RUNS * 10_000 + 30_000 },
    async () => {
      const decks = fc.sample(randomDeck, { numRuns: RUNS, seed: SEED });
      for (const [index, deck] of decks.entries()) {
        for (const [width, height] of [
          [1440, 900],
          [390, 844],
        ] as const) {
          await load(deck, width, height);
          expect(await lookAtEach(page), `deck ${index} of seed ${SEED}, ${width} px`).toEqual([]);
        }
        await page.emulateMedia({ media: 'print' });
        await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
        expect(await lookAtPaper(page), `deck ${index} of seed ${SEED}, paper`).toEqual([]);
        await page.emulateMedia({ media: null });
      }
    },
  );

  it('that is too much is made smaller, and then scrolled through', async () => {
    const body = 'Water finds its own way. '.repeat(25);
    await load({ title: 'Deck', slides: [{ layout: 'text', heading: 'A', body }] }, 1440, 900);
    const fit = (): Promise<number> =>
      page.evaluate(`Number(document.getElementById('1').style.getPropertyValue('--fit'))`);
    expect(await fit()).toBe(1);
    await load(
      { title: 'Deck', slides: [{ layout: 'text', heading: 'A', body: body.repeat(2) }] },
      1440,
      900,
    );
    expect(await fit()).toBeLessThan(1);
    expect(await page.locator('[data-scrolls]').count()).toBe(0);
    const slides = [
      { layout: 'text', heading: 'A', body: body.repeat(9) },
      { layout: 'title', heading: 'B' },
    ] as const;
    await load({ title: 'Deck', slides }, 1440, 900);
    expect(await page.locator('#\\31[data-scrolls]').count()).toBe(1);
    const top = (): Promise<number> => page.evaluate(`document.getElementById('1').scrollTop`);
    await page.keyboard.press('Space');
    await expect.poll(top).toBeGreaterThan(300);
    expect(await page.locator('#\\31').isVisible()).toBe(true);
    await page.evaluate(`document.getElementById('1').scrollTo(0, 1e6)`);
    await page.keyboard.press('Space');
    await page.locator('#\\32').waitFor();
  });

  it(
    'is on exactly one page for each of 100 slides, and in the file as text',
    { timeout: 60_000 },
    async () => {
      const slides = Array.from({ length: 100 }, (_, index) =>
        index % 3 === 0
          ? ({ layout: 'title', heading: `Part ${index + 1}`, subtitle: 'What follows' } as const)
          : index % 3 === 1
            ? ({
                layout: 'text',
                heading: `Slide ${index + 1}`,
                body: 'Many words. '.repeat(index * 12),
              } as const)
            : ({
                layout: 'bullets',
                heading: `Slide ${index + 1}`,
                bullets: Array(index % 40).fill('A point'),
              } as const),
      );
      await load({ title: 'Deck', theme: '4:3', slides }, 1440, 900);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(100);
      expect(new Set(pdf.match(/\/MediaBox\s*\[[^\]]*\]/g))).toEqual(new Set(['/MediaBox [0 0 960 720]']));
      expect(pdf).toContain('/ToUnicode');
    },
  );
});
