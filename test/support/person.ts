import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Product } from './product.ts';

/** An error or warning of the console, and the script or resource that it is about. */
export interface Complaint {
  readonly text: string;
  readonly url: string;
}

/** A person's own browser profile, and everything that its console complains about. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly Complaint[];
}

/** A new person, signed up through the pages and the mail's link, who stands on the builder's start page. */
export async function newPerson(product: Product, browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const complaints: Complaint[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push({ text: message.text(), url: message.location().url });
  });
  context.on('weberror', (error) =>
    complaints.push({ text: String(error.error()), url: error.location().url }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
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
  return { context, page, complaints };
}
