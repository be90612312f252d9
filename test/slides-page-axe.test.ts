import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../api/content/page/language.ts';
import type { SlidesDocument } from '../api/content/slides/document.ts';
import { readOptions } from '../api/content/slides/page/options.ts';
import { deckPage } from '../api/content/slides/page/page.ts';
import { launchChromium } from './support/chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const DECK: SlidesDocument = {
  title: 'Rivers',
  theme: '#ffe000',
  slides: [
    { layout: 'title', heading: 'Rivers', subtitle: 'Ten years', body: 'May' },
    {
      layout: 'bullets',
      heading: 'Points',
      subtitle: 'Three',
      bullets: ['One', 'Two'],
      body: 'Short.\nNotes:\nSay it.',
    },
    { layout: 'text', body: 'A river is not a line.' },
    { layout: 'title', heading: 'ماء', subtitle: 'نهر' },
    { layout: 'text', heading: 'Long', body: 'Water finds its own way. '.repeat(300) },
  ],
};
const WHERE = [
  [1440, 'light'],
  [1440, 'dark'],
  [320, 'light'],
  [320, 'dark'],
] as const;

/** A usual run looks at each language in some of these; `DECK_AXE=all` looks at all in all. */
function languagesOf(index: number): readonly (typeof LANGUAGES)[number][] {
  if (process.env['DECK_AXE'] === 'all') return LANGUAGES;
  return LANGUAGES.filter((_, at) => at === 0 || at % WHERE.length === index);
}

/** WCAG 2.2 AA, and what axe advises beside it, but for the outline of headings, which is the author's. */
async function violations(page: Page): Promise<readonly string[]> {
  const options = JSON.stringify({
    runOnly: [...TAGS, 'best-practice'],
    rules: { 'heading-order': { enabled: false } },
  });
  return page.evaluate<string[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  );
}

describe.each(WHERE.map((one, index) => [...one, index] as const))(
  'a deck for everybody, %i px, %s',
  (width, colorScheme, place) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser.close());

    async function load(language: (typeof LANGUAGES)[number], javaScriptEnabled = true): Promise<Page> {
      const context = await browser.newContext({
        ...{ reducedMotion: 'reduce', colorScheme, javaScriptEnabled, bypassCSP: true },
        viewport: { width, height: 720 },
      });
      const page = await context.newPage();
      await page.setContent(deckPage(DECK, JSON.stringify(DECK), readOptions(null), language, null));
      if (javaScriptEnabled) await page.evaluate(AXE);
      return page;
    }

    it.each(languagesOf(place))(
      'axe finds nothing in %s: slides, overview, keys, speaker view',
      { timeout: 60_000 },
      async (language) => {
        const page = await load(language);
        const found: string[] = [];
        const look = async (state: string): Promise<void> => {
          found.push(...(await violations(page)).map((one) => `${state}: ${one}`));
        };
        for (let n = 1; n <= DECK.slides.length; n += 1) {
          await look(`slide ${n}`);
          await page.keyboard.press('ArrowRight');
        }
        await page.keyboard.press('Home');
        await page.evaluate('window.open = () => null');
        for (const key of ['o', '?', 's', 'b']) {
          await page.keyboard.press(key);
          await page.locator('dialog').waitFor({ state: 'attached' });
          await look(`key ${key}`);
          await page.keyboard.press('Escape');
          await page.locator('dialog').waitFor({ state: 'detached' });
        }
        expect(found).toEqual([]);
        await page.context().close();
      },
    );

    it('axe finds nothing where all slides are under each other, and nothing is wider than the page', async () => {
      const page = await load('en', true);
      // As it is without scripts; axe needs them.
      await page.evaluate(`document.documentElement.classList.remove('live');
      document.querySelector('.bar').remove();
      for (const slide of document.querySelectorAll('.slide')) slide.hidden = false;`);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.context().close();
    });
  },
);
