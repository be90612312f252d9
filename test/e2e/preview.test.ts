import axe from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startPreviewRooms, type PreviewRooms } from '../support/preview-rooms.ts';

const HEAD =
  '<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:,"></head><body>';
const FILES = {
  'index.html': `${HEAD}
<main>
  <h1>Hello</h1>
  <a href="about.html">About</a>
  <label>Name <input id="name"></label>
  <button id="sign" class="big">Sign</button>
  <ul id="list"></ul>
</main>
<div style="height:3000px"></div>
<script src="app.js"></script>
</body></html>`,
  'about.html': `${HEAD}<h1>About us</h1><a href="./">Home</a></body></html>`,
  'app.js': `const item = document.createElement('li');
item.className = 'made';
item.textContent = 'By script';
document.querySelector('#list').append(item);
for (let i = 0; i < 3; i += 1) console.log('again', { deep: { list: [1, 2n] } });
console.warn('careful');
platform.query({ entity: 'Nothing' }).catch(() => {});
`,
};

const rooms = new Map<string, PreviewRooms>();
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  for (const mode of ['subhost', 'sandbox'] as const) rooms.set(mode, await startPreviewRooms(mode));
});
afterAll(async () => {
  await browser.close();
  for (const one of rooms.values()) await one.close();
});

/** Waits for a value: loading a revision and showing it takes as long as the machine needs. */
const eventually = <Value>(read: () => Value | Promise<Value>): ReturnType<typeof expect.poll> =>
  expect.poll(read, { timeout: 20_000 });

function inMode(mode: string): PreviewRooms {
  const found = rooms.get(mode);
  if (found === undefined) throw new Error(`There is no product in ${mode} mode.`);
  return found;
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await tool.run(document, { iframes: false });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });
}

/** Writes a file in the editor, as a person does, and goes back to the preview. */
async function rewrite(page: Page, file: string, text: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.getByRole('tab', { name: 'Code' }).click();
  expect(new URL(page.url()).pathname).toBe(pathname);
  await page
    .getByRole('treeitem', { name: file })
    .or(page.getByRole('button', { name: file, exact: true }))
    .first()
    .click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  await page.getByRole('tab', { name: 'Preview' }).click();
}

const unsent = (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'Message to the agent' }).inputValue();

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};

describe.each(['subhost', 'sandbox'] as const)('the preview in %s mode', { timeout: 90_000 }, (mode) => {
  it('goes from page to page, keeps the page over a reload, and what was typed and scrolled', async () => {
    const room = await inMode(mode).open(browser, await inMode(mode).draftOf(FILES));
    const { page } = room;
    const address = page.getByRole('textbox', { name: 'Page of the app' });
    let frame = await room.frame('h1');
    await frame.click('a');
    await eventually(() => address.inputValue()).toBe('/about.html');
    await (await room.frame('a[href="./"]')).evaluate('window.old = true');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await eventually(async () =>
      (await room.frame('h1')).evaluate('document.title + (window.old ?? 0)'),
    ).toBe('App0');
    expect(await address.inputValue()).toBe('/about.html');
    await page.getByRole('button', { name: 'Back in the app' }).click();
    await eventually(() => address.inputValue()).toBe('/');
    await page.getByRole('button', { name: 'Forward in the app' }).click();
    await eventually(() => address.inputValue()).toBe('/about.html');
    await room.frame('a[href="./"]');
    await address.fill('../../elsewhere');
    await address.press('Enter');
    await page.getByText('That leads out of the app').waitFor();
    await address.fill('/index.html?x#y');
    await address.press('Enter');
    // Behind the script: what it adds above would move the place.
    frame = await room.frame('.made');
    await frame.fill('#name', 'Ada');
    await frame.evaluate('scrollTo(0, 700); window.old = true');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    const fresh = async (): Promise<unknown> =>
      (await room.frame('#name')).evaluate(
        '[window.old ?? false, Math.round(scrollY), document.querySelector("#name").value]',
      );
    await eventually(fresh).toEqual([false, 700, 'Ada']);
    expect(room.complaints).toEqual([]);
    await room.close();
  });

  it('finds what is pointed at in the files, by pointer and by keys', async () => {
    const room = await inMode(mode).open(browser, await inMode(mode).draftOf(FILES));
    const { page } = room;
    const frame = await room.frame('.made');
    await page.getByRole('button', { name: /^Change this/ }).click();
    await page.getByText('<main>').waitFor();
    await frame.click('#sign');
    await eventually(() => unsent(page)).toMatch(
      /^Change this: the <button> “Sign” \(index\.html:6, #sign\): $/,
    );
    await page.getByText('Version 2, edited by you').waitFor();
    await picture(page, `picked-${mode}`);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByText('<main>').waitFor();
    await frame.press('body', 'ArrowDown');
    await page.getByText('<h1> Hello').waitFor();
    await frame.press('body', 'Enter');
    await eventually(() => unsent(page)).toMatch(
      /\nChange this: the <h1> “Hello” \(index\.html:3, .*h1\): $/,
    );
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByText('<main>').waitFor();
    await frame.click('.made');
    const card = page.getByRole('region', { name: 'Chosen part' });
    await card.getByText('made by a script').waitFor();
    await card.getByRole('button', { name: 'Open app.js:2 in the editor' }).waitFor();
    await card.getByRole('button', { name: 'Open index.html:7 in the editor' }).waitFor();
    // Nothing of the outline stays in the page, and what it was told never reached the page.
    expect(await frame.evaluate('document.documentElement.lastElementChild.localName')).toBe('body');
    expect(room.complaints).toEqual([]);
    await room.close();
  });

  it('stays alive beside a page that never ends, and stops it', async () => {
    const room = await inMode(mode).open(browser, await inMode(mode).draftOf(FILES));
    const { page } = room;
    const frame = await room.frame('h1');
    await frame.evaluate('setTimeout(() => { while (true); }, 50); 0');
    await page.getByText('The page does not answer').waitFor();
    await page.getByRole('button', { name: 'Stop the page' }).click();
    await page.getByText('The page was stopped').waitFor();
    await picture(page, `stopped-${mode}`);
    await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
    await room.frame('h1');
    await room.close();
  });
});

describe('the preview', { timeout: 90_000 }, () => {
  it('keeps the last version that started in view, and says what is wrong with the newest', async () => {
    const site = inMode('subhost');
    const room = await site.open(browser, await site.draftOf(FILES));
    const { page } = room;
    await room.frame('h1');
    await rewrite(page, 'app.js', 'const list = document.querySelector("#list");\nnoSuchThing();\n');
    await page.getByText(/^Version \d+ does not start$/).waitFor();
    await page.getByText('ReferenceError: noSuchThing is not defined').waitFor();
    await page.getByRole('button', { name: 'Open app.js:2 in the editor' }).waitFor();
    await page.getByText(/You still see version 2/).waitFor();
    expect(await (await room.frame('.made')).textContent('.made')).toBe('By script');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `broken-${colorScheme}`);
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Show it anyway' }).click();
    const shown = await room.frame('h1');
    expect(await shown.locator('.made').count()).toBe(0);
    await rewrite(page, 'app.js', FILES['app.js']);
    await room.frame('.made');
    await eventually(() => page.getByText(/does not start|reports/).count()).toBe(0);
    await room.close();
  });

  it('shows messages with counts and places, and requests with their bodies', async () => {
    const site = inMode('subhost');
    const room = await site.open(browser, await site.draftOf(FILES));
    const { page } = room;
    await room.frame('.made');
    await page
      .getByRole('button', { name: /^Console/ })
      .first()
      .click();
    const list = page.getByRole('list', { name: 'Messages of the page' });
    await list.getByText('again {deep: {list: [1, 2n]}}').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2);
    await list.getByLabel('3 times').waitFor();
    await page.getByRole('button', { name: /^Warnings/ }).click();
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('careful')]);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('nothing like it');
    await page.getByText('No message matches.').waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('');
    await picture(page, 'console');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Console' }).press('ArrowRight');
    await page.getByRole('button', { name: '_data/query' }).click();
    await page.getByText('"entity": "Nothing"').waitFor();
    await page.getByText('"ok": false').waitFor();
    await picture(page, 'network');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Network/ }).press('ArrowLeft');
    await page.getByRole('button', { name: 'Open app.js:6 in the editor' }).click();
    await eventually(() => page.url()).toMatch(/view=code&file=app\.js/);
    expect(room.complaints).toEqual([]);
    await room.close();
  });

  it('draws the frame at the real width of a device, and turns it', async () => {
    const site = inMode('subhost');
    const room = await site.open(browser, await site.draftOf(FILES));
    const { page } = room;
    const frame = await room.frame('h1');
    const width = (): Promise<unknown> => frame.evaluate('innerWidth');
    await page.getByRole('radio', { name: /^Full width/ }).press('ArrowLeft');
    await eventually(width).toBe(390);
    await page.getByRole('button', { name: 'Turn the device' }).click();
    await eventually(width).toBe(844);
    await page.getByRole('radio', { name: /^Tablet/ }).click();
    await eventually(width).toBe(1024);
    await picture(page, 'tablet');
    await room.close();
  });

  it('says why a page shows nothing, and leaves an empty one alone', async () => {
    const site = inMode('subhost');
    const empty = await site.open(browser, await site.draftOf({ 'index.html': `${HEAD}</body></html>` }));
    await empty.page.getByText('This page is empty').waitFor();
    const frame: Frame = await empty.frame('body');
    await frame.evaluate('window.stays = true');
    const hidden = await site.open(
      browser,
      await site.draftOf({ 'index.html': `${HEAD}<p style="display:none">Secret</p></body></html>` }),
    );
    await hidden.page.getByText('The page shows nothing').waitFor();
    await hidden.page.getByText('There is content, but a style hides all of it.').waitFor();
    await picture(hidden.page, 'hidden');
    expect(await violations(hidden.page)).toEqual([]);
    await hidden.close();
    // By now the empty page would have been judged, and loaded anew if that helped.
    expect(await (await empty.frame('body')).evaluate('window.stays')).toBe(true);
    await picture(empty.page, 'empty');
    await empty.close();
  });

  it('fits a phone', async () => {
    const site = inMode('subhost');
    const viewport = { width: 390, height: 844 };
    const room = await site.open(browser, await site.draftOf(FILES), {
      viewport,
      hasTouch: true,
      colorScheme: 'dark',
    });
    const { page } = room;
    await page.getByRole('tab', { name: 'Preview' }).click();
    await room.frame('h1');
    await page
      .getByRole('button', { name: /^Console/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Messages of the page' }).waitFor();
    await picture(page, 'phone');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await room.close();
  });
});
