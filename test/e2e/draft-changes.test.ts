import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import type { Installation, Person } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

/** Pictures to look at, when a folder is named; without one only two of the four looks are checked. */
const PICTURES = process.env['DRAFT_PICTURES'];
const LOOKS = (
  [
    [1440, 'light'],
    [390, 'dark'],
    [1440, 'dark'],
    [390, 'light'],
  ] as const
).slice(0, PICTURES === undefined ? 2 : 4);
const PAGE = '<!doctype html>\n<html lang="en">\n<title>Guests</title>\n<h1>Guests</h1>\n</html>\n';

let site: Installation;
let browser: Browser;
let ada: Person;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite('PGlite'), launchChromium()]);
  ada = await site.join('Ada');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function mutate(field: string, type: string, input: object, select: string) {
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`;
  const { json } = await site.graphql(query, { input }, ada.token);
  expect(json.errors).toBeUndefined();
  return json.data[field];
}
async function begin(name: string): Promise<string> {
  const { draft } = await mutate('createDraft', 'CreateDraftInput', { name }, '{ draft { draftId } }');
  return draft.draftId;
}
const save = (draftId: string, baseRevision: number, files: Readonly<Record<string, string | null>>) => {
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
  return mutate('saveDraft', 'SaveDraftInput', { draftId, baseRevision, changes }, '{ revision { number } }');
};
async function filesOf(draftId: string): Promise<Record<string, string>> {
  const query = 'query ($id: String!) { viewer { draft(id: $id) { latest { files { path content } } } } }';
  const { json } = await site.graphql(query, { id: draftId }, ada.token);
  const files: { path: string; content: string }[] = json.data.viewer.draft.latest.files;
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

/** At both widths and in both themes: nothing for axe to find, nothing wider than the window. */
async function look(page: Page, name: string, open = async (): Promise<void> => {}): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await open();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await tool.run(document);
      return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
    });
    expect.soft([name, width, colorScheme, found]).toEqual([name, width, colorScheme, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (PICTURES === undefined) continue;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('names a version, and shows and takes back what it changed, file by file', async () => {
  const draftId = await begin('Guest list');
  await save(draftId, 1, { 'index.html': PAGE, 'app.js': 'const guests = [];\n', 'old.css': 'h1 {}\n' });
  const publishing = { draftId, revision: 2, name: 'Guest list' };
  await mutate('publishDraft', 'PublishDraftInput', publishing, '{ app { appId } }');
  const after = {
    'index.html': PAGE.replace('<h1>Guests', '<h1>Our guests'),
    'app.js': 'const guests = [];\nconst table = document.querySelector("table");\n',
  };
  await save(draftId, 2, { ...after, 'old.css': null, 'new.css': 'table { width: 100% }\n' });
  const { page, context, complaints } = await visit(browser, site, ada);
  await page.goto(`${site.baseUrl}/build/${draftId}?view=history`);
  const versions = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem');

  const naming = page.getByRole('dialog', { name: 'Name version 3' });
  const openNaming = async (): Promise<void> => {
    await versions.first().getByRole('button', { name: 'Name', exact: true }).click();
    await naming.getByRole('textbox').fill('With a table');
  };
  await look(page, 'name', async () => {
    // Another layout is another pane; what it had open is closed.
    await page.reload();
    await openNaming();
  });
  await page.reload();
  await openNaming();
  await naming.getByRole('button', { name: 'Save name' }).click();
  await naming.waitFor({ state: 'detached' });
  await versions.first().getByText('With a table').waitFor();
  await look(page, 'history');

  // The two saves are one spell of work; what the last one changed is asked of it alone.
  await page.getByRole('checkbox', { name: 'Show every save' }).check();
  await versions.nth(1).getByText('Version 2').waitFor();
  await versions.first().getByRole('button', { name: 'What changed' }).click();
  const changes = page.getByRole('dialog', { name: 'What changed from version 2 to 3' });
  await changes.getByText('const table').first().waitFor();
  await look(page, 'changes');
  await changes.getByRole('button', { name: 'One below the other' }).click();
  await look(page, 'changes-unified');
  await changes.getByRole('button', { name: 'Keep', exact: true }).click();
  await changes.getByRole('button', { name: /index\.html/, pressed: true }).waitFor();
  await changes.getByRole('button', { name: 'Revert this file' }).click();
  await page.getByText('index.html is back as it was before.').waitFor();
  const reverted = { ...after, 'index.html': PAGE, 'new.css': 'table { width: 100% }\n' };
  await expect.poll(() => filesOf(draftId), { timeout: 30_000 }).toEqual(reverted);
  // It is no longer what that version left, so a second time changes nothing.
  await changes.getByRole('button', { name: /index\.html/ }).click();
  await changes.getByRole('button', { name: 'Revert this file' }).click();
  await page.getByText('index.html was changed again since').waitFor();
  await changes.getByRole('button', { name: /old\.css/ }).click();
  await changes.getByRole('button', { name: 'Revert this file' }).click();
  const withOld = { ...reverted, 'old.css': 'h1 {}\n' };
  await expect.poll(() => filesOf(draftId), { timeout: 30_000 }).toEqual(withOld);
  await page.keyboard.press('Escape');
  await changes.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Publish changes' }).click();
  const publish = page.getByRole('dialog').filter({ has: page.getByText('What changes in the files') });
  await publish.getByText('new.css').waitFor();
  await look(page, 'publish');
  await publish.getByRole('button', { name: 'Look at the differences' }).click();
  const different = page.getByRole('dialog', { name: 'What differs from what is published' });
  await different.getByText('const table').first().waitFor();
  expect(await different.getByRole('button', { name: 'Revert this file' }).count()).toBe(0);
  await look(page, 'published');
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

it('brings a deleted draft back, from the notice and from the list', async () => {
  const draftId = await begin('Short-lived');
  await save(draftId, 1, { 'a.txt': 'kept' });
  const { page, context, complaints } = await visit(browser, site, ada);
  await page.goto(`${site.baseUrl}/build`);
  const link = page.getByRole('link', { name: 'Short-lived' });
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: /Short-lived/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await link.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await link.waitFor();
  await remove();
  await page.reload();
  await page.getByText('Recently deleted').click();
  const deleted = page.locator('details').getByRole('listitem').filter({ hasText: 'Short-lived' });
  await deleted.waitFor();
  expect(await link.count()).toBe(0);
  await deleted.scrollIntoViewIfNeeded();
  await look(page, 'deleted');
  await deleted.getByRole('button', { name: 'Restore' }).click();
  await link.waitFor();
  await page.getByText('Nothing was deleted lately.').waitFor();
  expect(await filesOf(draftId)).toEqual({ 'a.txt': 'kept' });
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
