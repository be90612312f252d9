import axe from 'axe-core';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts';
import type { Installation } from '../support/installation.ts';
import { startSite, visit } from '../support/site.ts';

let site: Installation;
let idp: IdentityProvider;
let browser: Browser;
const password = 'correct horse battery';

beforeAll(async () => {
  site = await startSite('PGlite', {
    env: async (baseUrl) => {
      idp = await startIdentityProvider(`${baseUrl}/api/auth/google/callback`);
      return idp.env;
    },
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await idp.close();
});

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await tool.run(document);
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
  });
  expect([page.url(), found]).toEqual([page.url(), []]);
}

const mailed = (email: string, name: string): string =>
  new RegExp(`(http\\S+/${name}\\?\\S+=[\\w-]+)`).exec(site.mails(email).at(-1) ?? '')?.[1] ?? '';

it('leads from a forgotten password to a new one', { timeout: 90_000 }, async () => {
  const ada = await site.join('Ada');
  const { context, page, complaints } = await visit(browser, site, null);
  await page.goto(`${site.baseUrl}/signin?next=/account/settings`);
  await page.getByRole('button', { name: /^Go on with localhost/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await page.getByLabel('E-mail').fill('nobody');
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await page.getByText('does not look like an e-mail address').waitFor();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  expect(page.url()).toBe(`${site.baseUrl}/forgot`);
  await expectAccessible(page);

  await page.goto(mailed(ada.email, 'reset'));
  await page.waitForURL(`${site.baseUrl}/reset`);
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Use at least 8 characters.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill('a better password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your new password is set').waitFor();
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill('a better password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${site.baseUrl}/build`);

  await page.goto(mailed(ada.email, 'reset') || `${site.baseUrl}/reset?reset_token=used`);
  await page.getByLabel('New password', { exact: true }).fill('a better password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('used already or is too old').waitFor();
  expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  await context.close();
});

it('signs in through the provider, and back in another browser does not', { timeout: 90_000 }, async () => {
  idp.person = { sub: 'pia', email: 'pia@example.org', email_verified: true, name: 'Pia' };
  const { context, page, complaints } = await visit(browser, site, null);
  await page.goto(`${site.baseUrl}/register?next=/account/settings`);
  await page.getByRole('button', { name: /^Go on with localhost/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Pia' }).waitFor();
  expect(page.url()).toBe(`${site.baseUrl}/account/settings`);
  await page.getByText('You sign in without a password').waitFor();
  await expectAccessible(page);
  const cookies = await context.cookies();
  expect(
    cookies
      .filter(({ domain }) => domain === 'localhost' || domain.startsWith('localhost'))
      .map(({ name }) => name),
  ).not.toContain('sign-in');

  // Somebody else's way back, in this browser.
  await page.goto(`${site.baseUrl}/signin/done#code=${'a'.repeat(43)}`);
  await page.getByText('took too long or began in another browser').waitFor();
  expect(page.url()).toBe(`${site.baseUrl}/signin/done`);
  await expectAccessible(page);
  await page.goto('about:blank');
  await page.goto(`${site.baseUrl}/signin/done#error=cancelled`);
  await page.getByText('You stopped at the provider').waitFor();
  expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  await context.close();
});

it(
  'keeps profile, password, devices, data and identities in the settings',
  { timeout: 120_000 },
  async () => {
    const bob = await site.join('Bob');
    const login = { method: 'POST', path: '/api/auth/login', body: { email: bob.email, password } };
    const phone = {
      ...login,
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU) AppleWebKit Version/19.0 Mobile Safari/604.1' },
    };
    const tokens = [(await site.call(phone)).json.token, (await site.call(login)).json.token];
    const alive = async () =>
      Promise.all(tokens.map(async (token) => (await site.call({ path: '/api/auth/me', token })).status));
    const { context, page, complaints } = await visit(browser, site, bob);
    await page.goto(`${site.baseUrl}/account`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await expectAccessible(page);

    await page.getByLabel('Name', { exact: true }).fill('Robert');
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await page.getByRole('button', { name: 'Remove picture' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Robert' }).waitFor();
    const { user } = (await site.call({ path: '/api/auth/me', token: bob.token })).json;
    expect([user.name, user.picture]).toEqual(['Robert', expect.stringMatching(/^data:image\/webp;base64,/)]);

    await page.getByRole('button', { name: 'End Safari, iPhone' }).click();
    await page.getByText('Safari, iPhone is signed out.').waitFor();
    expect(await alive()).toEqual([401, 200]);
    await page.getByRole('button', { name: 'End all others' }).click();
    // One is this test's first sign-in.
    await page.getByText('One device is signed out.').waitFor();
    expect(await alive()).toEqual([401, 401]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
      account: { name: string };
    };
    expect(file.account.name).toBe('Robert');

    idp.person = { sub: 'bob', email: 'bob@elsewhere.example', email_verified: false };
    await site.server.services.db.prisma.session.updateMany({ data: { confirmedAt: new Date(0) } });
    await page.getByRole('button', { name: /^Connect localhost/ }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Password', { exact: true }).fill('not this');
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
    await confirm.getByText('This is not your password.').waitFor();
    await expectAccessible(page);
    await confirm.getByLabel('Password', { exact: true }).fill(password);
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('button', { name: 'Disconnect bob@elsewhere.example' }).waitFor();
    expect(page.url()).toBe(`${site.baseUrl}/account/settings`);

    await page.getByLabel('Current password').fill('not this');
    await page.getByLabel('New password', { exact: true }).fill('a better password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await page.getByRole('button', { name: 'Disconnect bob@elsewhere.example' }).click();
    await page.getByText('bob@elsewhere.example can no longer sign in here.').waitFor();

    await page.getByRole('button', { name: 'Delete my account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the account “Robert”?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect((await site.call({ path: '/api/auth/me', token: bob.token })).status).toBe(401);
    expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
    await context.close();
  },
);

it(
  'keeps what was typed into the settings when the session ends before it is saved',
  { timeout: 90_000 },
  async () => {
    const zoe = await site.join('Zoe');
    const { context, page } = await visit(browser, site, null);
    const signIn = async (email: string): Promise<void> => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const end = (userId: string) =>
      site.server.services.db.prisma.session.updateMany({ where: { userId }, data: { endedAt: new Date() } });
    await page.goto(`${site.baseUrl}/signin?next=%2Faccount%2Fsettings`);
    await signIn(` ${zoe.email.toUpperCase()} `);
    await name.fill('Zoe of the mills');
    await end(zoe.id);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your session has ended').first().waitFor();
    await signIn(zoe.email);
    await page.getByRole('heading', { level: 1, name: 'Zoe' }).waitFor();
    expect(await name.inputValue()).toBe('Zoe of the mills');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Zoe of the mills' }).waitFor();
    expect(await name.inputValue()).toBe('Zoe of the mills');
    await context.close();
  },
);

it('leads back to unsaved work when the session ends in the middle of it', { timeout: 120_000 }, async () => {
  const eva = await site.join('Eva');
  const create = 'mutation { createDraft(input: { name: "Notes" }) { draft { draftId } } }';
  const { draftId } = (await site.graphql(create, {}, eva.token)).json.data.createDraft.draft;
  const save = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }`;
  const changes = [{ path: 'index.html', content: '<!doctype html><title>Notes</title><h1>Notes</h1>' }];
  const stored = await site.graphql(
    save,
    { input: { draftId, baseRevision: 1, changes, cause: 'USER_EDIT' } },
    eva.token,
  );
  expect(stored.json.errors).toBeUndefined();

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const signIn = async (): Promise<void> => {
    await page.getByLabel('E-mail').fill(eva.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto(`${site.baseUrl}/build/${draftId}?view=code&file=index.html`);
  await page.waitForURL(/\/signin\?next=/);
  await signIn();
  const editor = page.locator('.cm-content').first();
  await editor.waitFor();
  await page.getByRole('textbox', { name: /Describe|Message to the agent/ }).fill('An unsent wish');
  // Nothing is saved until the session has ended: all of it is what the page alone has.
  let away = true;
  await page.route('**/graphql', (route) =>
    away && route.request().postData()?.includes('saveDraft') ? route.abort() : route.continue(),
  );
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<p>typed before it was told</p>');
  await site.server.services.db.prisma.session.updateMany({
    where: { userId: eva.id },
    data: { endedAt: new Date() },
  });
  away = false;
  await page.getByText('Your session has ended').first().waitFor();
  await signIn();
  await page.waitForURL(new RegExp(`/build/${draftId}`));
  await page.locator('.cm-content', { hasText: 'typed before it was told' }).waitFor();
  expect(await page.getByRole('textbox', { name: /Describe|Message to the agent/ }).inputValue()).toBe(
    'An unsent wish',
  );
  await expect
    .poll(
      async () =>
        (await site.server.services.db.prisma.blob.count({
          where: { content: { contains: 'typed before it was told' } },
        })) > 0,
      { timeout: 15_000 },
    )
    .toBe(true);
  await context.close();
});
