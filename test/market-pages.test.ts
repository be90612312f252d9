import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import type { Installation, Person } from './support/installation.ts';
import { startSite, visit } from './support/site.ts';

let site: Installation;
let browser: Browser;
let ada: Person;
let bob: Person;
let boss: Person;

beforeAll(async () => {
  site = await startSite('PGlite', { env: { ADMIN_EMAILS: 'boss@example.org' } });
  browser = await launchChromium();
  ada = await site.join('Ada');
  bob = await site.join('Bob');
  boss = await site.join('Boss', 'boss@example.org');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const html = (title: string): string =>
  `<!doctype html>\n<title>${title}</title>\n<link rel="icon" href="data:,">\n<h1>${title}</h1>\n<script>const answer = 42;</script>\n`;

async function publish(person: Person, body: Record<string, unknown>) {
  const files = { 'index.html': html(String(body['name'])) };
  const given = { method: 'POST', path: '/api/market', token: person.token, body: { files, ...body } };
  return (await site.call(given)).json.app as { id: string; version: number };
}

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    // What is inside the app's frame is the app's own.
    const results = await tool.run(document, { iframes: false });
    return results.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
  });
  expect([page.url(), found]).toEqual([page.url(), []]);
}

it('shows everything without a script, with what search engines and messengers read', async () => {
  const app = await publish(ada, {
    name: 'Plain & "simple"',
    description: 'For   reading\nanywhere',
    tags: ['plain'],
    preview:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  });
  const { context, page } = await visit(browser, site, null, { javaScriptEnabled: false });
  await page.goto(`${site.baseUrl}/`);
  await page.getByRole('link', { name: 'Plain & "simple"' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plain & "simple"' }).waitFor();
  const meta = async (name: string): Promise<string | null> =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  expect(await page.title()).toBe('Plain & "simple" · Atelier');
  expect([await meta('description'), await meta('og:description'), await meta('og:url')]).toEqual([
    'For reading anywhere',
    'For reading anywhere',
    `${site.baseUrl}/apps/${app.id}`,
  ]);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${site.baseUrl}/apps/${app.id}`,
  );
  const picture = (await meta('og:image')) ?? '';
  expect(picture).toContain(`${site.baseUrl}/api/market/${app.id}/preview`);
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
  expect(await meta('twitter:card')).toBe('summary_large_image');
  await page.getByRole('link', { name: 'Source', exact: true }).click();
  await page.getByText('const answer = 42').waitFor();
  expect(await meta('robots')).toBe('noindex');
  await page.getByRole('link', { name: 'Ada' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
  await page.getByRole('link', { name: 'Plain & "simple"' }).waitFor();
  await page.goto(`${site.baseUrl}/?sort=forks`);
  await page.getByRole('link', { name: /^plain/ }).click();
  await page.getByRole('heading', { name: 'Apps tagged “plain”' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tag=plain&sort=forks');
  await context.close();

  const robots = await site.call({ path: '/robots.txt' });
  expect([robots.headers['content-type'], robots.text]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringContaining(`Sitemap: ${site.baseUrl}/sitemap.xml`),
  ]);
  expect((await site.call({ path: '/sitemap.xml' })).text).toContain(`<loc>${site.baseUrl}/sitemaps/1</loc>`);
  expect((await site.call({ path: '/sitemaps/1' })).text).toContain(
    `<loc>${site.baseUrl}/apps/${app.id}</loc>`,
  );
  expect((await site.call({ path: '/apps/nothing' })).status).toBe(404);
  expect((await site.call({ path: '/authors/nobody' })).status).toBe(404);
});

it(
  'narrows as one types, follows a fork back to its source, and publishes an old version again',
  { timeout: 90_000 },
  async () => {
    const source = await publish(ada, { name: 'Quilt', tags: ['cloth'] });
    const fork = (
      await site.call({ method: 'POST', path: `/api/market/${source.id}/fork`, token: bob.token })
    ).json.app;
    await publish(bob, {
      id: fork.id,
      name: 'Quilt in red',
      files: { 'index.html': html('Red'), 'more.js': 'let a;\n' },
    });
    const { context, page, complaints } = await visit(browser, site, bob);
    await page.goto(`${site.baseUrl}/`);
    await page.getByRole('searchbox').first().fill('quilt in');
    await page.getByRole('heading', { name: 'Apps with “quilt in”' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Quilt in red' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Red' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Source', exact: true }).click();
    await page.locator('.tok-keyword', { hasText: 'const' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('Compared with version 1').waitFor();
    await page.getByText('lines added').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Versions (2)' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish again Version 1' }).click();
    await page.getByText('Version 1 is published again, as version 3.').waitFor();
    await page.getByText('Version 3').first().waitFor();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('Nothing differs').waitFor();
    await page.getByRole('link', { name: 'Quilt', exact: true }).click();
    await page.getByRole('link', { name: '1 fork' }).click();
    await page.getByRole('link', { name: 'Quilt in red' }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByText('Nothing differs').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it(
  'leads a report to an administrator, whose take-down its owner understands',
  { timeout: 90_000 },
  async () => {
    const app = await publish(ada, { name: 'Bank of trust' });
    // Who is not signed in comes back to the report after that.
    const stranger = await visit(browser, site, null);
    await stranger.page.goto(`${site.baseUrl}/apps/${app.id}`);
    await stranger.page.getByRole('link', { name: 'Sign in' }).waitFor();
    await stranger.page.getByRole('button', { name: 'More' }).click();
    await stranger.page.getByRole('menuitem', { name: 'Report this app' }).click();
    await stranger.page.waitForURL('**/signin?**');
    const next = new URL(stranger.page.url()).searchParams.get('next') ?? '';
    await stranger.context.close();

    const reporter = await visit(browser, site, bob);
    await reporter.page.goto(`${site.baseUrl}${next}`);
    await reporter.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await reporter.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await reporter.page.getByRole('button', { name: 'More' }).click();
    await reporter.page.getByRole('menuitem', { name: 'Report this app' }).click();
    await reporter.page.getByRole('button', { name: 'Send report' }).click();
    await reporter.page.getByText('Choose what is wrong with it.').waitFor();
    await expectAccessible(reporter.page);
    await reporter.page.getByLabel('It asks for passwords').check();
    await reporter.page.getByLabel('What should the administrators know?').fill('It wants a PIN.');
    await reporter.page.getByRole('button', { name: 'Send report' }).click();
    await reporter.page.getByText('The administrators will look at it.').waitFor();
    expect(reporter.complaints).toEqual([]);
    await reporter.page.goto(`${site.baseUrl}/admin`);
    await reporter.page.getByText('This page is for administrators').waitFor();
    await reporter.context.close();

    const admin = await visit(browser, site, boss);
    await admin.page.goto(site.baseUrl);
    await admin.page.getByRole('button', { name: 'Account and appearance' }).click();
    await admin.page.getByRole('menuitem', { name: 'Reports and take-downs' }).click();
    await admin.page.getByText('It wants a PIN.').waitFor();
    await expectAccessible(admin.page);
    await admin.page.getByRole('button', { name: 'Take down' }).click();
    await admin.page.getByLabel('Why? Its author reads this.').fill('It asks for PINs.');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await admin.page.getByText('“Bank of trust” is taken down.').waitFor();
    await admin.page.getByText('No report is waiting').waitFor();
    await admin.page.getByRole('link', { name: 'Taken down' }).click();
    await admin.page.getByText('It asks for PINs.').first().waitFor();
    expect(admin.complaints).toEqual([]);
    await admin.context.close();

    const owner = await visit(browser, site, ada);
    await owner.page.goto(`${site.baseUrl}/apps/${app.id}`);
    await owner.page.getByRole('heading', { name: '“Bank of trust” was taken down' }).waitFor();
    await expectAccessible(owner.page);
    await owner.page.getByRole('link', { name: 'To your apps' }).click();
    await owner.page.getByText('“Bank of trust” was taken down.').waitFor();
    await owner.context.close();
  },
);

it('gives a deleted app back to its owner from where it was', { timeout: 60_000 }, async () => {
  const app = await publish(ada, { name: 'Lost and found' });
  await site.call({ method: 'DELETE', path: `/api/market/${app.id}`, token: ada.token });
  const { context, page } = await visit(browser, site, ada);
  await page.goto(`${site.baseUrl}/account`);
  await page.getByRole('heading', { name: 'Deleted' }).waitFor();
  await expectAccessible(page);
  await page.goto(`${site.baseUrl}/apps/${app.id}`);
  await page.getByRole('button', { name: 'Restore this app' }).click();
  await page.getByText('“Lost and found” is back.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Lost and found' }).waitFor();
  await context.close();
});
