import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { startInstallation, type Installation } from './support/installation.ts';

const RENDERER = `<!doctype html><title>Own</title><h1></h1><script id="platform-doc" type="application/json"></script>
<script>document.querySelector('h1').textContent = JSON.parse(document.getElementById('platform-doc').textContent).title</script>`;
const PROJECTS = [
  { kind: 'form', document: { title: 'A form of its own', fields: [] } },
  { kind: 'slides', document: { title: 'A deck of its own', slides: [{ layout: 'title' }] } },
] as const;

describe.each(['subhost', 'sandbox'] as const)('a page with a renderer of its own, %s', (isolation) => {
  let at: Installation;
  let browser: Browser;
  beforeAll(async () => {
    at = await startInstallation('PGlite', { env: { PUBLISH_ISOLATION: isolation } });
    const { token } = await at.join();
    for (const { kind, document } of PROJECTS) {
      const body = { kind, document, renderer: RENDERER, published: true };
      const { status } = await at.call({ method: 'PUT', path: `/api/projects/own-${kind}`, body, token });
      expect(status).toBe(201);
    }
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await at.stop();
  });

  it.each(PROJECTS)('may be embedded by any site: $kind', async ({ kind, document }) => {
    const label = `f-own-${kind}.localhost:${at.server.publishPort}`;
    const own = await at.visit({
      path: `/f/own-${kind}`,
      headers: isolation === 'subhost' ? { host: label } : {},
    });
    expect(own.status).toBe(200);
    const policy = own.headers['content-security-policy'];
    if (isolation === 'subhost') expect(policy).toMatch(/frame-ancestors \*(?:;|$)/);
    // A sandboxed page has no origin to protect from clicks, and may be framed by all as it is.
    else expect(policy).toMatch(/^sandbox (?!.*frame-ancestors)/);
    expect(own.headers['x-frame-options']).toBeUndefined();
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Site</title><iframe title="Own" src="${at.publishOrigin}/f/own-${kind}"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.frameLocator('iframe').getByRole('heading', { name: document.title }).waitFor();
    await page.close();
    site.close();
  });
});
