import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Installation } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

/** Pictures to look at, when a folder is named. */
const PICTURES = process.env['FORM_OWNER_PICTURES'];
/** How many answers there are; 10,000 for a long run. */
const ANSWERS = Number(process.env['FORM_OWNER_ANSWERS'] ?? '130');

let site: Installation;
let browser: Browser;

beforeAll(async () => {
  site = await startSite('PGlite');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const DOCUMENT = {
  title: 'Summer party',
  desc: 'Who comes, and what for.',
  fields: [
    { type: 'text', key: 'name', label: 'Your name', required: true },
    { type: 'choice', key: 'day', label: 'Which day suits you?', options: ['Friday', 'Saturday', 'Sunday'] },
    { type: 'multi', key: 'food', label: 'Food', options: ['Vegetarian', 'Vegan', 'No nuts'] },
    { type: 'rating', key: 'mood', label: 'How much do you look forward to it?' },
    { type: 'number', key: 'guests', label: 'Guests', range: { min: 0, max: 10 } },
    { type: 'bool', key: 'music', label: 'Do you bring an instrument?' },
    { type: 'date', key: 'since', label: 'A friend since' },
    { type: 'long', key: 'wish', label: 'ماذا تتمنى؟' },
  ],
};

const answerOf = (n: number): object => ({
  name: n === 3 ? 'نور الدين' : `Guest ${n} ${n % 40 === 0 ? 'with a very long name '.repeat(8) : ''}`,
  day: ['Friday', 'Saturday', 'Sunday', 'Saturday'][n % 4],
  food: n % 3 === 0 ? ['Vegan', 'No nuts'] : [],
  mood: (n % 5) + 1,
  guests: n % 11,
  ...(n % 2 === 0 && { music: n % 4 === 0 }),
  since: `2026-0${(n % 6) + 1}-11`,
  wish: n % 7 === 0 ? 'Rain in the night\nand sun by day' : null,
});

async function fill(id: string, count: number): Promise<void> {
  const at = Array.from({ length: 8 }, (_, index) => index);
  await Promise.all(
    at.map(async (start) => {
      for (let n = start; n < count; n += at.length) {
        const { status } = await site.call({
          method: 'POST',
          path: `/api/forms/${id}/submissions`,
          body: answerOf(n),
        });
        if (status !== 201) throw new Error(`The answer ${n} was refused: ${status}.`);
      }
    }),
  );
}

/** What axe finds in both themes and at both widths; with pictures in all four combinations. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      if (PICTURES === undefined && (width === 1440) !== (scheme === 'light')) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect([name, width, scheme, await axeViolations(page)]).toEqual([name, width, scheme, []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, width, overflow]).toEqual([name, width, 0]);
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('leads from an empty list to answers, settings and back', { timeout: 240_000 }, async () => {
  const ada = await site.join('Ada');
  const { context, page, complaints } = await visit(browser, site, ada, { acceptDownloads: true });
  await page.goto(`${site.baseUrl}/forms`);
  await page.getByRole('heading', { name: 'No form yet' }).waitFor();
  await lookAt(page, 'list-empty');
  await page.getByRole('button', { name: 'New form' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Feedback/ })
    .waitFor();
  await lookAt(page, 'new');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Feedback/ })
    .click();
  await page.waitForURL(/\/edit$/);
  const parts = page.getByRole('navigation', { name: 'Parts of this page' });
  await parts.getByRole('link', { name: 'Answers' }).click();
  await page.getByRole('heading', { name: 'No answer yet' }).waitFor();
  await lookAt(page, 'no-answers');
  const id = page.url().split('/').at(-1) ?? '';

  // The questions are changed by somebody else meanwhile: an agent, or the Studio.
  await site.graphql(
    'mutation ($input: SaveProjectInput!) { saveProject(input: $input) { created } }',
    { input: { id, document: DOCUMENT } },
    ada.token,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Anybody with the link').waitFor();
  await fill(id, ANSWERS);
  const visitor = await context.newPage();
  await visitor.goto(`${site.publishOrigin}/f/${id}`);
  await visitor.getByLabel('Your name').fill('Zoë');
  await visitor.goto('about:blank');
  await page.getByRole('button', { name: 'Read the answers anew' }).click();
  await page
    .getByText(`${ANSWERS.toLocaleString('en')} answers`, { exact: true })
    .first()
    .waitFor();
  await page.getByText('Saturday').waitFor();
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Read the answers anew' }).click();
      return page.getByRole('listitem').filter({ hasText: 'Began to fill in' }).innerText();
    })
    .toContain('100%');
  await visitor.close();
  await lookAt(page, 'summary');
  await page.setViewportSize({ width: 390, height: 900 });
  // What a bar counts stands beside its name, and the whole name is there.
  const look = page.getByRole('listitem').filter({ hasText: 'How much do you look forward to it?' }).first();
  const [label, bar, amount] = await Promise.all(
    [0, 1, 2].map((part) => look.locator('> span').nth(part).boundingBox()),
  );
  expect([label?.y, (bar?.y ?? 0) > (label?.y ?? 0), bar?.width]).toEqual([
    amount?.y,
    true,
    (await look.boundingBox())?.width,
  ]);
  expect(
    await look
      .locator('> span')
      .first()
      .evaluate((one) => one.scrollWidth - one.clientWidth),
  ).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: /^Answers \d/ }).click();
  await page.getByText(`100 of ${ANSWERS.toLocaleString('en')}`).waitFor();
  await lookAt(page, 'table');
  const search = page.getByRole('searchbox', { name: 'Search in the texts' });
  await search.fill('guest 11');
  await search.press('Enter');
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(50);
  expect(await page.getByRole('row').nth(1).innerText()).toContain('Guest 11');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Download' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'CSV', exact: true }).click()),
  ]);
  expect(file.suggestedFilename()).toBe('Summer-party.csv');
  await page.getByRole('link', { name: 'Order by Guests' }).click();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('dialog').getByText('Which day suits you?').waitFor();
  await lookAt(page, 'answer');
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // A row is opened wherever it is clicked, but for its box; by keys it is the link in it.
  const row = page.getByRole('row').nth(2);
  const detail = page.getByRole('dialog').getByText('Which day suits you?');
  await row
    .getByRole('cell')
    .first()
    .click({ position: { x: 3, y: 3 } });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await row.getByText('Guest 11').click();
  await detail.waitFor();
  const opened = page.url();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    row.getByText('Guest 11').click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await other.waitForURL(opened);
  await other.close();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await row.getByRole('link').press('Enter');
  await detail.waitFor();
  expect(page.url()).toBe(opened);
  await page.goBack();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await search.fill('');
  await page.getByText(`100 of ${ANSWERS.toLocaleString('en')}`).waitFor();

  // Set apart and back, then gone for good.
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Set apart' }).click();
  await page.getByText('1 answer set apart.').waitFor();
  const told = page.getByRole('listitem').filter({ hasText: 'answer set apart' });
  await told.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 answer accepted.').waitFor();
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`100 of ${(ANSWERS - 1).toLocaleString('en')}`).waitFor();

  await parts.getByRole('link', { name: 'Share' }).click();
  await page.getByText('Filled in ahead').first().click();
  await page.locator('summary').click();
  await page.getByLabel('Your name').fill('Ada & co');
  await page.getByText('name=Ada+%26+co').waitFor();
  await lookAt(page, 'share');

  await parts.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Most answers').fill('0');
  await page.getByText('A whole number from 1').waitFor();
  await page.getByLabel('Most answers').fill('500');
  await page.locator('section', { hasText: 'Taking answers' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.getByLabel('Name').fill('summer-party');
  await page.locator('section', { hasText: 'Own domains' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Also at').waitFor();
  await page.getByLabel('Domain').fill('forms.example.org');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText('Waits for DNS').waitFor();
  await page.getByLabel('Webhook').fill('https://hooks.example.org/in');
  await page.locator('section', { hasText: 'Messages' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Nothing was sent yet.').waitFor();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByText('A colour of its own').click();
  await lookAt(page, 'settings');

  await page.getByRole('button', { name: /^Delete “/ }).click();
  await page.getByRole('dialog').getByText('go with it').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Deleted forms' }).waitFor();
  await lookAt(page, 'list-deleted');
  await page.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('link', { name: 'Summer party' }).waitFor();
  await lookAt(page, 'list');
  await page.getByRole('link', { name: 'Summer party' }).click();
  await page
    .getByText(`${(ANSWERS - 1).toLocaleString('en')} answers`, { exact: true })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('shows a deck of one’s own, and nobody else’s form', { timeout: 120_000 }, async () => {
  const [bob, eve] = [await site.join('Bob'), await site.join('Eve')];
  const { context, page, complaints } = await visit(browser, site, bob, { acceptDownloads: true });
  await page.goto(`${site.baseUrl}/slides`);
  await page.getByRole('button', { name: 'New deck' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Talk/ }).click();
  await page.waitForURL(/\/edit$/);
  await page
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Share' })
    .click();
  await page.getByText('Nobody else can open this yet.').waitFor();
  const deck = page.url();
  await lookAt(page, 'deck');
  for (const [button, ending] of [
    ['Download PowerPoint', 'pptx'],
    ['Download HTML', 'html'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    expect((await saving).suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  }
  await page.goto(deck.replace('/slides/', '/forms/'));
  await page.getByRole('heading', { name: 'There is no form of yours' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  const other = await visit(browser, site, eve);
  await other.page.goto(deck);
  await other.page.getByRole('heading', { name: 'There is no deck of yours' }).waitFor();
  await lookAt(other.page, 'absent');
  await other.context.close();
});
