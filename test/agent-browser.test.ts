import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AgentMessage } from '../web/src/lib/agent/message.ts';
import { answer, call, refusal, type Reply } from '../web/src/lib/agent/testing/upstream.ts';
import { disagreements } from './agent-battery/agreement.ts';
import { askAs, createDraft, draftOf, messagesOf, revisionsOf, type Ask } from './agent-battery/api-draft.ts';
import { startModelHost, type ModelHost, type Script } from './agent-battery/model-host.ts';
import { endsOf, MODEL } from './agent-battery/play-on-server.ts';
import { PAGE, write } from './agent-battery/scenarios/page.ts';
import { axeViolations } from './support/axe.ts';
import { launchChromium } from './support/chromium.ts';
import type { Installation, Person } from './support/installation.ts';
import { startSite, visit, type Visitor } from './support/site.ts';

// Read with the first module of the server: a message as long as the page lets it be is too large then.
vi.hoisted(() => {
  process.env['LIMIT_MESSAGE_BYTES'] = '55000';
});

// What only a real page can show of a turn: reloads, tabs, devices, the session, Stop in the middle of a save.
let host: ModelHost;
let site: Installation;
let browser: Browser;
let ada: Person;
let ask: Ask;
let visitor: Visitor;
let page: Page;
const pictures = process.env['PICTURES'];

beforeAll(async () => {
  host = await startModelHost();
  site = await startSite('PGlite', {
    env: {
      OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
      LLM_OPENAI_BASE_URL: host.url,
      LLM_OPENAI_MODELS: MODEL,
    },
  });
  browser = await launchChromium();
  ada = await site.join('Ada');
  ask = askAs(site.baseUrl, ada.token);
  visitor = await visit(browser, site, ada);
  page = visitor.page;
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await host.close();
});

const box = (at: Page): Locator => at.getByRole('textbox', { name: 'Message to the agent' });
const stopButton = (at: Page): Locator => at.getByRole('button', { name: 'Stop', exact: true });

async function say(at: Page, text: string): Promise<void> {
  await box(at).fill(text);
  await box(at).press('Enter');
}

/** A point that something waits at until the test lets it go on. */
function gate() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const pass = async (): Promise<void> => {
    reach();
    await opened;
  };
  /** An answer that comes when the gate is opened. */
  const hold = (reply: Reply): Reply => {
    return async (...given) => {
      await pass();
      await reply(...given);
    };
  };
  return { reached, open, pass, hold };
}

async function newDraft(): Promise<string> {
  return createDraft(ask, { 'index.html': PAGE });
}

const conversation = (draftId: string): Promise<readonly AgentMessage[]> =>
  messagesOf(ask, `draft-${draftId}`);
const answersOf = async (draftId: string): Promise<readonly AgentMessage[]> =>
  (await conversation(draftId)).filter(({ role }) => role === 'assistant');
const pathsOf = async (draftId: string): Promise<readonly string[]> =>
  [...(await draftOf(ask, draftId)).files.keys()].toSorted();

/** Waits until every answer has ended, and compares all of them with what was saved. */
async function ended(draftId: string, outcomes: readonly string[]): Promise<readonly AgentMessage[]> {
  const now = async () => (await answersOf(draftId)).map(({ metadata }) => metadata?.outcome);
  await expect.poll(now, { timeout: 30_000 }).toEqual(outcomes);
  const answers = await answersOf(draftId);
  const made = await revisionsOf(ask, draftId);
  expect(answers.flatMap((one) => disagreements(one, made))).toEqual([]);
  return answers;
}

it('goes on after a reload in the middle of a turn', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const wait = gate();
  const script = host.script([
    answer('First. ', [write('a.txt', 'a')]),
    wait.hold(answer('', [write('lost.txt', 'x')])),
    answer('', [write('b.txt', 'b')]),
    answer('Now it is done.'),
  ]);
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(page, `Build it, ${script.mark}`);
  await wait.reached;
  await page.reload();
  wait.open();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByText('Now it is done.').first().waitFor();
  const [first] = await answersOf(draftId);
  expect(`${first?.metadata?.outcome} ${first?.metadata?.reason}`).toMatch(/interrupted|stopped/);
  await ended(draftId, [first?.metadata?.outcome ?? '', 'completed']);
  expect(await pathsOf(draftId)).toEqual(['a.txt', 'b.txt', 'index.html']);
  expect(script.flaws).toEqual([]);
});

it('knows of a write whose answer was lost', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const edit = call('edit_file', { path: 'index.html', find: '<h1>Hi</h1>', replace: '<h1>Ho</h1>' });
  const script = host.script([
    answer('', [write('a.txt', 'a')]),
    answer('', [edit]),
    answer('It did not answer.'),
  ]);
  let saves = 0;
  await page.route('**/graphql', async (route) => {
    const isWrite = route.request().postData()?.includes('AGENT_TURN') === true;
    if (isWrite) saves += 1;
    if (!isWrite || saves < 2) return route.continue();
    // Done, and the connection ends before the word of it arrives.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(page, `Build it, ${script.mark}`);
  await page.getByText('It did not answer.').first().waitFor();
  await page.unroute('**/graphql');
  expect(saves).toBe(2);
  const made = await revisionsOf(ask, draftId);
  const outcome = async (): Promise<unknown> => (await answersOf(draftId))[0]?.metadata?.outcome;
  await expect.poll(outcome, { timeout: 30_000 }).toBe('completed');
  const [said] = await answersOf(draftId);
  expect(said === undefined ? [] : disagreements(said, made)).not.toEqual([]);
  const next = host.script([answer('Going on.')]);
  await say(page, `Continue, ${next.mark}`);
  await page.getByText('Going on.').first().waitFor();
  await ended(draftId, ['completed', 'completed']);
  expect((await draftOf(ask, draftId)).files.get('index.html')).toContain('Ho');
  expect(JSON.stringify(next.requests[0]?.body.messages)).toContain('although the word of it did not arrive');
});

it('shows a turn to a second tab, which begins none and has its end', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const wait = gate();
  const script = host.script([
    answer('', [write('a.txt', 'a')]),
    wait.hold(answer('Done in the first tab.')),
  ]);
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(page, `Build it, ${script.mark}`);
  await wait.reached;
  const second = await visitor.context.newPage();
  await second.goto(`${site.baseUrl}/build/${draftId}`);
  await second
    .getByText(/runs in another tab/)
    .first()
    .waitFor();
  await say(second, 'And then a footer');
  await second
    .getByRole('region', { name: 'Waiting messages' })
    .getByText('And then a footer')
    .first()
    .waitFor();
  expect(script.requests).toHaveLength(2);
  expect(await conversation(draftId)).toHaveLength(2);
  wait.open();
  await second.getByText('Done in the first tab.').first().waitFor();
  await expect.poll(() => second.getByText(/runs in another tab/).count(), { timeout: 30_000 }).toBe(0);
  await ended(draftId, ['completed']);
  await second
    .getByRole('region', { name: 'Waiting messages' })
    .getByText('And then a footer')
    .first()
    .waitFor();
  await second.close();
});

it('leaves a conversation to the device that goes on with it', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const wait = gate();
  const here = host.script([
    answer('', [write('a.txt', 'a')]),
    wait.hold(answer('', [write('late.txt', 'x')])),
  ]);
  const there = host.script([answer('', [write('b.txt', 'b')]), answer('Done on the phone.')]);
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(page, `Build it, ${here.mark}`);
  await wait.reached;
  const phone = await visit(browser, site, ada);
  await phone.page.goto(`${site.baseUrl}/build/${draftId}`);
  await phone.page
    .getByText(/still runs on another device/)
    .first()
    .waitFor();
  await say(phone.page, `Go on, ${there.mark}`);
  await phone.page.getByText('Done on the phone.').first().waitFor();
  wait.open();
  await page
    .getByText(/went on in another window or on another device/)
    .first()
    .waitFor();
  await page.getByText('Done on the phone.').first().waitFor();
  const [first] = await ended(draftId, ['stopped', 'completed']);
  expect(endsOf(first as AgentMessage)).toEqual(['ok', 'error']);
  expect(await pathsOf(draftId)).toEqual(['a.txt', 'b.txt', 'index.html']);
  await phone.context.close();
});

it('keeps what a tool saved when Stop comes in the middle of it', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const script = host.script([answer('', [write('a.txt', 'a'), write('b.txt', 'b')])]);
  const wait = gate();
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await page.route('**/graphql', async (route) => {
    const isSave = /BuilderSaveDraft/.test(route.request().postData() ?? '');
    const response = isSave ? await route.fetch() : null;
    if (response === null) return route.continue();
    // The server has it, and the page does not know yet.
    await wait.pass();
    await route.fulfill({ response });
  });
  await say(page, `Build it, ${script.mark}`);
  await wait.reached;
  await stopButton(page).click();
  wait.open();
  await page
    .getByText(/You stopped this turn/)
    .first()
    .waitFor();
  await page.unroute('**/graphql');
  const [stopped] = await ended(draftId, ['stopped']);
  expect(endsOf(stopped as AgentMessage)).toEqual(['ok', 'error']);
  expect(await pathsOf(draftId)).toEqual(['a.txt', 'index.html']);
});

it(
  'says that it waits for a busy model, goes on, and lets Stop end the wait',
  { timeout: 90_000 },
  async () => {
    const draftId = await newDraft();
    const busy = (seconds: number): Reply =>
      refusal(429, 'busy', 'Slow down', { 'retry-after': `${seconds}` });
    const script = host.script([busy(1), busy(100), answer('Never asked for.')]);
    await page.goto(`${site.baseUrl}/build/${draftId}`);
    await box(page).waitFor();
    const heard = await page.evaluate(() => {
      const lines: string[] = [];
      const status = document.querySelectorAll('section > [role=status]');
      const listen = new MutationObserver(() =>
        lines.push(...[...status].map(({ textContent }) => textContent.trim()).filter((line) => line !== '')),
      );
      for (const part of status)
        listen.observe(part, { childList: true, characterData: true, subtree: true });
      Object.assign(window, { heard: lines });
      return status.length;
    });
    expect(heard).toBe(1);
    await say(page, `Build it, ${script.mark}`);
    const left = page.getByText(/^The agent goes on by itself in \d+ s\.$/);
    const seconds = async (): Promise<number> => Number(/\d+/.exec(await left.innerText())?.[0]);
    await expect.poll(() => script.requests.length, { timeout: 30_000 }).toBe(2);
    await expect.poll(seconds, { timeout: 30_000 }).toBeLessThan(99);
    await page.getByText('OpenAI is being asked too often by this server.').first().waitFor();
    await stopButton(page).click();
    await page
      .getByText(/You stopped this turn/)
      .first()
      .waitFor();
    expect(await left.count()).toBe(0);
    await ended(draftId, ['stopped']);
    expect(script.requests).toHaveLength(2);
    const lines = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    const why = 'OpenAI is being asked too often by this server.';
    expect(lines).toEqual([
      `${why} The agent goes on by itself in 1 s.`,
      `${why} The agent goes on by itself in 100 s.`,
      'Stopped. You stopped this turn. What was done is kept.',
    ]);
  },
);

it(
  'lets a message wait that the server finds too large, and stores nothing of its turn',
  { timeout: 90_000 },
  async () => {
    const draftId = await newDraft();
    await page.goto(`${site.baseUrl}/build/${draftId}`);
    // Three bytes each.
    await say(page, 'あ'.repeat(20_000));
    const waiting = page.getByRole('region', { name: 'Waiting messages' });
    await waiting.getByText(/^Not sent\. .*55,000 at most\. Your message waits here\.$/).waitFor();
    const messages = page.getByRole('log').getByRole('article');
    expect(await messages.count()).toBe(0);
    await page.reload();
    await waiting.getByText(/ああ/).waitFor();
    expect(await messages.count()).toBe(0);
    expect(await conversation(draftId)).toEqual([]);
  },
);

it('shows the preview to a model that sees, and the picture to the person', { timeout: 90_000 }, async () => {
  const draftId = await newDraft();
  const script: Script = host.script([
    answer('', [write('index.html', `${PAGE}<p style="height:40px;background:teal">Colour</p>`)]),
    answer('I look at it. ', [call('studio_screenshot', {})]),
    answer('It is teal.'),
  ]);
  await page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(page, `Make it colourful, ${script.mark}`);
  await page.getByText('It is teal.').first().waitFor();
  const [done] = await ended(draftId, ['completed']);
  expect(endsOf(done as AgentMessage)).toEqual(['ok', 'ok']);
  const sent = script.requests[2]?.body.messages.at(-1);
  expect(sent).toMatchObject({ role: 'user' });
  expect(JSON.stringify(sent)).toMatch(/"image_url".*data:image\/jpeg;base64,\/9j\//);
  expect(script.flaws).toEqual([]);
  const shown = page.getByRole('img', { name: 'The preview as the agent saw it' });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      // Another layout is drawn anew, a narrow one with the preview alone.
      if (width === 390) await page.getByRole('tab', { name: 'Chat' }).click();
      await page.getByText('Looked at the preview').waitFor();
      if (!(await shown.isVisible())) await page.getByText('Looked at the preview').click();
      await expect
        .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(100);
      await shown.scrollIntoViewIfNeeded();
      expect(await axeViolations(page)).toEqual([]);
      if (pictures) await page.screenshot({ path: `${pictures}/look-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('ends a turn with its session, and keeps what it had saved', { timeout: 90_000 }, async () => {
  const eve = await site.join('Eve');
  const hers = askAs(site.baseUrl, eve.token);
  const draftId = await createDraft(hers, { 'index.html': PAGE });
  const guest = await visit(browser, site, eve);
  const wait = gate();
  const script = host.script([
    answer('', [write('a.txt', 'a')]),
    wait.hold(answer('', [write('late.txt', 'x')])),
    answer('Done.'),
  ]);
  await guest.page.goto(`${site.baseUrl}/build/${draftId}`);
  await say(guest.page, `Build it, ${script.mark}`);
  await wait.reached;
  await site.call({ method: 'POST', path: '/api/auth/logout', body: {}, token: eve.token });
  wait.open();
  await guest.page
    .getByText(/Your session (has )?ended/)
    .first()
    .waitFor();
  const body = { email: eve.email, password: 'correct horse battery' };
  const { json } = await site.call({ method: 'POST', path: '/api/auth/login', body });
  const again = askAs(site.baseUrl, json.token);
  expect([...(await draftOf(again, draftId)).files.keys()].toSorted()).toEqual(['a.txt', 'index.html']);
  expect((await messagesOf(again, `draft-${draftId}`)).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
  ]);
  expect(script.requests).toHaveLength(2);
  await guest.context.close();
});

it('leaves the console silent, but for what was refused', () => {
  const words = visitor.complaints.map((line) => /\d{3} \([\w ]+\)/.exec(line)?.[0] ?? line);
  expect(words.filter((line) => !line.includes('ERR_CONNECTION_RESET'))).toEqual([
    '409 (Conflict)',
    '429 (Too Many Requests)',
    '429 (Too Many Requests)',
    '413 (Payload Too Large)',
  ]);
});
