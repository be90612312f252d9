import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

let product: Product;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** A person's own browser profile; whatever its console complains about is collected. */
async function newPerson(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  return { context, page };
}

/** Registers and follows the link of the mail, which the product prints. */
async function signUp(page: Page, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.org`;
  await page.goto(`${product.baseUrl}/register`);
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Make account' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const [, link = ''] = await product.waitFor(
    new RegExp(`Mail to ${email}:.*\\n\\s*(http\\S+/verify\\?token=\\S+)`),
  );
  await page.goto(link);
  await page.waitForURL(`${product.baseUrl}/build`);
}

it(
  'leads from sign-up to a published app with live data, and to a fork with none',
  { timeout: 180_000 },
  async () => {
    const { context, page } = await newPerson();
    await signUp(page, 'Ada');

    const prompt = page.getByRole('textbox', { name: /Describe|Message to the agent|What do you want/ });
    await prompt.fill('Build me a guestbook');
    await prompt.press('Enter');
    await page.waitForURL(/\/build\/\w+/);
    await page
      .getByText(/Wrote index\.html/)
      .first()
      .waitFor();
    await page
      .getByText(/^Done · .+ · demo · version/)
      .first()
      .waitFor({ timeout: 60_000 });
    const preview = page.frameLocator('iframe[title^="Preview of"]');
    await preview.getByRole('heading', { name: 'Guestbook' }).waitFor();
    await preview.getByLabel('Your name').fill('Draft visitor');
    await preview.getByLabel('Your message').fill('Only in the draft');
    await preview.getByRole('button', { name: 'Sign the guestbook' }).click();
    await preview.getByText('Only in the draft').waitFor();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Our guestbook');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Our guestbook is published').waitFor();
    const address =
      (await dialog.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? '';

    const app = await context.newPage();
    await app.goto(address);
    expect(new URL(app.url()).host).toMatch(/^a-\w+\.localhost:\d+$/);
    expect(new URL(app.url()).pathname).toBe(new URL(address).pathname);
    await app.getByText('Only in the draft').waitFor({ state: 'detached' });
    await app.getByLabel('Your name').fill('Grace');
    await app.getByLabel('Your message').fill('Hello from <b>Grace</b>');
    await app.getByRole('button', { name: 'Sign the guestbook' }).click();
    await app.getByText('Hello from <b>Grace</b>').waitFor();
    await app.reload();
    await app.getByText('Hello from <b>Grace</b>').waitFor();

    const other = await newPerson();
    await signUp(other.page, 'Bob');
    await other.page.goto(product.baseUrl);
    await other.page
      .getByRole('link', { name: /Our guestbook/ })
      .first()
      .click();
    // The page knows who is there: before, Fork would lead to signing in.
    await other.page.getByRole('button', { name: 'Account and appearance' }).waitFor();
    await other.page.getByRole('button', { name: 'Fork' }).click();
    await other.page.getByText('This copy is yours').waitFor();
    await other.page.waitForURL((url) => !url.pathname.endsWith(address.split('/').at(-2) ?? ''));
    const forkAddress = `${new URL(address).origin}/a/${new URL(other.page.url()).pathname.split('/').at(-1)}/`;
    const fork = await other.context.newPage();
    await fork.goto(forkAddress);
    await fork.getByRole('heading', { name: 'Guestbook' }).waitFor();
    await fork
      .getByText(/No entries|Nobody|Be the first|empty/i)
      .first()
      .waitFor();
    expect(await fork.getByText('Hello from').count()).toBe(0);

    expect(complaints).toEqual([]);
    expect(await product.stop()).toBe(0);
  },
);
