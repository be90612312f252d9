import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import type { Installation } from '../support/installation.ts';
import { startSite } from '../support/site.ts';

// Limits are read when the server's code is loaded.
vi.hoisted(() => {
  process.env['LIMIT_SESSION_IDLE_MS'] = '16000';
});

let site: Installation;
let browser: Browser;
beforeAll(async () => {
  site = await startSite('PGlite');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it('keeps who is at work signed in, and renews once for all tabs', { timeout: 90_000 }, async () => {
  const { token, id } = await site.join('Ada');
  const context = await browser.newContext();
  const renewals: string[] = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('RefreshSession'))
      renewals.push(request.headers()['authorization'] ?? '');
  });
  const first = await context.newPage();
  await first.goto(`${site.baseUrl}/forgot`);
  await first.evaluate((value) => localStorage.setItem('platform.session', value), token);
  await first.goto(`${site.baseUrl}/account/settings`);
  const second = await context.newPage();
  await second.goto(`${site.baseUrl}/account/settings`);
  const name = second.getByLabel('Name', { exact: true });
  await name.fill('Half a na');
  const kept = () => first.evaluate(() => localStorage.getItem('platform.session'));
  await expect.poll(kept, { timeout: 30_000 }).not.toBe(token);
  // Past the end of the token that they began with.
  await new Promise((resolve) => setTimeout(resolve, 16_000));
  expect((await site.call({ path: '/api/auth/me', token })).status).toBe(401);
  expect((await site.call({ path: '/api/auth/me', token: (await kept()) ?? '' })).json.user.id).toBe(id);
  for (const page of [first, second]) expect(page.url()).toBe(`${site.baseUrl}/account/settings`);
  // Nothing was built anew under the hand that types.
  expect(await name.inputValue()).toBe('Half a na');
  // No token was renewed twice.
  expect(renewals.length).toBe(new Set(renewals).size);
  await context.close();
});
