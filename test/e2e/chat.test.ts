import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import type { Installation, Person } from '../support/installation.ts';
import { jsonOf, startLlmUpstream, type LlmUpstream } from '../support/llm-upstream.ts';
import { png } from '../support/png.ts';
import { calls, holds, inTurn, says } from '../support/scripted-answers.ts';
import { startSite, visit, type Visitor } from '../support/site.ts';

let upstream: LlmUpstream;
let site: Installation;
let browser: Browser;
let ada: Person;

beforeAll(async () => {
  upstream = await startLlmUpstream();
  site = await startSite('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: upstream.url,
      LLM_OPENAI_MODELS: 'gpt-5.1',
      LIMIT_LLM_REQUESTS_PER_MINUTE: '1000',
      LLM_DEMO_PACE: '0',
    },
  });
  browser = await launchChromium();
  ada = await site.join('Ada');
});
// A page that a failed test left open would go on asking the upstream.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await upstream.close();
});

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/** Both themes at both widths, without loading anything anew. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${state}-${colorScheme}-${viewport.width}`);
    if ((await page.evaluate('typeof window.axe')) === 'undefined') await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
      // What an app shows in its own frame is the app's.
      const { violations } = await tool.run({ exclude: [['iframe']] });
      return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]);
    });
    expect([state, viewport.width, colorScheme, found]).toEqual([state, viewport.width, colorScheme, []]);
  }
  await page.setViewportSize(LOOKS[0].viewport);
}

/** With SCREENSHOTS set, the states are kept as pictures to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

async function newDraft(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const create =
    'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { draft { draftId latest { number } } } }';
  const made = await site.graphql(create, { input: { name: 'A draft' } }, ada.token);
  const { draftId, latest } = made.json.data.createDraft.draft;
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }));
  if (changes.length > 0) {
    const save = 'mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { revision { number } } }';
    const input = { draftId, baseRevision: latest.number, cause: 'USER_EDIT', changes };
    const saved = await site.graphql(save, { input }, ada.token);
    expect(saved.json.errors).toBeUndefined();
  }
  return draftId;
}

async function enter(draftId: string): Promise<Visitor> {
  const visitor = await visit(browser, site, ada);
  await visitor.page.goto(`${site.baseUrl}/build/${draftId}`);
  await box(visitor.page).waitFor();
  return visitor;
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the agent' });

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

it('takes pictures, names files and keeps what is not sent', { timeout: 120_000 }, async () => {
  const draft = await newDraft({ 'index.html': '<p>Hi</p>', 'style.css': 'p { color: red }' });
  const { context, page, complaints } = await enter(draft);
  await page.getByRole('list', { name: 'Examples that work' }).waitFor();
  await expectAccessible(page, 'empty');

  await box(page).fill('Make @st');
  await box(page).press('End');
  const list = page.getByRole('listbox', { name: 'Files' });
  await list.getByRole('option', { name: 'style.css' }).waitFor();
  await expectAccessible(page, 'mention');
  await box(page).press('End');
  await list.waitFor();
  await box(page).press('Escape');
  await list.waitFor({ state: 'detached' });
  // Closed with Esc, the list stays closed for this mention.
  await box(page).fill('');
  await box(page).fill('Make @');
  await box(page).press('End');
  await box(page).press('ArrowDown');
  await box(page).press('Enter');
  expect(await box(page).inputValue()).toBe('Make @style.css ');

  const picker = page.locator('input[type=file]');
  const photo = { name: 'big.png', mimeType: 'image/png', buffer: png(3000, 1500) };
  await picker.setInputFiles([
    photo,
    { name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
  ]);
  await page.getByText('not.png is no PNG').waitFor();
  await page.getByRole('img', { name: 'big.png' }).waitFor();
  await picker.setInputFiles(Array.from({ length: 5 }, (_, at) => ({ ...photo, name: `${at}.png` })));
  await page.getByText('A message can have 4 pictures').waitFor();
  await page.getByRole('img', { name: '2.png' }).waitFor();
  await page.getByRole('button', { name: 'Remove 0.png' }).click();
  await page.getByRole('button', { name: 'Remove 1.png' }).click();
  await page.getByRole('button', { name: 'Remove 2.png' }).click();

  await page.reload();
  await page.getByRole('img', { name: 'big.png' }).waitFor();
  expect(await box(page).inputValue()).toBe('Make @style.css ');
  await expectAccessible(page, 'with-images');

  upstream.forget();
  upstream.reply = says('I see it.');
  await box(page).press('Enter');
  await page.getByText('I see it.', { exact: true }).waitFor();
  await page.getByText(/^Done · /).waitFor();
  const { messages } = JSON.parse(String(upstream.seen[0]?.body)) as {
    messages: { role: string; content: unknown }[];
  };
  const said = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
  expect(said).toContain('Make @style.css');
  await page.getByRole('button', { name: 'Picture: big.png' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'big.png' }).waitFor();
  const size = await page
    .getByRole('dialog')
    .getByRole('img')
    .evaluate((image) => {
      const { naturalWidth, naturalHeight, src } = image as HTMLImageElement;
      return { naturalWidth, naturalHeight, small: src.length < 180_001 };
    });
  expect(size).toEqual({ naturalWidth: 1568, naturalHeight: 784, small: true });
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'finished');

  // Up in an empty box brings the message back with its picture.
  await box(page).press('ArrowUp');
  expect(await box(page).inputValue()).toBe('Make @style.css');
  await page.getByRole('img', { name: 'big.png', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('tells a running turn, lets the next message wait, and stops', { timeout: 120_000 }, async () => {
  const { context, page, complaints } = await enter(await newDraft());
  const writes = { name: 'write_file', input: { path: 'index.html', content: '<h1>Hi</h1>\n'.repeat(60) } };
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  upstream.reply = inTurn(
    calls(writes),
    holds('Nearly there', until),
    says('Second answer.'),
    jsonOf(400, { error: { message: 'No such thing' } }),
  );
  await say(page, 'Build it');
  await page.getByText(/^Answering · \d+ s$/).waitFor();
  await page.getByText(/Wrote index\.html/).waitFor();
  expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('true');
  await say(page, 'And make it blue');
  await page.getByRole('region', { name: 'Waiting messages' }).getByText('And make it blue').waitFor();
  await page.getByText('Sent when this turn ends').waitFor();
  await expectAccessible(page, 'running');
  letGo();
  await page.getByText('Second answer.', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Waiting messages' }).waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Done. Second answer.' }).waitFor();

  await page.getByText(/Wrote index\.html/).click();
  await page.getByRole('button', { name: 'Show all 61 lines' }).click();
  await page.getByRole('button', { name: 'Show less' }).waitFor();
  await expectAccessible(page, 'details');

  await say(page, 'Fail now');
  await page
    .getByText(/^Failed/)
    .first()
    .waitFor();
  await expectAccessible(page, 'failed');

  upstream.reply = holds('Going on', new Promise(() => undefined));
  await say(page, 'Once more');
  await page.getByText('Going on').waitFor();
  await say(page, 'Not yet');
  await box(page).press('Escape');
  await page
    .getByText(/^Stopped/)
    .first()
    .waitFor();
  // What waited was not sent: the person stopped, so the person decides.
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await page.getByText('Not sent: the last turn was stopped', { exact: true }).waitFor();
  await expectAccessible(page, 'stopped');
  await page.getByRole('button', { name: 'OpenAI' }).click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page, 'models');
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]);
  await context.close();
});

it(
  'keeps what could not be sent over a reload, and sends none of it unasked',
  { timeout: 120_000 },
  async () => {
    const { context, page, complaints } = await enter(await newDraft());
    const waiting = page.getByRole('region', { name: 'Waiting messages' });
    const lines = waiting.getByRole('listitem');
    upstream.forget();
    await context.setOffline(true);
    await say(page, 'Said in the train');
    // Where another page has loaded the agent before, the browser has it still.
    await waiting.getByText(/^Not sent: the (agent|server) could not be (loaded|reached)\./).waitFor();
    expect(await lines.allInnerTexts()).toEqual([expect.stringContaining('Said in the train')]);
    // It stands in one place only, and nothing beside it tells of the failure once more.
    expect(await page.getByRole('log').getByRole('article').count()).toBe(0);
    await expectAccessible(page, 'unsent');
    await context.setOffline(false);
    expect(
      complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)/.test(line)),
    ).toEqual([]);

    await page.reload();
    await waiting.getByText('Not sent yet').waitFor();
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (letGo = resolve));
    upstream.reply = inTurn(holds('Nearly there', until), says('Answer two.'), says('Answer three.'));
    await say(page, 'Said at home');
    await page.getByText('Nearly there').waitFor();
    await say(page, 'Said meanwhile');
    // What goes by itself stands first, as it is sent first.
    await expect
      .poll(async () => (await lines.allInnerTexts()).map((line) => line.trim()))
      .toEqual(['Said meanwhile', 'Said in the train']);
    await expectAccessible(page, 'held-while-running');
    letGo();
    await page.getByText('Answer two.', { exact: true }).waitFor();
    await waiting.getByRole('button', { name: 'Send now' }).waitFor();
    expect(await lines.count()).toBe(1);
    await waiting.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Answer three.', { exact: true }).waitFor();
    await waiting.waitFor({ state: 'detached' });
    expect(await page.getByRole('article', { name: 'You' }).allInnerTexts()).toEqual([
      'Said at home',
      'Said meanwhile',
      'Said in the train',
    ]);
    await context.close();
  },
);

it('shows apps of the market as cards and starts from one', { timeout: 120_000 }, async () => {
  const eve = await site.join('Eve');
  const app = {
    name: 'Tiny clock',
    description: 'Shows the time',
    tags: ['time'],
    files: { 'index.html': '<h1>Clock</h1>' },
  };
  const published = await site.call({ method: 'POST', path: '/api/market', token: eve.token, body: app });
  const { id } = published.json.app;
  const create = 'mutation { createDraft(input: {}) { draft { draftId } } }';
  const made = await site.graphql(create, {}, ada.token);
  const { context, page } = await enter(made.json.data.createDraft.draft.draftId);
  const name = page.getByRole('textbox', { name: 'Name of the draft' });
  expect(await name.inputValue()).toBe('Untitled app');
  upstream.forget();
  upstream.reply = inTurn(
    calls({ name: 'market_search', input: { q: 'clock' } }),
    says('One found.'),
    says('I know what is here.'),
  );
  await say(page, 'Find a clock');
  // Begun without a message, it has the name of its first one.
  await expect.poll(() => name.inputValue()).toBe('Find a clock');
  const found = page.getByRole('list', { name: 'Apps found in the market' });
  await found.getByText('Tiny clock', { exact: true }).waitFor();
  await page.getByText('One found.', { exact: true }).waitFor();
  expect(
    await found.getByRole('link', { name: 'Look at Tiny clock in a new tab' }).getAttribute('href'),
  ).toBe(`/apps/${id}`);
  await expectAccessible(page, 'market');
  await page.getByText(/^Done · /).waitFor();
  await found.getByRole('button', { name: /^Start from this.*Tiny clock/ }).click();
  await page.getByText('This draft now holds “Tiny clock” by Eve: 1 file.').first().waitFor();
  await page.getByText('This draft goes on from').waitFor();
  await page.frameLocator('iframe[title^="Preview of"]').getByRole('heading', { name: 'Clock' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Tiny clock');
  expect(upstream.seen, 'no model was asked').toHaveLength(2);
  await expectAccessible(page, 'market-started');
  const shown = async (): Promise<readonly string[]> =>
    (await page.getByRole('article').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  const before = await shown();
  expect(before.join(' ')).toContain('Start from “Tiny clock”');
  expect(before.join(' ')).toContain('Loaded the app “Tiny clock”');
  expect(before.join(' ')).not.toContain(id);
  await page.reload();
  await page.getByText('This draft now holds').first().waitFor();
  expect(await name.inputValue()).toBe('Tiny clock');
  await expect.poll(shown).toEqual(before);
  await say(page, 'What is it?');
  await page.getByText('I know what is here.', { exact: true }).waitFor();
  expect(String(upstream.seen[2]?.body)).toMatch(new RegExp(`Start from “Tiny clock”.*market_fork.*${id}`));
  expect(await name.inputValue()).toBe('Tiny clock');
  await context.close();
});

/** Words, lists and code in the proportion that models write them. */
function longAnswer(characters: number): string {
  const section = [
    '## A section',
    'A paragraph of **some** words with `code` in it, long enough to wrap twice in the narrow column of the chat.',
    '- one point\n- another point\n- a third one',
    `\`\`\`js\n${'const value = compute(input);\n'.repeat(40)}\`\`\``,
  ].join('\n\n');
  return `${section}\n\n`.repeat(Math.ceil(characters / section.length));
}

it('follows a fast answer below 200 messages until its reader scrolls up', { timeout: 120_000 }, async () => {
  const draftId = await newDraft();
  const older = Array.from({ length: 200 }, (_, at) => ({
    id: `old-${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: at % 2 === 0 ? `Question ${at}` : longAnswer(1_500) }],
  }));
  const path = `/api/conversations/draft-${draftId}/messages`;
  const stored = await site.call({ method: 'POST', path, token: ada.token, body: { messages: older } });
  expect(stored.status).toBeLessThan(300);
  const { context, page, complaints } = await enter(draftId);
  const log = page.getByRole('log');
  await page.getByText('Question 0', { exact: true }).waitFor({ state: 'attached' });
  const gap = (): Promise<number> =>
    log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(gap).toBeLessThan(48);

  // 200 tokens a second are about 800 characters. What they cost the page, `test/bench/builder.ts` measures.
  upstream.reply = says(`${longAnswer(4_000)}\n\nThe very end.`, { ms: 5, characters: 4 });
  await say(page, 'Write a lot');
  await page.getByText(/^Answering/).waitFor();
  await expect.poll(gap).toBeLessThan(48);
  await log.hover();
  await page.mouse.wheel(0, -600);
  await page.getByRole('button', { name: 'Jump to the latest' }).waitFor();
  const place = await log.evaluate((element) => element.scrollTop);
  await page.getByText(/^Answering/).waitFor({ state: 'detached', timeout: 150_000 });
  expect(Math.abs((await log.evaluate((element) => element.scrollTop)) - place)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Jump to the latest' }).click();
  await expect.poll(gap).toBeLessThan(48);
  await page.getByText('The very end.', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
