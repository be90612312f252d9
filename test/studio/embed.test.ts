import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { axeViolations } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost, type HostPage } from './open-host.ts';

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

const open = (wanted: Parameters<HostSite['page']>[0]): Promise<HostPage> => openHost(browser, host, wanted);

/** The page as it is rendered within a Studio. */
const rendered = (studio: FrameLocator): FrameLocator => studio.frameLocator('iframe.shown');

describe.each([
  { name: 'in a page of another site', wanted: {} },
  { name: 'in a sandbox without an origin', wanted: { sandbox: 'allow-scripts' } },
])('a Studio $name', ({ wanted }) => {
  it('is driven, renders what it holds, and gives pictures of it', async () => {
    const at = await open({ kinds: ['form'], ...wanted });
    const added = await at.drive((studio) =>
      studio.invoke('addField', {
        field: { type: 'choice', key: 'size', label: 'Which size?', options: ['S', 'L'] },
      }),
    );
    expect(added).toMatchObject({ ok: true, version: 1, index: 1 });
    await rendered(at.studio).getByRole('group', { name: 'Which size?' }).waitFor();
    const sizes = await at.page.evaluate(`Promise.all(
      ['document', 'field:size'].map(async (target) => {
        const image = new Image();
        image.src = await studios[0].screenshot(target);
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }))`);
    const [[wide, high], [fieldWide, fieldHigh]] = sizes as [[number, number], [number, number]];
    expect(wide).toBeGreaterThan(600);
    expect(high).toBeGreaterThan(600);
    expect(fieldWide).toBeLessThan(wide);
    expect(fieldHigh).toBeLessThan(high / 2);
    const missing = await at.drive((studio) =>
      studio.screenshot('field:none').catch((error: { code: string }) => error.code),
    );
    expect(missing).toBe('invalid_params');
    expect(await at.events('change')).toMatchObject([
      { version: 1, payload: { version: 1, by: 'host', valid: true } },
    ]);
    await at.close();
  });

  it('tells the host what a person does in it', async () => {
    const at = await open({ kinds: ['form'], ...wanted });
    await at.studio.getByLabel('Title').fill('Lunch');
    await rendered(at.studio).getByRole('heading', { name: 'Lunch' }).waitFor();
    await at.studio.getByRole('button', { name: 'Add a field' }).click();
    await at.studio.getByLabel('Label').fill('How many?');
    await at.studio.getByLabel('Type').selectOption('number');
    await expect
      .poll(() => at.drive(async (studio) => JSON.parse(await studio.getDocument()) as object))
      .toEqual({
        title: 'Lunch',
        fields: [
          { type: 'text', key: 'name', label: 'Your name' },
          { type: 'number', key: 'question_2', label: 'How many?' },
        ],
      });
    const changes = await at.events('change');
    expect(changes.every(({ payload }) => payload['by'] === 'user')).toBe(true);
    expect(changes.map(({ version }) => version)).toEqual(changes.map((_, index) => index + 1));
    // A picture is of the document as it is now: when it is there, so is the page.
    await at.drive((studio) => studio.screenshot('document'));
    const page = rendered(at.studio);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('How many?').fill('2');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect
      .poll(() => at.events('submit'))
      .toMatchObject([{ payload: { ok: true, diagnostics: [], values: { name: 'Ada', question_2: 2 } } }]);
    await at.close();
  });
});

it('keeps the last good page while the document has mistakes, and says them', async () => {
  const at = await open({ kinds: ['form'] });
  await rendered(at.studio).getByLabel('Your name').waitFor();
  const result = await at.drive((studio) => studio.applyEdit('"text"', '"texts"'));
  expect(result).toMatchObject({ ok: false, version: 1, diagnostics: [{ path: '/fields/0/type' }] });
  await at.studio.getByText('The page is as it was before the document had mistakes.').waitFor();
  expect(await rendered(at.studio).getByLabel('Your name').count()).toBe(1);
  await at.studio.getByRole('button', { name: '1 mistake', exact: true }).click();
  await at.studio.getByRole('textbox', { name: 'The document as JSON' }).waitFor();
  await at.studio.getByRole('region', { name: 'Mistakes' }).getByRole('button').click();
  await at.page.keyboard.press('Control+z');
  await at.drive((studio) => studio.applyEdit('"texts"', '"long"'));
  await at.studio.getByText('Valid', { exact: true }).waitFor();
  await rendered(at.studio).locator('textarea').waitFor();
  await at.close();
});

it('renders by the renderer that it is given: the document in its place, blank without one', async () => {
  const at = await open({ kinds: ['slides'] });
  await at.drive((studio) =>
    studio.setRenderer(
      '<!doctype html><title>x</title><p></p><script id="platform-doc" type="application/json"></script><script>document.querySelector("p").textContent = document.getElementById("platform-doc").textContent</script>',
    ),
  );
  const title = 'A </script> & <!-- B';
  await at.page.evaluate(
    (text) =>
      (window as never as { studios: StudioHandle[] }).studios[0]?.setDocument(
        JSON.stringify({ title: text, slides: [{ layout: 'text', body: 'x' }] }),
      ),
    title,
  );
  await expect
    .poll(async () => {
      const text = (await rendered(at.studio).locator('p').textContent()) ?? '';
      return text === '' ? null : (JSON.parse(text) as { title: string }).title;
    })
    .toBe(title);
  await at.drive((studio) => studio.setRenderer('<script>nothing.there()</script>'));
  await at.studio.getByText('nothing is not defined').waitFor();
  await at.drive((studio) => studio.setRenderer(null));
  await at.studio.getByText('There is no renderer, so the page is blank.').waitFor();
  expect(await at.drive((studio) => studio.getRenderer())).toBe(null);
  // The renderer that is broken on purpose.
  expect(at.complaints().filter((text) => !/nothing is not defined/.test(text))).toEqual([]);
  await at.close();
});

it('stands three times in one page, each with its own document', async () => {
  const at = await open({ kinds: ['form', 'slides', 'form'] });
  for (const index of [0, 1, 2]) {
    await at.page.evaluate(
      (n) =>
        (window as never as { studios: StudioHandle[] }).studios[n]?.applyEdit('Untitled', `Number ${n},`),
      index,
    );
  }
  const texts = await Promise.all([0, 1, 2].map((n) => at.drive((studio) => studio.getDocument(), n)));
  expect(texts.map((text) => /Number \d/.exec(text)?.[0])).toEqual(['Number 0', 'Number 1', 'Number 2']);
  await at.close();
});

it.each(['light', 'dark'] as const)(
  'has no flaw that axe finds, and leaves the focus alone, %s',
  async (theme) => {
    for (const [kind, add] of [
      ['form', 'Add a field'],
      ['slides', 'Add a slide'],
    ] as const) {
      for (const width of [1440, 390]) {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(`${product.baseUrl}/embed/${kind}?theme=${theme}`);
        await page.getByText('Valid', { exact: true }).waitFor();
        expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
        await page.getByRole('button', { name: add }).click();
        // Decks put the focus on the slide that is shown; a person who clicked here is to stay here.
        const slide = page.frameLocator('iframe.shown').locator('[id="2"]:not([hidden])');
        if (kind === 'slides') await slide.waitFor({ state: 'attached' });
        expect(await page.evaluate('document.activeElement.tagName'), `${kind} ${width}`).toBe('BUTTON');
        expect(await axeViolations(page)).toEqual([]);
        if (process.env['PICTURES'])
          await page.screenshot({ path: `${process.env['PICTURES']}/studio-${kind}-${theme}-${width}.png` });
        await page.getByRole('button', { name: 'JSON', exact: true }).click();
        await page.getByRole('textbox', { name: 'The document as JSON' }).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type(',');
        await page.getByRole('region', { name: 'Mistakes' }).waitFor();
        expect(await axeViolations(page)).toEqual([]);
        if (process.env['PICTURES'])
          await page.screenshot({
            path: `${process.env['PICTURES']}/studio-json-${kind}-${theme}-${width}.png`,
          });
        await context.close();
      }
    }
  },
);

it('may be embedded by those who are named, and by nobody else', async () => {
  const headers = (path: string) => fetch(`${product.baseUrl}${path}`);
  const studio = await headers('/embed/form');
  expect(studio.status).toBe(200);
  expect(studio.headers.get('content-security-policy')).toContain(
    `frame-ancestors 'self' ${product.baseUrl} ${host.origin}`,
  );
  expect(studio.headers.get('x-frame-options')).toBe(null);
  expect(studio.headers.get('cross-origin-opener-policy')).toBe(null);
  const other = await headers('/');
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(other.headers.get('x-frame-options')).toBe('DENY');
  expect((await headers('/embed/none')).status).toBe(404);
  const sdk = await headers('/studio-sdk.js');
  expect(sdk.headers.get('access-control-allow-origin')).toBe('*');
  expect(sdk.headers.get('content-type')).toContain('javascript');
});
