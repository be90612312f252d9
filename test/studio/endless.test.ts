import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import { openHost } from './open-host.ts';

// Renderers that never come to their end, or go elsewhere: the page before stays, and the next good one comes.

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>R</title><script id="platform-doc" type="application/json"></script>${body}</html>`;

describe.each([
  { isolation: 'subhost', kinds: ['form', 'form'] },
  // On one host all pages are of one process: another Studio would keep it until it has waited for a page, too.
  { isolation: 'sandbox', kinds: ['form'] },
])('with pages of the isolation $isolation', ({ isolation, kinds }) => {
  let host: HostSite;
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    host = await startHostSite(() => product.baseUrl);
    product = await startProduct({ EMBED_ORIGINS: host.origin, PUBLISH_ISOLATION: isolation });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
    await host.close();
  });

  it(
    'shows the last good page after one that holds up its process, and the mended one',
    { timeout: 180_000 },
    async () => {
      const at = await openHost(browser, host, { kinds }, { viewport: { width: 2000, height: 900 } });
      const set = (html: string, index = 0): Promise<unknown> =>
        at.page.evaluate(`studios[${index}].setRenderer(${JSON.stringify(html)})`);
      const shown = at.studio.frameLocator('iframe.shown');
      await set(page('<p>First</p>'));
      await shown.getByText('First').waitFor();
      await set(page('<p>Endless</p><script>for (;;);</script>'));
      await at.studio.getByText('did not load').first().waitFor();
      await shown.getByText('First').waitFor({ timeout: 40_000 });
      expect(
        await at.drive((studio) => studio.screenshot('document').catch(({ code }) => code as string)),
      ).toBe('timeout');
      await set(page('<p>Mended</p>'));
      await shown.getByText('Mended').waitFor();
      expect(await at.drive((studio) => studio.screenshot('document'))).toMatch(/^data:image\/png/);
      // Each one beside it goes on.
      for (const index of [...kinds.keys()].slice(1)) {
        await set(page('<p>Beside</p>'), index);
        const beside = at.page.frameLocator(`#s${index}`).frameLocator('iframe.shown');
        await beside.getByText('Beside').waitFor({ timeout: 40_000 });
      }
      await at.close();
    },
  );
});
