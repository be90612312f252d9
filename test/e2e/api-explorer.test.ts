import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = process.env['SCREENSHOTS'];
const AML = `
enum Mood { HAPPY SAD }
/// Somebody who comes to the party.
model Guest {
  id    Int    @id @default(autoincrement())
  /// As it stands on the door.
  name  String @length(1, 50)
  mood  Mood   @default(HAPPY)
  gifts Gift[]
  @@allow(read, owner)
}
model Gift {
  id      Int    @id @default(autoincrement())
  what    String
  guest   Guest  @relation(fields: [guestId], references: [id])
  guestId Int
}
`;

let product: Product;
let browser: Browser;
let app = '';
let ada = '';
let bob = '';
const complaints: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  ada = await signUp('ada');
  bob = await signUp('bob');
  app = await publish('Party', AML);
  for (const name of ['Cleo', 'Dan']) await insert(name);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function signUp(name: string): Promise<string> {
  const email = `${name}@example.org`;
  await call('POST', '/api/auth/register', { email, password: 'correct horse battery', name }, '');
  const mailed = await product.waitFor(new RegExp(`Mail to ${email}:[\\s\\S]*?verify\\?token=([\\w-]+)`));
  return (await call('POST', '/api/auth/verify', { token: mailed[1] }, '')).token;
}

/** The members of answers that these tests look at; each answer has some of them. */
interface Reply {
  readonly ok: boolean;
  readonly id: string;
  readonly app: { readonly id: string };
  readonly token: string;
  readonly data: {
    readonly app: { readonly url: string };
    readonly createDraft: { readonly draft: { readonly draftId: string } };
  };
}

async function call(method: string, path: string, body: unknown, token = ada): Promise<Reply> {
  const answer = await fetch(new URL(path, product.baseUrl), {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Reply;
}

async function publish(name: string, aml: string): Promise<string> {
  const files = { 'index.html': '<!doctype html><title>Party</title>' };
  return (await call('POST', '/api/market', { name, files, aml })).app.id;
}

/** A row as a visitor's page stores it: over REST, on the publish origin. */
async function insert(name: string): Promise<void> {
  const { url } = (await call('POST', '/graphql', { query: `{ app(id: "${app}") { url } }` })).data.app;
  const answer = await call('POST', `${url}_data?entity=Guest`, { name }, '');
  expect(answer).toMatchObject({ ok: true });
}

interface Visit {
  readonly token?: string | null;
  readonly path?: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

async function open({ token = ada, path, width = 1440, scheme = 'light' }: Visit = {}): Promise<Page> {
  const localStorage = token === null ? [] : [{ name: 'platform.session', value: token }];
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    // Contrast is measured on what stands, not on what fades in.
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: product.baseUrl, localStorage }] },
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${product.baseUrl}${path ?? `/apps/${app}/graphiql`}`);
  return page;
}

const query = (page: Page): Locator => page.getByRole('textbox', { name: 'Query' });
const variables = (page: Page): Locator => page.getByRole('textbox', { name: 'Variables' });
const result = (page: Page): Locator => page.getByRole('textbox', { name: 'Result' });
/** The words that are offered, each as one who chooses it reads it. */
const words = (page: Page): Locator => page.locator('.cm-tooltip-autocomplete .cm-completionLabel');

/** Text that replaces all there is, as pasted: nothing is closed or completed on the way. */
async function write(page: Page, box: Locator, text: string): Promise<void> {
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Escape');
}

it('begins with a query that runs, completes by the schema, and marks what it does not have', async () => {
  const page = await open();
  await query(page).waitFor();
  await expect.poll(() => query(page).innerText()).toContain('query Gifts($first: Int)');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => result(page).innerText()).toContain('"totalCount": 0');
  await page.getByText(/^Answered in \d+ ms$/).waitFor();

  await write(page, query(page), '{ gue');
  await page.keyboard.type('s');
  await words(page)
    .filter({ hasText: /^guestAggregate$/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await write(page, query(page), '{ guests { nodes {  } } }');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await words(page)
    .filter({ hasText: /^mood$/ })
    .waitFor();
  await page.keyboard.type('na');
  await page.locator('.cm-tooltip-autocomplete [aria-selected]').getByText('name').waitFor();
  // The editor takes no word in the first moment of the list.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  expect(await query(page).innerText()).toContain('nodes { name');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => result(page).innerText()).toMatch(/"name": "Cleo"[\s\S]*"name": "Dan"/);

  await write(page, query(page), '{ guests { nodes { nam } } }');
  const mark = page.getByRole('button', { name: /Cannot query field "nam" on type "Guest"/ });
  await mark.waitFor();
  await page.locator('.cm-lintRange-error').first().waitFor();
  expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['nam']);
  await mark.click();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/1 error/).waitFor();
  await expect.poll(() => result(page).innerText()).toContain('Cannot query field');
  await page.context().close();
});

it('runs a mutation with variables, and says where a variable is wrong', async () => {
  const page = await open();
  await query(page).waitFor();
  const text =
    'query Count { guests { totalCount } }\nmutation Add($data: GuestCreateInput!) { createGuest(data: $data) { id name mood } }';
  await write(page, query(page), text);
  await write(page, variables(page), '{ "data": { "name": "Eve", "mood": "BORED" } }');
  await page.getByRole('button', { name: /"BORED" does not exist in "Mood"/ }).waitFor();
  await write(page, variables(page), '{ "data": { "name": "Eve", "mood": }}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await words(page).filter({ hasText: '"SAD"' }).click();
  await write(page, variables(page), '{ "data": { "name": "Eve", "mood": "SAD" ');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The variables are not valid JSON. Nothing was sent.').waitFor();
  await write(page, variables(page), '{ "data": { "name": "Eve", "mood": "SAD" } }');
  // The cursor says which of the two runs; the choice is told, and can be made.
  const choice = page.getByLabel('Operation');
  expect(await choice.locator('option:checked').innerText()).toBe('Add');
  await choice.selectOption({ label: 'Count' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => result(page).innerText()).toContain('"totalCount": 2');
  await choice.selectOption({ label: 'Add' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => result(page).innerText()).toContain('"createGuest"');
  expect(JSON.parse((await result(page).innerText()).replaceAll(' ', ' '))).toMatchObject({
    data: { createGuest: { name: 'Eve', mood: 'SAD' } },
  });
  const refused = '{ "data": { "name": "" } }';
  await write(page, variables(page), refused);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => result(page).innerText()).toContain('invalid_record');

  await page.getByRole('button', { name: 'Copy a link to this query' }).click();
  await page.getByText('The link is copied.').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open({ path: link.slice(product.baseUrl.length) });
  await query(other).waitFor();
  expect([await query(other).innerText(), await variables(other).innerText()]).toEqual([text, refused]);
  expect(await other.getByText('Press Run, or Ctrl Enter in the query.').isVisible()).toBe(true);
  await other.context().close();

  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('menuitem', { name: /mutation Add/ })
    .nth(1)
    .click();
  await expect.poll(() => variables(page).innerText()).toContain('Eve');
  await page.reload();
  await query(page).waitFor();
  expect(await variables(page).innerText()).toContain('Eve');
  await page.context().close();
});

it('shows new rows of a subscription as they are stored over REST, until it is stopped', async () => {
  const page = await open();
  await query(page).waitFor();
  await write(page, query(page), 'subscription { guestCreated { name mood } }');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Listening. New rows appear here').waitFor();
  await insert('Frida');
  const log = page.getByRole('log', { name: 'New rows' });
  await log.getByText('"name": "Frida"').waitFor();
  await insert('Gus');
  await page.getByText('Listening. 2 so far.').waitFor();
  expect(await log.getByRole('listitem').first().innerText()).toContain('Gus');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped after 2.').waitFor();
  await insert('Late');
  await page.waitForTimeout(300);
  expect(await log.getByText('Late').count()).toBe(0);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Listening. New rows appear here').waitFor();
  // Publishing another model ends the stream, and the page says so.
  await call('POST', '/api/market', {
    id: app,
    name: 'Party',
    files: { 'index.html': '<!doctype html>' },
    aml: AML.replace('mood  Mood', 'age   Int?\n  mood  Mood'),
  });
  await page.getByText(/The server ended the stream/).waitFor();
  await page.getByRole('button', { name: 'Fetch the schema again' }).click();
  await page.getByText('The schema is up to date.').waitFor();
  await write(page, query(page), '{ guests { nodes { age } } }');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => result(page).innerText()).toContain('"age": null');
  await page.context().close();
});

it('has the docs of the schema, and keeps comments when it formats', async () => {
  const page = await open();
  const docs = page.getByRole('region', { name: 'Docs' });
  await docs.getByRole('heading', { name: 'Mutations' }).waitFor();
  await docs.getByRole('searchbox').fill('moo');
  await docs.getByRole('button', { name: 'Guest.mood', exact: true }).click();
  await docs.getByRole('heading', { name: 'Guest' }).waitFor();
  await docs.getByText('Somebody who comes to the party.').waitFor();
  await docs.getByText('As it stands on the door.').waitFor();
  await docs.getByRole('button', { name: 'Mood', exact: true }).click();
  await docs.getByText('HAPPY').waitFor();
  await docs.getByRole('button', { name: 'Back' }).click();
  await docs.getByRole('button', { name: 'Back' }).click();
  await docs.getByRole('button', { name: 'Use createGuest in the editor' }).click();
  await expect
    .poll(() => query(page).innerText())
    .toContain('mutation CreateGuest($data: GuestCreateInput!)');
  await expect.poll(() => variables(page).innerText()).toContain('"name": "text"');

  await write(page, query(page), '# mine\n{guests{nodes{name}}}');
  await write(page, variables(page), '{"a":1}');
  await query(page).click();
  await page.keyboard.press('Control+Shift+P');
  await expect
    .poll(async () => (await query(page).innerText()).trim())
    .toBe('# mine\n{\n  guests {\n    nodes {\n      name\n    }\n  }\n}');
  expect(await variables(page).innerText()).toBe('{\n  "a": 1\n}');
  await query(page).getByText('guests').hover();
  await page
    .locator('.cm-aml-hover')
    .getByText(/Rows of Guest/)
    .waitFor();
  await page.context().close();
});

it('is worked by keyboard alone', async () => {
  const page = await open({ path: `/apps/${app}/data` });
  const link = page.getByRole('link', { name: 'API' });
  await link.waitFor();
  await link.focus();
  await page.keyboard.press('Enter');
  await query(page).waitFor();
  const reached: string[] = [];
  await page.getByRole('link', { name: 'Back to the data' }).focus();
  for (let step = 0; step < 80 && !reached.includes('Variables'); step += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent.trim() ?? '';
      }),
    );
  }
  // Tab leaves the editors too.
  expect(reached).toEqual(expect.arrayContaining(['Run', 'History', 'Hide the docs', 'Query', 'Variables']));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await query(page).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Answered in/).waitFor();
  await page.context().close();
});

it('is for the owner: others are told so, and who is signed out comes back after signing in', async () => {
  const foreign = await open({ token: bob });
  await foreign.getByRole('heading', { name: 'Only its owner can use this' }).waitFor();
  await foreign.context().close();
  const out = await open({ token: null });
  await out.waitForURL(/\/signin\?next=/);
  await out.getByLabel('E-mail').fill('ada@example.org');
  await out.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await out.getByRole('button', { name: 'Sign in', exact: true }).click();
  await out.waitForURL(new RegExp(`/apps/${app}/graphiql$`));
  await query(out).waitFor();
  await out.context().close();
  const bare = await publish('Bare', '');
  const none = await open({ path: `/apps/${bare}/graphiql` });
  await none.getByRole('heading', { name: 'There is no API here' }).waitFor();
  await none.context().close();
});

it('opens from the data of a draft, for the rows of its preview, and is no part of the builder before', async () => {
  const { data } = await call('POST', '/graphql', {
    query: 'mutation { createDraft(input: { name: "d" }) { draft { draftId } } }',
  });
  const draft: string = data.createDraft.draft.draftId;
  await call('POST', '/graphql', {
    query:
      'mutation ($aml: String!, $id: String!) { saveDraft(input: { draftId: $id, baseRevision: 1, changes: [], aml: $aml }) { revision { number } } }',
    variables: { id: draft, aml: AML },
  });
  const page = await open({ path: `/build/${draft}?view=data` });
  const link = page.getByRole('link', { name: 'API' });
  await link.waitFor();
  // The room listens to its draft for as long as it is open, so the network never rests: its scripts do.
  const loaded = (): Promise<number> =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    );
  for (let before = -1, now = await loaded(); now !== before; now = await loaded()) {
    before = now;
    await page.waitForTimeout(500);
  }
  const scripts = (): Promise<readonly string[]> =>
    page.evaluate(async () => {
      const urls = performance.getEntriesByType('resource').map(({ name }) => name);
      const texts = await Promise.all(
        urls.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text()),
      );
      return texts.filter(
        (text) =>
          text.includes('Ctrl Space offers what the schema has') || text.includes('IntrospectionQuery'),
      );
    });
  const before = (await scripts()).filter((text) => text.includes('IntrospectionQuery'));
  expect(before).toEqual([]);
  await link.click();
  await page.getByRole('heading', { name: 'API of this draft' }).waitFor();
  await query(page).waitFor();
  await write(page, query(page), 'mutation { createGuest(data: { name: "Preview" }) { id name } }');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => result(page).innerText()).toContain('"name": "Preview"');
  await page.goBack();
  await page.getByRole('link', { name: /^Guest 1/ }).waitFor();
  await page.context().close();
});

it('has no finding of axe and fits, in both themes and at both widths', { timeout: 300_000 }, async () => {
  const wrong = `#query=${encodeURIComponent('{ guests { nodes { nam } } }')}`;
  const right = `#query=${encodeURIComponent('{\n  guests(first: 3, where: { mood: { equals: HAPPY } }) {\n    nodes { id name mood } # all of them\n    totalCount\n  }\n}')}`;
  const live = `#query=${encodeURIComponent('subscription { guestCreated { id name } }')}`;
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      for (const [name, hash] of [
        ['result', right],
        ['wrong', wrong],
        ['live', live],
        ['docs', ''],
      ] as const) {
        const page = await open({ path: `/apps/${app}/graphiql${hash}`, width, scheme });
        await query(page).waitFor();
        if (name === 'docs') {
          if (width === 390) await page.getByRole('tab', { name: 'Docs' }).click();
          await page.getByRole('button', { name: 'GuestWhere' }).first().click();
        } else if (name === 'wrong') await page.getByRole('button', { name: /Cannot query/ }).waitFor();
        else await page.getByRole('button', { name: 'Run' }).click();
        if (name === 'result') await page.getByText(/^Answered/).waitFor();
        if (name === 'live') {
          await page.getByText('Listening. New rows').waitFor();
          await insert('Live');
          await page.getByText('"name": "Live"').waitFor();
        }
        await page.waitForTimeout(400);
        if (SHOTS) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${name}-${scheme}-${width}.png` });
        }
        await page.evaluate(AXE);
        const found = await page.evaluate<readonly string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([name, scheme, width, found, overflow <= 0]).toEqual([name, scheme, width, [], true]);
        await page.context().close();
      }
});

it('leaves the console silent', () => {
  // The browser itself notes each refused answer: wrong queries, a foreign app, one without a model.
  expect(complaints.filter((text) => !/status of (400|401|403|404|422)/.test(text))).toEqual([]);
});
