import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, LONG_ANSWER, question, words, wrote } from '../builder-states/messages.ts';
import { openStage, startStages, type Stage } from '../builder-states/stage.ts';
import { APP, MODEL } from '../builder-states/state.ts';
import { axeViolations } from '../support/axe.ts';
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

/** What can be worked with on the page, by name: everything that a pointer could press or type into. */
const CONTROLS = `(() => {
  const kinds = 'a[href], button, input, textarea, select, summary, [role=tab], [role=treeitem], [contenteditable=true], [role=slider], [role=separator]';
  const nameOf = (element) => (element.getAttribute('aria-label') || element.labels?.[0]?.innerText || element.innerText || element.title || element.tagName).trim().split('\\n')[0];
  window.nameOf = nameOf;
  return [...document.querySelectorAll(kinds)].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return false;
    if (element.closest('[inert], [hidden], [data-sonner-toaster]') || element.disabled) return false;
    // One of a list of tabs, lines or radio buttons is in the order of tabs; arrow keys go to the others.
    if (element.matches('[role=tab], [role=treeitem], [role=radio]') && element.tabIndex === -1) return false;
    return element.tabIndex !== -1;
  }).map((element) => (element.dataset.number ??= String(Math.random()).slice(2), [element.dataset.number, nameOf(element)]));
})()`;

/** The element that has the focus: its mark, its name, and what is wrong with how it shows. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return ['', 'body', null];
  if (element.tagName === 'IFRAME') return ['', 'iframe', null];
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(
    Math.max(0, Math.min(innerWidth - 1, box.x + box.width / 2)),
    Math.max(0, Math.min(innerHeight - 1, box.y + Math.min(box.height / 2, 16))),
  );
  const shown = (one) => {
    for (const look of [getComputedStyle(one), getComputedStyle(one, '::after')])
      if (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0) return true;
    return false;
  };
  const marked = [element, element.parentElement, element.closest('form, li, [role=treeitem], .cm-editor')].some((one) => one && shown(one));
  const inEditor = element.closest('.cm-editor') !== null;
  // The words of a button that had the focus before go by themselves.
  const covered = at !== null && at.closest('[data-bits-floating-content-wrapper]') === null && !element.contains(at) && !at.contains(element) && !element.closest('label, h1, li, form')?.contains(at);
  const wrong = !marked && !inEditor ? 'no ring' : box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth ? 'out of sight' : covered ? 'covered by ' + at.outerHTML.slice(0, 80) : null;
  return [element.dataset.number ?? '', window.nameOf(element), wrong];
})()`;

/**
 * Goes through the whole page with Tab, from its beginning to its end.
 * @returns the names in the order they were met, what was not met, and where the focus could not be seen
 */
async function tabThrough(): Promise<{ order: string[]; missed: string[]; unseen: string[] }> {
  const controls = (await page.evaluate(CONTROLS)) as [string, string][];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const met = new Set<string>();
  const [order, unseen]: [string[], string[]] = [[], []];
  for (let presses = 0; presses < controls.length + 40; presses += 1) {
    await page.keyboard.press('Tab');
    const [number, name, wrong] = (await page.evaluate(FOCUSED)) as [string, string, string | null];
    if (name === 'body' || (number !== '' && met.has(number))) break;
    if (number !== '') met.add(number);
    order.push(name);
    if (wrong !== null) unseen.push(`${name}: ${wrong}`);
    // In the editor Tab indents; Escape lets the next one out.
    if (name.startsWith('Text of ')) await page.keyboard.press('Escape');
  }
  const missed = controls.filter(([number]) => !met.has(number)).map(([, name]) => name);
  return { order, missed, unseen };
}

async function fullDraft(): Promise<string> {
  const draft = await stage.draft(APP, 'Guest list');
  await stage.save(draft, {}, MODEL);
  await stage.said(draft, [
    question('Make a guest list'),
    answer([wrote('index.html', APP['index.html']), words(LONG_ANSWER)]),
  ]);
  return draft;
}

const READY: Readonly<Record<string, () => Promise<void>>> = {
  chat: () => page.getByText('Say when you want').first().waitFor(),
  preview: () => page.frameLocator('iframe[title^="Preview of"]:not([inert])').locator('#sign').waitFor(),
  code: () => page.getByText('No problems').waitFor(),
  data: () => page.getByRole('heading', { name: 'Guest', exact: true }).waitFor(),
  history: () => page.getByRole('list', { name: 'Versions, newest first' }).waitFor(),
};

it.each([
  [1440, ['preview', 'code', 'data', 'history']],
  [390, ['chat', 'preview', 'code', 'data', 'history']],
] as const)(
  'reaches everything with Tab at %i px, and the focus is always seen',
  { timeout: 120_000 },
  async (width, views) => {
    await page.setViewportSize({ width, height: 900 });
    const draft = await fullDraft();
    for (const view of views) {
      await stage.enter(draft, `?view=${view}&file=index.html`);
      await READY[view]?.();
      await axeViolations(page);
      const { order, missed, unseen } = await tabThrough();
      expect.soft([width, view, missed, unseen, order.length > 8]).toEqual([width, view, [], [], true]);
    }
  },
);

const focusedName = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one === null || one === document.body
      ? ''
      : (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).trim();
  });

it.each([1440, 390])(
  'gives the focus back where it was, and Escape closes what is on top, at %i px',
  { timeout: 120_000 },
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await stage.enter(await fullDraft(), '?view=preview');
    await READY['preview']?.();
    // The tabs: one stop, arrow keys between them, and the focus stays on them while the panes change.
    await page.getByRole('tab', { name: 'Preview' }).focus();
    for (const name of ['Code', 'Data', 'History']) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await expect.poll(focusedName).toBe(name);
    }
    // A dialog opened by a button, by keys, and one over another.
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Publish this app' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focusedName).toBe('Publish');
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Actions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focusedName).toBe('Publish');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByText('Point at a part of the page to change it').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focusedName).toBe('Publish');
    // A name for a version: to the dialog and back to its button.
    const naming = page.getByRole('button', { name: 'Name', exact: true }).first();
    await naming.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Name version/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focusedName).toBe('Name');
    // Pointing at a part of the page begins and ends by keys.
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByText('<main>').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('<main>').waitFor({ state: 'detached' });
    expect(stage.complaints()).toEqual([]);
  },
);

it(
  'keeps what is open and typed when the window crosses the width of a phone',
  { timeout: 60_000 },
  async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await stage.enter(await fullDraft(), '?view=code&file=app.js');
    const editor = page.getByRole('textbox', { name: 'Text of app.js' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('// one');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Chat' }).waitFor();
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => editor.innerText()).not.toContain('// one');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Another name');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: 'Chat' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe(
      'Another name',
    );
  },
);

const LONG = `${'A very long name of an app '.repeat(7)}end here at 200`;
const ARABIC = `قائمة ${'ضيوف الحفل '.repeat(17)}`.trim();

it('bears long and Arabic names, and twice the size of everything', { timeout: 120_000 }, async () => {
  for (const name of [LONG.slice(0, 200), ARABIC]) {
    const path = `${name.slice(0, 90).trim()}.html`;
    const draft = await stage.draft({ ...APP, [path]: '<p>Hi</p>\n' }, name);
    await stage.said(draft, [
      question(`${name} `.repeat(3)),
      answer([words(name), wrote(path, '<p>Hi</p>')]),
    ]);
    for (const [width, place] of [
      // 200 % of a window of 1280 px is one of 640 for the page.
      [640, '?view=chat'],
      [390, '?view=chat'],
      [390, '?view=code'],
      [1440, '?view=code'],
    ] as const) {
      await page.setViewportSize({ width, height: 450 });
      await stage.enter(draft, place);
      await page.locator('article:visible, [role=tree]:visible').first().waitFor();
      const found = await axeViolations(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect
        .soft([name.slice(0, 12), width, place, found, Math.max(0, wider)])
        .toEqual([name.slice(0, 12), width, place, [], 0]);
      await picture(`name-${name === ARABIC ? 'arabic' : 'long'}-${width}${place.slice(6)}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.baseUrl}/build`);
    await page.getByRole('link', { name }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await picture(`name-${name === ARABIC ? 'arabic' : 'long'}-start`);
  }
});

async function picture(name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
