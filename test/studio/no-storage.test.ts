import type { Browser, BrowserContext, Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, launchWithPreferences } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startHostSite, type HostSite } from './host-site.ts';
import type { StudioHandle } from '../../web/src/lib/studio/sdk.ts';
import { hostPage } from './open-host.ts';

/** A Studio within another site, in browsers that give such frames no storage (spec 4.8: the host keeps what there is). */
let host: HostSite;
let product: Product;
let browser: Browser;

beforeAll(async () => {
  host = await startHostSite(() => product.baseUrl, '127.0.0.1');
  product = await startProduct({ EMBED_ORIGINS: host.origin });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await host.close();
});

/** Chromium's setting "block third-party cookies", and the one that blocks what sites store. */
const BLOCKED = {
  profile: {
    block_third_party_cookies: true,
    cookie_controls_mode: 1,
    default_content_setting_values: { cookies: 2 },
  },
};

/** As browsers do that know no exception: whoever so much as looks at a storage fails. */
function throwInFrames(): void {
  if (window === top) return;
  const get = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get, configurable: true });
  Object.defineProperty(document, 'cookie', { get, set: get, configurable: true });
}

const reading = (frame: Frame, expression: string): Promise<string> =>
  frame.evaluate(`(() => { try { return String(${expression}); } catch (error) { return error.name; } })()`);

it.each<{ name: string; context: () => Promise<BrowserContext> }>([
  { name: 'by a setting of the browser', context: () => launchWithPreferences(BLOCKED) },
  {
    name: 'so that every access throws',
    async context() {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      await context.addInitScript(throwInFrames);
      return context;
    },
  },
])('a Studio works with its storage blocked $name', async ({ context }) => {
  for (const [kind, member, seen] of [
    ['form', 'fields', '"title": "Untitled form"'],
    ['slides', 'slides', '"heading": "Untitled deck"'],
  ] as const) {
    const at = await hostPage(await (await context()).newPage(), host, { kinds: [kind] });
    const [frame] = at.page.frames().filter((one) => one.url().startsWith(`${product.baseUrl}/embed/`));
    if (frame === undefined) throw new Error('There is no Studio.');
    expect(await reading(frame, 'localStorage')).toBe('SecurityError');
    expect(await reading(frame, 'sessionStorage')).toBe('SecurityError');
    const text = await at.drive((studio) => studio.getDocument());
    expect(JSON.parse(text)).toHaveProperty(member);
    expect(text).toContain(seen);
    const edited = await at.page.evaluate(
      (find) =>
        (window as unknown as { studios: [StudioHandle] }).studios[0].applyEdit(
          find,
          find.replace(/Untitled \w+/, 'Lunch'),
        ),
      seen,
    );
    expect(edited).toMatchObject({ ok: true, version: 1 });
    const page = at.studio.frameLocator('iframe.shown');
    await page.getByText('Lunch').first().waitFor({ state: 'attached' });
    const picture = await at.drive((studio) => studio.screenshot());
    expect(picture).toMatch(/^data:image\/png;base64,.{1000}/);
    await at.close();
  }
});
