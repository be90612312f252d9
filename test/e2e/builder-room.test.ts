import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, startStages, type Stage } from '../builder-states/stage.ts';
import { APP } from '../builder-states/state.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Installation } from '../support/installation.ts';
import type { LlmUpstream } from '../support/llm-upstream.ts';

let site: Installation;
let upstream: LlmUpstream;
let browser: Browser;
let stage: Stage;
let page: Page;

beforeAll(async () => {
  [{ site, upstream }, browser] = await Promise.all([startStages(), launchChromium()]);
  stage = await openStage(browser, site, upstream);
  ({ page } = stage);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await upstream.close();
});

const isNews = (body: string | null): boolean => (body ?? '').includes('BuilderDraftNews');

it('says that the server cannot be reached, what is saved, and by itself when it is back', async () => {
  await page.route('**/graphql', (route) =>
    isNews(route.request().postData()) ? route.abort('connectionrefused') : route.continue(),
  );
  await page.route('**/healthz', (route) => route.abort('connectionrefused'));
  await stage.enter(await stage.draft(APP), '?view=code&file=app.js');
  await page.getByText('Offline, all saved').first().waitFor();
  await page.unrouteAll();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  stage.complaints();
});

it('is calm about what is published, marks it in the history, and sees what differs', async () => {
  const draft = await stage.draft(APP);
  await stage.enter(draft, '?view=history');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The app stores no data.').waitFor();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByText('Guest list is published').waitFor();
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Published', exact: true });
  await button.waitFor();
  const history = page.getByRole('list', { name: 'Versions, newest first' });
  const marked = history.getByRole('listitem').filter({ hasText: 'Published' });
  expect(await marked.innerText()).toContain('Version 2');

  // Another device goes on; what was published stays marked, and so after a reload.
  await stage.save(draft, { 'app.js': 'let other;\n' });
  await page.getByRole('button', { name: 'Publish changes' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Publish changes' }).waitFor();
  await page.getByRole('checkbox', { name: 'Show every save' }).check();
  await marked.waitFor();
  expect(await marked.innerText()).toContain('Version 2');

  // What that version brought is new as a whole: no word in it is newer than another.
  await marked.getByRole('button', { name: 'What changed' }).click();
  const change = page.getByRole('dialog');
  await change.getByText('About us').waitFor();
  expect(await change.locator('.cm-changedText').count()).toBe(0);
  expect(stage.complaints()).toEqual([]);
});

it('shows what a search found, and where, in the narrow panel', async () => {
  const long = `const words = '${'many words before '.repeat(8)}needle ${'and behind '.repeat(8)}';\n`;
  await stage.enter(await stage.draft({ ...APP, 'app.js': long }), '?view=code&file=app.js');
  await page.getByRole('textbox', { name: 'Text of app.js' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('needle');
  const hit = page.locator('mark', { hasText: 'needle' });
  await hit.waitFor();
  const [mark, line] = await hit.evaluate((element) => {
    const code = element.closest('code') ?? element;
    return [element.getBoundingClientRect(), code.getBoundingClientRect()];
  });
  expect(mark?.right).toBeLessThanOrEqual(line?.right ?? 0);
  expect(mark?.bottom).toBeLessThanOrEqual(line?.bottom ?? 0);
  expect(await hit.locator('xpath=..').innerText()).toMatch(/^….+before needle and/s);
});

it('shows a few messages at most, the newest whole, and none over the message box of a phone', async () => {
  const files = Object.fromEntries([1, 2, 3, 4].map((number) => [`${'long-'.repeat(9)}${number}.txt`, '']));
  await stage.enter(await stage.draft({ ...APP, ...files }), '?view=code&file=app.js');
  for (const path of Object.keys(files)) {
    await page.getByRole('treeitem', { name: path }).focus();
    await page.keyboard.press('Delete');
    await page.getByText(`${path} is deleted.`).waitFor();
  }
  const shown = page.locator('[data-sonner-toast][data-visible="true"]');
  const boxes = (): Promise<readonly (readonly [top: number, bottom: number])[]> =>
    shown.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    );
  const newestFirst = async (): Promise<boolean> => {
    const found = await boxes();
    return (
      found.length === 3 && found.every(([, bottom], at) => at === 0 || bottom <= (found[at - 1]?.[0] ?? 0))
    );
  };
  await expect.poll(newestFirst).toBe(true);
  expect(await shown.first().innerText()).toContain('4.txt is deleted.');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Chat' }).click();
  const box = await page.getByRole('textbox', { name: 'Message to the agent' }).boundingBox();
  await expect.poll(async () => (await boxes()).length).toBe(1);
  await expect.poll(async () => (await boxes())[0]?.[1] ?? 0).toBeLessThan(box?.y ?? 0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('names the part that was pointed at beside it, and Escape ends that', async () => {
  await stage.enter(await stage.draft(APP), '?view=preview');
  const frame = page.frameLocator('iframe[title^="Preview of"]:not([inert])');
  await frame.locator('[data-ready]').waitFor();
  await page.keyboard.press('ControlOrMeta+.');
  await page.getByText('<main>').waitFor();
  await frame.locator('h1').click();
  const card = page.getByRole('region', { name: 'Chosen part' });
  await card.waitFor();
  const [over, under] = [await card.boundingBox(), await frame.locator('h1').boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
});
