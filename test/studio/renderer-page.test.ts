import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';

let host: HostSite;
let product: Product;
let browser: Browser;
const visits: (string | undefined)[] = [];
/** A site of which one address never answers, and all others hold another page. */
const elsewhere = createServer((request, response) => {
  if (request.url === '/never.js') return;
  visits.push(request.url);
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><title>Elsewhere</title><p>This is elsewhere.');
});
const address = (path: string): string =>
  `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  host = await startHostSite(() => product.baseUrl);
  product = await startProduct({ EMBED_ORIGINS: host.origin });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

interface Opened {
  readonly page: Page;
  readonly studio: FrameLocator;
  /** The page that is shown in the Studio. */
  readonly rendered: FrameLocator;
  setRenderer(html: string): Promise<unknown>;
  /** The code of what a screenshot fails with; null when there is a picture. */
  pictureError(): Promise<string | null>;
}

async function open(): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.page({ kinds: ['form'] }));
  await page.waitForFunction('window.studios');
  await page.evaluate('studios[0].ready({ timeout: 60_000 })');
  const studio = page.frameLocator('#s0');
  return {
    page,
    studio,
    rendered: studio.frameLocator('iframe.shown'),
    setRenderer: (html) =>
      page.evaluate(
        (text) => (window as never as { studios: readonly StudioHandle[] }).studios[0]?.setRenderer(text),
        html,
      ),
    pictureError: () => page.evaluate('studios[0].screenshot().then(() => null, ({ code }) => code)'),
  };
}

it(
  'keeps the last good page when the next one does not load, and says so',
  { timeout: 120_000 },
  async () => {
    const { page, studio, rendered, setRenderer, pictureError } = await open();
    await setRenderer('<!doctype html><title>x</title><p>The good page</p>');
    await rendered.getByText('The good page').waitFor();
    await setRenderer(
      `<!doctype html><title>x</title><p>Late</p><script src="${address('/never.js')}"></script>`,
    );
    await studio.getByText('The page did not load within 10 seconds.').waitFor({ timeout: 60_000 });
    expect(await rendered.getByText('The good page').isVisible()).toBe(true);
    expect(await studio.locator('iframe.shown').count()).toBe(1);
    // A picture of the page before would be one of something else.
    expect(await pictureError()).toBe('timeout');
    await setRenderer('<!doctype html><title>x</title><p>The next page</p>');
    await rendered.getByText('The next page').waitFor();
    await expect.poll(() => studio.getByText('did not load').count()).toBe(0);
    expect(await pictureError()).toBe(null);
    await page.close();
  },
);

it.each([
  { where: 'to another page of the publish origin', go: () => `${product.publishOrigin}/nowhere` },
  { where: 'to another site', go: () => address('/visited') },
])(
  'says when the page that is shown went $where, and loads it again',
  { timeout: 120_000 },
  async ({ go }) => {
    const { page, studio, rendered, setRenderer } = await open();
    await setRenderer(`<!doctype html><title>x</title><p><a href="${go()}">Away</a></p>`);
    await rendered.getByRole('link', { name: 'Away' }).click();
    await studio.getByText('The page went to another address.').waitFor({ timeout: 60_000 });
    expect(await rendered.getByRole('link', { name: 'Away' }).count()).toBe(0);
    await studio.getByRole('button', { name: 'Load again' }).click();
    await rendered.getByRole('link', { name: 'Away' }).waitFor();
    await expect.poll(() => studio.getByText('went to another address').count()).toBe(0);
    // The Studio's own policy keeps its frames from other sites.
    expect(visits).toEqual([]);
    await page.close();
  },
);
