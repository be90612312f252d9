import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost, type HostPage } from './open-host.ts';

// A host, or an agent through it, changes the document while somebody works in the Studio.

let host: HostSite;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  host = await startHostSite(() => product.baseUrl);
  product = await startProduct({ EMBED_ORIGINS: host.origin });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

const KINDS = [
  {
    kind: 'form',
    label: 'Label',
    list: 'fields',
    name: 'label',
    document: {
      title: 'T',
      fields: ['a', 'b', 'c'].map((key) => ({ type: 'text', key, label: key.toUpperCase() })),
    },
    move: (studio: StudioHandle) => studio.invoke('moveField', { key: 'c', to: 0 }),
    add: (studio: StudioHandle) =>
      studio.invoke('addField', { index: 0, field: { type: 'text', key: 'n', label: 'New' } }),
    remove: (studio: StudioHandle) => studio.invoke('removeField', { key: 'b' }),
  },
  {
    kind: 'slides',
    label: 'Heading',
    list: 'slides',
    name: 'heading',
    document: {
      title: 'T',
      slides: ['A', 'B', 'C'].map((heading) => ({ layout: 'text', heading, body: 'x' })),
    },
    move: (studio: StudioHandle) => studio.invoke('move', { from: 2, to: 0 }),
    add: (studio: StudioHandle) =>
      studio.invoke('add', { index: 0, slide: { layout: 'text', heading: 'New', body: 'x' } }),
    remove: (studio: StudioHandle) => studio.invoke('remove', { index: 3 }),
  },
] as const;

describe.each(KINDS)('in the Studio of $kind', ({ kind, label, list, name, document, move, add, remove }) => {
  async function open(): Promise<{ at: HostPage; names: () => Promise<readonly unknown[]> }> {
    const at = await openHost(browser, host, { kinds: [kind] });
    await at.page.evaluate(`studios[0].setDocument(${JSON.stringify(JSON.stringify(document, null, 2))})`);
    await at.studio.locator('[data-row]').nth(2).waitFor();
    const names = async (): Promise<readonly unknown[]> => {
      const now = JSON.parse(await at.drive((studio) => studio.getDocument())) as Record<
        string,
        Record<string, unknown>[]
      >;
      return now[list]?.map((entry) => entry[name]) ?? [];
    };
    return { at, names };
  }

  it('letters go to the entry in which they are typed, wherever it stands', async () => {
    const { at, names } = await open();
    const { keyboard } = at.page;
    await at.studio.locator('[data-row]').nth(1).click();
    const input = at.studio.getByLabel(label, { exact: false }).first();
    await input.click();
    await keyboard.press('End');
    await keyboard.type('1');
    await expect.poll(names).toEqual(['A', 'B1', 'C']);
    expect(await at.drive(move)).toMatchObject({ ok: true });
    await keyboard.type('2');
    await expect.poll(names).toEqual(['C', 'A', 'B12']);
    expect(await at.drive(add)).toMatchObject({ ok: true });
    await keyboard.type('3');
    await expect.poll(names).toEqual(['New', 'C', 'A', 'B123']);
    // With its entry gone there is nothing to type in.
    expect(await at.drive(remove)).toMatchObject({ ok: true });
    await expect.poll(() => at.studio.locator('[data-row][aria-expanded="true"]').count()).toBe(0);
    await keyboard.type('4');
    expect(await names()).toEqual(['New', 'C', 'A']);
    await at.close();
  });

  it('what is open stays open when another is moved past it, and when that is taken back', async () => {
    const { at, names } = await open();
    const rows = at.studio.locator('[data-row]');
    const opened = (): Promise<string> =>
      at.studio.locator('[data-row][aria-expanded="true"] bdi').innerText();
    await rows.nth(0).click();
    await rows.nth(1).focus();
    await at.page.keyboard.press('Alt+ArrowUp');
    await expect.poll(names).toEqual(['B', 'A', 'C']);
    expect(await opened()).toBe('A');
    expect(await at.studio.locator('[data-row]:focus bdi').innerText()).toBe('B');
    await at.page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(['A', 'B', 'C']);
    expect(await opened()).toBe('A');
    await at.close();
  });

  it('the undo of the JSON takes back what was typed there, and nothing of the host', async () => {
    const { at, names } = await open();
    await at.studio.getByRole('button', { name: 'JSON' }).click();
    const json = at.studio.getByLabel('The document as JSON');
    await json.click();
    await expect.poll(() => json.innerText()).toContain('"title": "T"');
    await at.drive((studio) => studio.applyEdit('"T"', '"Of the host"'));
    await at.page.keyboard.press('Control+z');
    await expect.poll(() => json.innerText()).toContain('Of the host');
    await at.page.keyboard.press('Control+End');
    await at.page.keyboard.type(' ');
    await at.drive((studio) => studio.applyEdit('"A"', '"Aa"'));
    await at.page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(['Aa', 'B', 'C']);
    const text = await at.drive((studio) => studio.getDocument());
    expect(text).toContain('Of the host');
    expect(text.endsWith(' ')).toBe(false);
    await at.close();
  });
});
