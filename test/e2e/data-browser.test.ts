import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = process.env['SCREENSHOTS'];
const AML = `
enum Mood { HAPPY SAD }
model Guest {
  id        String   @id @default(cuid())
  name      String   @length(1, 200)
  email     String?  @email
  age       Int?     @gte(0)
  mood      Mood     @default(HAPPY)
  came      Boolean  @default(false)
  extra     Json?
  gifts     Gift[]
  createdAt DateTime @default(now())
}
model Gift {
  id      Int    @id @default(autoincrement())
  what    String
  guest   Guest  @relation(fields: [guestId], references: [id], onDelete: Cascade)
  guestId String
}
`;

let product: Product;
let browser: Browser;
let token = '';
let app = '';
const complaints: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  token = await signUp();
  const files = { 'index.html': '<!doctype html><title>Party</title>' };
  app = (await call('POST', '/api/market', { name: 'Party', files, aml: AML })).app.id;
  const rows = Array.from(
    { length: 120 },
    (_, i) => `g${i},Guest ${String(i).padStart(3, '0')},g${i}@example.org,${i}`,
  );
  await send('Guest', ['id,name,email,age', ...rows].join('\n'));
  await send('Gift', 'what,guestId\nBook,g7\nCake,g7\n');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function signUp(): Promise<string> {
  const email = 'ada@example.org';
  await call('POST', '/api/auth/register', { email, password: 'correct horse battery', name: 'Ada' });
  const [, mailed] = await product.waitFor(/verify\?token=([\w-]+)/);
  return (await call('POST', '/api/auth/verify', { token: mailed })).token;
}

/** The members of answers that these tests look at; each answer has some of them. */
interface Reply {
  readonly app: { readonly id: string };
  readonly token: string;
  readonly data: { readonly createDraft: { readonly draft: { readonly draftId: string } } };
}

async function call(method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${product.baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Reply;
}

async function send(model: string, body: string): Promise<void> {
  const answer = await fetch(`${product.baseUrl}/api/apps/${app}/data/${model}/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
    body,
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"ok":true')]);
}

async function open(
  query = '',
  size = { width: 1440, height: 900 },
  scheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    // Contrast is measured on what stands, not on what fades in.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    storageState: {
      cookies: [],
      origins: [{ origin: product.baseUrl, localStorage: [{ name: 'platform.session', value: token }] }],
    },
  });
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${product.baseUrl}/apps/${app}/data${query}`);
  return page;
}

const cells = (page: Page, column: number) =>
  page.locator(`tbody tr td:nth-child(${column})`).allInnerTexts();

it('shows, sorts, filters and turns pages, each with an address of its own', async () => {
  const page = await open();
  await page.getByRole('link', { name: /^Guest 120/ }).waitFor();
  await page.getByText('1–50 of 120').waitFor();
  await page.getByRole('link', { name: 'Sort by age' }).click();
  await page.getByRole('link', { name: 'Sort by age' }).click();
  await page.waitForURL(/order=-age/);
  await expect.poll(async () => (await cells(page, 3))[0], { timeout: 15_000 }).toBe('Guest 119');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByText('51–100 of 120').waitFor();
  await page.goBack();
  await page.getByText('1–50 of 120').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  const bar = page.getByRole('form', { name: 'Filter' });
  await bar.getByLabel('Field').selectOption('age');
  await bar.getByLabel('Condition').selectOption('lt');
  await bar.getByLabel('Value').fill('3');
  await bar.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1–3 of 3').waitFor();
  await expect
    .poll(() => cells(page, 3), { timeout: 15_000 })
    .toEqual(['Guest 002', 'Guest 001', 'Guest 000']);
  await page.reload();
  await page.getByText('1–3 of 3').waitFor();
  await page.getByRole('button', { name: /Remove the filter age less than/ }).click();
  await page.getByText('1–50 of 120').waitFor();
  // A page that there is no longer, since its rows were deleted, leads to the last one.
  await page.goto(page.url().replace(/[?].*/, '?page=9'));
  await page.getByText('101–120 of 120').waitFor();
  await page.context().close();
});

it('edits a row, shows its mistakes by field, adds one, and follows links between rows', async () => {
  const page = await open('?row="g5"');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('email').fill('not an address');
  await dialog.getByLabel('extra').fill('{"a":');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is not valid JSON.').waitFor();
  await dialog.getByLabel('extra').fill('{"a": 1}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('email must be an e-mail address.', { exact: true }).waitFor();
  await dialog.getByLabel('email').fill('');
  await dialog.getByLabel('mood').selectOption('SAD');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The row is saved.').waitFor();
  const where = encodeURIComponent('{"id":"g5"}');
  expect(await call('GET', `/api/apps/${app}/data/Guest.json?where=${where}`)).toMatchObject([
    { name: 'Guest 005', email: null, mood: 'SAD', extra: { a: 1 }, age: 5 },
  ]);

  await page.getByRole('link', { name: /^Gift 2/ }).click();
  await page.getByRole('link', { name: 'Add row' }).click();
  await dialog.getByLabel('what').fill('Balloon');
  await dialog.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('guest 008');
  await page.getByRole('button', { name: /Guest 008/ }).click();
  await dialog.getByRole('button', { name: 'Add row' }).click();
  await page.getByText('The row is added.').waitFor();
  await page.getByRole('cell', { name: 'Balloon' }).waitFor();
  await page.getByRole('link', { name: 'g8', exact: true }).click();
  await page.waitForURL(/model=Guest/);
  await expect.poll(() => dialog.getByLabel('name', { exact: true }).inputValue()).toBe('Guest 008');
  await page.context().close();
});

it('deletes with an undo, or asks and names what goes along', async () => {
  const page = await open('?order=age');
  await page.getByRole('checkbox', { name: 'Select row "g0"' }).check();
  await page.getByRole('checkbox', { name: 'Select row "g1"' }).check();
  await page.getByRole('button', { name: 'Delete 2 rows' }).click();
  await page.getByText('2 rows are deleted.').waitFor();
  await page.getByText('of 118').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 rows are back.').waitFor();
  await page.getByText('of 120').waitFor();
  await page.getByRole('checkbox', { name: 'Select row "g7"' }).check();
  await page.getByRole('button', { name: 'Delete 1 row' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 rows of Gift will be deleted too.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The row is deleted.').waitFor();
  await page.getByText('of 119').waitFor();
  await page.context().close();
});

it('checks a file before it imports it, and exports what is shown', async () => {
  const page = await open('?filter=name:startsWith:New');
  await page.getByText('No row matches').waitFor();
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: /Import a file/ }).click();
  const dialog = page.getByRole('dialog');
  const choose = (text: string) =>
    dialog
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('name,age,town\nNew one,-4,Ulm\n,5,Ulm\n');
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('The file has 2 mistakes. Nothing was stored.').waitFor();
  await dialog.getByText('age must be at least 0.').waitFor();
  await dialog.getByText('town').waitFor();
  await choose('name,age\nNew one,4\n=New two,5\n');
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('2 rows will be added.').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows added').waitFor();
  await page.getByText('1–1 of 1').waitFor();
  await page.getByRole('button', { name: 'Import and export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export for spreadsheets (CSV)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Guest.csv');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\uFEFFid,name,email,age,mood,came,extra,createdAt');
  expect(text).toMatch(/,New one,,4,HAPPY,false,,/);
  expect(text.split('\r\n')).toHaveLength(3);
  await page.context().close();
});

it('tells what to look at in the data model', async () => {
  const page = await open('?panel=health');
  await page.getByText('Anyone can read Guest, and email looks personal.').waitFor();
  await page.getByText('@@allow(read, owner)').first().waitFor();
  await page.getByText(/^12\d of 100,000$/).waitFor();
  await page.getByText('0 of 10,000').waitFor();
  await page.context().close();
});

it('shows the rows of a draft in the builder', async () => {
  const created = await call('POST', '/graphql', {
    query: 'mutation ($id: String) { createDraft(input: { fromAppId: $id }) { draft { draftId } } }',
    variables: { id: app },
  });
  const page = await open();
  await page.goto(`${product.baseUrl}/build/${created.data.createDraft.draft.draftId}?view=data`);
  await page.getByText('No rows of Guest yet').waitFor();
  await page.getByRole('link', { name: 'Add row' }).click();
  await page.getByRole('dialog').getByLabel('name', { exact: true }).fill('Draft guest');
  await page.getByRole('dialog').getByRole('button', { name: 'Add row' }).click();
  await page.getByRole('cell', { name: 'Draft guest' }).waitFor();
  await page.context().close();
});

it('has no finding of axe and fits, in both themes and at both widths', { timeout: 300_000 }, async () => {
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      for (const [name, query, ready] of [
        ['rows', '?order=age&filter=age:gte:3', '1–50 of'],
        ['row', '?row="g9"', 'Made by the platform'],
        ['health', '?panel=health', 'looks personal'],
        ['empty', '?filter=name:equals:nobody', 'No row matches'],
      ] as const) {
        const page = await open(query, { width, height: 900 }, scheme);
        await page.getByText(ready).first().waitFor();
        // Pictures are of what stays, not of what fades in.
        await page.waitForTimeout(300);
        if (SHOTS) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${name}-${scheme}-${width}.png` });
        }
        await page.evaluate(AXE);
        const found = await page.evaluate<readonly string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
        );
        expect([name, scheme, width, found]).toEqual([name, scheme, width, []]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([name, width, overflow <= 0]).toEqual([name, width, true]);
        await page.context().close();
      }
});

it('leaves the console silent', () => {
  // The browser itself notes each refused answer: the row with the mistake.
  expect(complaints.filter((text) => !text.includes('status of 422'))).toEqual([]);
});
