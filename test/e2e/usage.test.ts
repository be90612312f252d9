import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import type { Installation, Person } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['USAGE_PICTURES'];
const DAY_MS = 24 * 60 * 60 * 1_000;

let site: Installation;
let browser: Browser;

beforeAll(async () => {
  site = await startSite('PGlite', { env: { LLM_DAILY_TOKENS: '1000000' } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await tool.run(document);
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
  });
  expect(found).toEqual([]);
}

/** Calls of one day, so many days ago. */
async function spend(person: Person, daysAgo: number, tokens: Record<string, number>): Promise<void> {
  const midnight = Date.now() - (Date.now() % DAY_MS);
  await site.server.services.db.prisma.llmUsage.createMany({
    data: Object.entries(tokens).map(([model, inputTokens]) => ({
      userId: person.id,
      day: new Date(midnight - daysAgo * DAY_MS),
      provider: model === 'demo' ? 'demo' : 'anthropic',
      model,
      requests: 12,
      inputTokens,
      outputTokens: Math.floor(inputTokens / 10),
    })),
  });
}

it('shows what is used and what is left, by day and model', { timeout: 120_000 }, async () => {
  const ada = await site.join('Ada');
  const { page, context, complaints } = await visit(browser, site, ada, { reducedMotion: 'reduce' });
  await page.goto(`${site.baseUrl}/account`);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('0 of 1,000,000').waitFor();
  await page.getByText('No calls in the last 30 days.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '90 days' }).click();
  await page.getByRole('heading', { name: 'No calls to models yet' }).waitFor();

  await spend(ada, 0, { 'claude-sonnet-4-5': 400_000, 'claude-haiku-4-5': 30_000, '': 0, demo: 900 });
  await spend(ada, 1, { ['a-model-with-a-long-name-'.repeat(5).slice(0, 120)]: 70_000 });
  await spend(ada, 20, { 'claude-sonnet-4-5': 123_456 });
  await page.goto(`${site.baseUrl}/account/usage?days=7`);
  await page.getByText('473,000 of 1,000,000').waitFor();
  await page.getByText('527,000 left').waitFor();
  await page.getByText('36 of 2,000').waitFor();
  const rows = page.getByRole('table').getByRole('row');
  expect(await rows.nth(2).innerText()).toMatch(/claude-sonnet-4-5\s+Anthropic\s+12\s+400,000\s+40,000/);
  await page.getByText('Refused or failed').waitFor();
  await page.getByText('costs nothing').waitFor();
  expect(await page.getByText('123,456').count()).toBe(0);
  await page.getByRole('link', { name: '30 days' }).click();
  await page.getByText('123,456').first().waitFor();
  await expectAccessible(page);
  await page.goBack();
  await expect.poll(() => page.getByText('123,456').count()).toBe(0);

  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), String(width)).toBe(
      true,
    );
    if (PICTURES === undefined) continue;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/usage-${width}-${scheme}.png`, fullPage: true });
  }

  await spend(ada, 0, { 'claude-opus-4-5': 600_000 });
  await page.reload();
  await page.getByText('Used up', { exact: true }).waitFor();
  await page.getByText('the demo goes on answering').waitFor();
  expect(complaints).toEqual([]);

  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query Usage') ? route.abort() : route.continue(),
  );
  await page.reload();
  await page.getByText('Your usage could not be loaded.').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Used up', { exact: true }).waitFor();
  await context.close();
});
