import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LANGUAGES, type Language } from '../api/content/page/language.ts';
import { launchChromium } from './support/chromium.ts';
import { EVERY_FIELD, FILLED, findings, publishForm } from './support/form-pages.ts';
import { startInstallation, type Installation } from './support/installation.ts';

vi.hoisted(() => {
  process.env['LIMIT_BRIDGE_INSERTS_PER_ADDRESS'] = '100000';
});

const WIDTHS = [320, 390, 768, 1024, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Null is our own; the last is one that cannot be read as it is. */
const ACCENTS = [null, '#1d4ed8', '#ffe000'] as const;

interface Look {
  readonly language: Language;
  readonly width: (typeof WIDTHS)[number];
  readonly colorScheme: (typeof SCHEMES)[number];
  readonly accent: (typeof ACCENTS)[number];
}

/** `FORM_AXE=all` looks at every combination; a usual run at each language, width, scheme and accent at least once. */
function looks(): readonly Look[] {
  const all = LANGUAGES.flatMap((language, l) =>
    WIDTHS.flatMap((width, w) =>
      SCHEMES.map((colorScheme, s): Look & { readonly isUsual: boolean } => ({
        ...{ language, width, colorScheme },
        accent: ACCENTS[(l + w + s) % ACCENTS.length] ?? null,
        isUsual: w === (l * 2) % WIDTHS.length && s === l % SCHEMES.length,
      })),
    ),
  );
  return process.env['FORM_AXE'] === 'all' ? all : all.filter(({ isUsual }) => isUsual);
}

/** With every question required, an empty form has a mistake of every type. */
const STRICT = { ...EVERY_FIELD, fields: EVERY_FIELD.fields.map((field) => ({ ...field, required: true })) };
/** The number is read as the same in every language. */
const ANSWERS = { ...FILLED, age: '30' };
const KEYS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

let at: Installation;
let browser: Browser;
beforeAll(async () => {
  at = await startInstallation('PGlite');
  const ada = await at.join();
  for (const [index, accent] of ACCENTS.entries()) {
    await publishForm(at, ada, `page-${index}`, STRICT, { accent });
    await publishForm(at, ada, `steps-${index}`, STRICT, { accent, layout: 'steps' });
    await publishForm(at, ada, `closed-${index}`, STRICT, { accent, closesAt: '2026-01-01T00:00:00Z' });
  }
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await at.stop();
});

async function open(context: BrowserContext, path: string, language: Language): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${at.publishOrigin}/f/${path}`);
  expect(await page.evaluate('document.documentElement.lang')).toBe(language);
  return page;
}

/** By the names of the inputs: what people read is in five languages. */
async function fillIn(page: Page, key: keyof typeof ANSWERS): Promise<void> {
  const inputs = page.locator(`[name="answer.${key}"]`);
  const type = await inputs.first().getAttribute('type');
  const tag = await inputs.first().evaluate(({ tagName }) => tagName);
  for (const one of [ANSWERS[key]].flat()) {
    // The input lies below what is drawn for it.
    if (type === 'radio' || type === 'checkbox')
      await page.locator(`[name="answer.${key}"][value="${one}"]`).check({ force: true });
    else if (tag === 'SELECT') await inputs.selectOption(one);
    else await inputs.fill(one);
  }
}

const send = (page: Page): Promise<void> => page.locator('button.primary').click();
const thanked = (page: Page): Promise<void> => page.locator('.end .seal').waitFor();

describe.each(looks())('a form for everybody: $language, $width px, $colorScheme, accent $accent', (look) => {
  const { language, width, colorScheme, accent } = look;
  const number = ACCENTS.indexOf(accent);
  let context: BrowserContext;
  let found: string[];
  beforeAll(async () => {
    context = await browser.newContext({
      ...{ locale: language, colorScheme, reducedMotion: 'reduce' },
      viewport: { width, height: 800 },
    });
  });
  afterAll(() => context.close());

  /** What axe finds, and whether the page is wider than the window. */
  async function see(page: Page, state: string): Promise<void> {
    found.push(...(await findings(page)).map((one) => `${state}: ${one}`));
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (overflow > 0) found.push(`${state}: ${overflow} px too wide`);
  }

  it(
    'on one page: empty, with a mistake of every type, filled in, thanks, closed',
    { timeout: 90_000 },
    async () => {
      found = [];
      const page = await open(context, `page-${number}`, language);
      await see(page, 'empty');
      await send(page);
      await page
        .locator('#summary li')
        .nth(STRICT.fields.length - 1)
        .waitFor();
      await see(page, 'mistakes');
      for (const key of KEYS) await fillIn(page, key);
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0);
      await see(page, 'filled');
      await send(page);
      await thanked(page);
      await see(page, 'thanks');
      await see(await open(context, `closed-${number}`, language), 'closed');
      expect(found).toEqual([]);
    },
  );

  it('in steps: each question, empty and refused, the review, thanks', { timeout: 90_000 }, async () => {
    found = [];
    const page = await open(context, `steps-${number}`, language);
    for (const [index, { type }] of STRICT.fields.entries()) {
      await page.locator('.questions > *').nth(index).waitFor();
      // The types come again: of each the first one is looked at.
      if (STRICT.fields.findIndex((one) => one.type === type) === index) {
        await send(page);
        await page.locator(`#q${index}-problem`).waitFor();
        await see(page, `refused ${type}`);
      }
      await fillIn(page, KEYS[index] ?? 'name');
      await send(page);
    }
    await page.locator('.review h2').waitFor();
    await see(page, 'review');
    await send(page);
    await thanked(page);
    await see(page, 'thanks');
    expect(found).toEqual([]);
  });
});
