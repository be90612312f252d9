import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { describeEachInstallation, type Installation, type Person } from './support/installation.ts';
import { startSite, visit } from './support/site.ts';

/** Strings that broke something somewhere once (the Big List of Naughty Strings), and some of our own. */
const STRINGS: readonly string[] = [
  ...(JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
  ) as string[]),
  '</script><script>alert(1)</script>',
  '{@html "<img src=x onerror=alert(1)>"}',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '%',
  '_',
  '\\',
  '\u0000',
  '\ud800',
  '\u2028\u2029',
];
const INDEX = '<!doctype html><link rel="icon" href="data:,"><p>calm</p>';

/** A text cut to what a field may hold, never within a character. */
function cut(text: string, characters: number): string {
  const whole = text.slice(0, characters);
  return text.isWellFormed() && !whole.isWellFormed() ? text.slice(0, characters - 1) : whole;
}

describeEachInstallation('naughty strings in the market', (get) => {
  it('are kept as they are or refused with a sentence, and found again', { timeout: 240_000 }, async () => {
    const ada = await get().join('Ada');
    const post = (path: string, body: object) =>
      get().call({ method: 'POST', path: `/api/market${path}`, token: ada.token, body });
    let kept = 0;
    for (const [at, text] of STRINGS.entries()) {
      const name = cut(text, 200);
      const given = { name, description: cut(text, 4_000), tags: [cut(text, 40)] };
      const made = await post('', { ...given, files: { 'index.html': INDEX, 'text.txt': text } });
      const storable = text.isWellFormed() && !text.includes('\0');
      const expected = storable && text.trim() !== '' ? 201 : 400;
      expect([at, text, made.status]).toEqual([at, text, expected]);
      if (made.status !== 201) {
        expect(made.json.error.code).toBe('invalid_request');
        continue;
      }
      kept += 1;
      const { app } = (await get().call({ path: `/api/market/${made.json.app.id}` })).json;
      expect([app.name, app.description, app.files['text.txt']]).toEqual([
        name.trim(),
        given.description,
        text,
      ]);
      const found = await get().graphql(
        'query ($q: String!, $tag: String!, $id: String!) { apps(q: $q, tag: $tag, authorId: $id, first: 50) { edges { node { appId } } } }',
        { q: name.trim(), tag: app.tags[0], id: ada.id },
      );
      const ids = found.json.data.apps.edges.map((edge: { node: { appId: string } }) => edge.node.appId);
      expect([text, ids.includes(app.id)]).toEqual([text, true]);
      const rest = await get().call({ path: `/api/market?q=${encodeURIComponent(name)}&limit=1` });
      expect([text, rest.status]).toEqual([text, 200]);
      // A list of everything would grow with every string.
      await get().call({ method: 'DELETE', path: `/api/market/${app.id}`, token: ada.token });
    }
    expect(kept).toBeGreaterThan(450);
    const tags = await get().graphql('{ marketTags(first: 100) { tag count } }');
    expect(tags.json.data.marketTags).toEqual([]);
  });

  it('are no ids, numbers or cursors', { timeout: 120_000 }, async () => {
    for (const text of STRINGS.filter((string) => string.isWellFormed())) {
      const path = encodeURIComponent(text);
      for (const at of [`/${path}`, `/${path}/versions`, `/${path}/preview`, `/x/versions/${path}/restore`]) {
        const { status } = await get().call({ path: `/api/market${at}` });
        expect([at, [200, 401, 404, 405].includes(status)]).toEqual([at, true]);
      }
      const answer = await get().graphql(
        `query ($text: String!) { app(id: $text) { id } author(id: $text) { name }
           apps(tag: $text, authorId: $text, forksOf: $text) { totalCount } }`,
        { text },
      );
      expect([text, answer.json.data]).toEqual([
        text,
        { app: null, author: null, apps: { totalCount: text === '' ? expect.any(Number) : 0 } },
      ]);
    }
  });
});

let site: Installation;
let browser: Browser;
let author: Person;
let admin: Person;

beforeAll(async () => {
  site = await startSite('PGlite', { env: { ADMIN_EMAILS: 'boss@example.org' } });
  browser = await launchChromium();
  author = await site.join('"><img src=x onerror=alert(1)>');
  admin = await site.join('Boss', 'boss@example.org');
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it('run nothing and break nothing on any page of the market', { timeout: 300_000 }, async () => {
  const storable = STRINGS.filter(
    (text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '',
  );
  const GROUP = 12;
  const ids: string[] = [];
  for (let at = 0; at < storable.length; at += GROUP) {
    const group = storable.slice(at, at + GROUP);
    const paths = group.map(
      (text, index) => `${cut(text.replace(/[^\w<>"'=();& -]/g, '_'), 40).trim()}${index}.txt`,
    );
    const body = {
      name: cut(group[at % group.length] ?? 'x', 200),
      description: cut(group.join('\n'), 4_000),
      tags: group.map((text) => cut(text, 40)).filter((tag) => tag.trim() !== ''),
      files: { 'index.html': INDEX, ...Object.fromEntries(paths.map((path, index) => [path, group[index]])) },
    };
    const made = await site.call({ method: 'POST', path: '/api/market', token: author.token, body });
    expect([made.status, made.json.error]).toEqual([201, undefined]);
    ids.push(made.json.app.id);
  }
  for (const [at, id] of ids.slice(0, 10).entries()) {
    const note = storable
      .slice(at * 40, at * 40 + 40)
      .join('\n')
      .slice(0, 2_000);
    await site.call({
      method: 'POST',
      path: `/api/market/${id}/report`,
      token: admin.token,
      body: { reason: 'other', note },
    });
  }

  const { context, page, complaints } = await visit(browser, site, admin);
  const dialogs: string[] = [];
  const strangers: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !/(^|\.)localhost$/.test(hostname)) strangers.push(request.url());
  });
  await page.goto(`${site.baseUrl}/`);
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) {
    const before = await page.getByRole('article').count();
    await more.click();
    await expect.poll(() => page.getByRole('article').count(), { timeout: 10_000 }).toBeGreaterThan(before);
  }
  expect(await page.getByRole('article').count()).toBe(ids.length);
  await page.goto(`${site.baseUrl}/authors/${author.id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${site.baseUrl}/admin`);
  await page.getByRole('button', { name: 'Take down' }).first().waitFor();
  for (const id of ids) {
    const { files } = (await site.call({ path: `/api/market/${id}` })).json.app as {
      files: Record<string, string>;
    };
    const path = Object.keys(files).find((name) => name !== 'index.html') ?? '';
    for (const query of ['', `?view=source&file=${encodeURIComponent(path)}`]) {
      await page.goto(`${site.baseUrl}/apps/${id}${query}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([id, query, overflows]).toEqual([id, query, false]);
    }
  }
  for (const text of storable.filter((_, index) => index % 20 === 0)) {
    await page.goto(`${site.baseUrl}/?q=${encodeURIComponent(text)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect([dialogs, strangers, complaints]).toEqual([[], [], []]);
  await context.close();
});
